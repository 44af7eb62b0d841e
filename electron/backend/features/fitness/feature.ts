import { DialogramError } from '#shared/contract/errors.ts';
import { type FitnessSubject, fitnessContract } from '#shared/contract/fitness.ts';
import { defineFeature } from '../../feature.ts';
import { type Project, projectService } from '../../project.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { readWhenNeeded, type WorkerFunctions } from '../../workers/staying.ts';
import { automatonCache } from '../automata/index.ts';
import { listDialogues, searchedDialogues } from '../filters/index.ts';
import type { Fitness } from './check-against.ts';
import type { NamedReference } from './references.ts';

/** One thread per project. If a question is canceled, its thread ends, because an alignment cannot be interrupted. */
const fitness = projectService(
  ({ path }) => {
    const start = () => readWhenNeeded(path, 'fitness', 'openFitness', []);
    let thread = start();
    return {
      async until<Answer>(
        signal: AbortSignal | undefined,
        asking: (ask: WorkerFunctions<Fitness>['ask']) => Promise<Answer>,
      ): Promise<Answer> {
        signal?.throwIfAborted();
        const own = thread;
        const stop = (): void => {
          if (thread === own) thread = start();
          void own.close();
        };
        signal?.addEventListener('abort', stop, { once: true });
        try {
          return await asking(own.ask);
        } finally {
          signal?.removeEventListener('abort', stop);
        }
      },
      close: () => thread.close(),
    };
  },
  (thread) => thread.close(),
);

function subjectOf(project: Project, { run: asked, where, reference, seconds }: FitnessSubject) {
  const { id: run, tagger } = requireTaggingRun(project.database, asked);
  return { run, tagger, where, seconds, reference: named(project, reference) };
}

function named(project: Project, reference: FitnessSubject['reference']): NamedReference {
  if (reference.kind !== 'automaton') return reference;
  const { run: automaton, learner } = project.use(automatonCache).load(reference.automaton);
  if (learner !== 'context') return { kind: 'automaton', automaton, learner };
  throw new DialogramError(
    'INVALID',
    'A context automaton allows every path, so no dialogue deviates from it.',
    {
      place: 'reference',
      value: String(automaton),
      nextStep: 'Choose an automaton from another learner, a flow, or the most common variants.',
    },
  );
}

export const feature = defineFeature({
  contract: fitnessContract,
  methods: {
    check: ({ input, project, signal }) => {
      const { offset, limit } = input;
      const asked = { subject: subjectOf(project, input), offset, limit };
      return project.use(fitness).until(signal, (ask) => ask('check', asked));
    },
    dialogues: async ({ input, project, signal }) => {
      const { at, offset, limit } = input;
      const subject = subjectOf(project, input);
      const dialogues = await project.use(fitness).until(signal, (ask) => ask('dialogues', { subject, at }));
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
    dialogue: ({ input, project, signal }) => {
      const asked = { subject: subjectOf(project, { ...input, where: '' }), dialogue: input.dialogue };
      return project.use(fitness).until(signal, (ask) => ask('dialogue', asked));
    },
  },
});
