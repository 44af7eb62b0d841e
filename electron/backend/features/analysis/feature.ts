import { analysisContract } from '#shared/contract/analysis.ts';
import type { Listed } from '#shared/contract/filters.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { defineFeature } from '../../feature.ts';
import { type Project, projectService } from '../../project.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { askWhenNeeded } from '../../workers/ask-worker.ts';
import { automatonSummary } from '../automata/index.ts';
import { listDialogues } from '../filters/index.ts';
import type { AnalysisAnswer, AnalysisTalk } from './exploring.worker.ts';

/** One worker a project, which keeps the tagged rounds in memory. */
const analysis = projectService(
  ({ path }) => askWhenNeeded<AnalysisTalk>(new URL('./exploring.worker.ts', import.meta.url), { path }),
  (worker) => worker.close(),
);

function tagsOf({ database }: Project, asked: RunId | null) {
  const { id, tagger } = requireTaggingRun(database, asked);
  return { run: id, tagger };
}

function subjectOf(
  project: Project,
  input: { readonly run: RunId | null; readonly where: string; readonly fold: boolean },
) {
  return { ...tagsOf(project, input.run), where: input.where, fold: input.fold };
}

/** What an analyst asks of all dialogues at once. */
export const feature = defineFeature({
  contract: analysisContract,
  methods: {
    figures: async ({ input: { automaton: asked, ...input }, project }) => {
      const { id: automaton, taggingRun } = automatonSummary(project.database, asked);
      const tags = tagsOf(project, taggingRun);
      const answer = await project.use(analysis).ask({ kind: 'figures', tags, automaton, ...input });
      if (answer.kind !== 'figures') throw new Error(`The worker answered ${answer.kind}.`);
      const { dialogues, states, ways } = answer.figures;
      return { automaton, dialogues, timed: answer.timed, states: packed(states), ways: packed(ways) };
    },
    ways: async ({ input: { automaton: asked, where, variant, most }, project }) => {
      const { id: automaton, taggingRun } = automatonSummary(project.database, asked);
      const answer = await project.use(analysis).ask({
        kind: 'ways',
        tags: tagsOf(project, taggingRun),
        automaton,
        where,
        variant: variant && { subject: subjectOf(project, { ...variant, where }), steps: variant.steps },
        most,
      });
      if (answer.kind !== 'ways') throw new Error(`The worker answered ${answer.kind}.`);
      return { automaton, total: answer.total, items: answer.items };
    },
    variants: async ({ input, project }) => {
      const { offset, limit, cover, order } = input;
      const subject = subjectOf(project, input);
      const question = { kind: 'variants', subject, offset, limit, cover, order } as const;
      const answer = await project.use(analysis).ask(question);
      if (answer.kind !== 'variants') throw new Error(`The worker answered ${answer.kind}.`);
      const { kind: _, ...variants } = answer;
      return variants;
    },
    variantDialogues: async ({ input, project }) => {
      const subject = subjectOf(project, input);
      const answer = await project.use(analysis).ask({ kind: 'variant', subject, steps: input.steps });
      return pageOf(project, answer, input);
    },
    compare: async ({ input, project }) => {
      const { run: asked, ...groups } = input;
      const { run, tagger } = tagsOf(project, asked);
      const answer = await project.use(analysis).ask({ kind: 'compare', tags: { run, tagger }, ...groups });
      if (answer.kind !== 'compare') throw new Error(`The worker answered ${answer.kind}.`);
      const { kind: _, ...compared } = answer;
      return compared;
    },
    patternDialogues: async ({ input, project }) => {
      const { run, where, pattern } = input;
      const tags = tagsOf(project, run);
      const answer = await project.use(analysis).ask({ kind: 'pattern', tags, where, pattern });
      return pageOf(project, answer, input);
    },
  },
});

/** Columns as text; what was not measured is left out between its commas. */
function packed<Name extends string>(
  columns: Readonly<Record<Name, ArrayLike<number>>>,
): Record<Name, string> {
  const text = (value: number): string => (Number.isNaN(value) ? '' : String(Number(value.toFixed(3))));
  const entries = Object.entries<ArrayLike<number>>(columns);
  return Object.fromEntries(
    entries.map(([name, column]) => [name, Array.from(column, text).join(',')]),
  ) as Record<Name, string>;
}

/** A page of the dialogues that the worker found, which has held the filter against them. */
async function pageOf(project: Project, answer: AnalysisAnswer, input: Listed) {
  if (answer.kind !== 'dialogues') throw new Error(`The worker answered ${answer.kind}.`);
  const { dialogues } = answer;
  const page = await listDialogues(project, dialogues, { ...input, where: '' });
  return { tracked: dialogues.length, ...page };
}
