import { DialogramError } from '#shared/contract/errors.ts';
import { type FitnessSubject, fitnessContract } from '#shared/contract/fitness.ts';
import { defineFeature } from '../../feature.ts';
import { type Project, projectService } from '../../project.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { askWhenNeeded } from '../../workers/ask-worker.ts';
import { automatonCache } from '../automata/index.ts';
import { listDialogues, searchedDialogues } from '../filters/index.ts';
import type { FitnessAnswer, FitnessQuestion, FitnessTalk } from './fitness.worker.ts';
import type { NamedReference } from './references.ts';

/** One worker a project. A question that is cancelled ends it, since an alignment hears nothing while it is made. */
const fitness = projectService(
  ({ path }) => {
    const start = () => askWhenNeeded<FitnessTalk>(new URL('./fitness.worker.ts', import.meta.url), { path });
    let worker = start();
    return {
      async ask(question: FitnessQuestion, signal: AbortSignal | undefined): Promise<FitnessAnswer> {
        signal?.throwIfAborted();
        const own = worker;
        const stop = (): void => {
          if (worker === own) worker = start();
          void own.close();
        };
        signal?.addEventListener('abort', stop, { once: true });
        try {
          return await own.ask(question);
        } finally {
          signal?.removeEventListener('abort', stop);
        }
      },
      close: () => worker.close(),
    };
  },
  (worker) => worker.close(),
);

function subjectOf(project: Project, { run: asked, where, reference, seconds }: FitnessSubject) {
  const { id: run, tagger } = requireTaggingRun(project.database, asked);
  return { run, tagger, where, seconds, reference: named(project, reference) };
}

function named(project: Project, reference: FitnessSubject['reference']): NamedReference {
  if (reference.kind !== 'automaton') return reference;
  const { run: automaton, learner } = project.use(automatonCache).load(reference.automaton);
  if (learner !== 'context') return { kind: 'automaton', automaton, learner };
  throw new DialogramError('INVALID', 'A context automaton foresees every way, so that nothing leaves it.', {
    place: 'reference',
    value: String(automaton),
    nextStep: 'Choose an automaton of another learner, a flow, or the commonest variants.',
  });
}

async function ask<Kind extends FitnessAnswer['kind']>(
  project: Project,
  question: FitnessQuestion & { readonly kind: Kind },
  signal: AbortSignal | undefined,
): Promise<Extract<FitnessAnswer, { kind: Kind }>> {
  const answer = await project.use(fitness).ask(question, signal);
  if (!isKind(answer, question.kind)) throw new Error(`The worker answered ${answer.kind}.`);
  return answer;
}

const isKind = <Kind extends FitnessAnswer['kind']>(
  answer: FitnessAnswer,
  kind: Kind,
): answer is Extract<FitnessAnswer, { kind: Kind }> => answer.kind === kind;

/** How dialogues go beside how they should: designed, learned, or as most go. */
export const feature = defineFeature({
  contract: fitnessContract,
  methods: {
    check: async ({ input, project, signal }) => {
      const { offset, limit } = input;
      const question = { kind: 'check', subject: subjectOf(project, input), offset, limit } as const;
      const { kind: _, ...found } = await ask(project, question, signal);
      return found;
    },
    dialogues: async ({ input, project, signal }) => {
      const { at, offset, limit } = input;
      const question = { kind: 'dialogues', subject: subjectOf(project, input), at } as const;
      const { dialogues } = await ask(project, question, signal);
      const asked = { ...input, where: '' };
      if (input.sort !== null)
        return { tracked: dialogues.length, ...(await listDialogues(project, dialogues, asked)) };
      const matches = searchedDialogues(project.database, input.query, input.run);
      const found = dialogues.filter((dialogue) => matches?.has(dialogue) ?? true);
      const page = found.slice(offset, offset + limit);
      const rows = await listDialogues(project, page, { ...asked, offset: 0 });
      const rowOf = new Map(rows.items.map((row) => [row.id, row]));
      const items = page.flatMap((dialogue) => rowOf.get(dialogue) ?? []);
      return { tracked: dialogues.length, total: found.length, items };
    },
    dialogue: async ({ input, project, signal }) => {
      const subject = subjectOf(project, { ...input, where: '' });
      const question = { kind: 'dialogue', subject, dialogue: input.dialogue } as const;
      const { kind: _, ...shown } = await ask(project, question, signal);
      return shown;
    },
  },
});
