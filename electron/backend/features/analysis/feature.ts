import { analysisContract } from '#shared/contract/analysis.ts';
import type { DialogueListInput } from '#shared/contract/filters.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { analysis } from '../../workers/analysis.ts';
import { automatonSummary } from '../automata/index.ts';
import { listDialogues } from '../filters/index.ts';

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

export const feature = defineFeature({
  contract: analysisContract,
  methods: {
    figures: async ({ input: { automaton: asked, ...input }, project }) => {
      const { id: automaton, taggingRun } = automatonSummary(project.database, asked);
      const tags = tagsOf(project, taggingRun);
      const { timed, figures } = await project.use(analysis).ask('figures', { tags, automaton, ...input });
      const { dialogues, states, transitions } = figures;
      return { automaton, dialogues, timed, states: packed(states), transitions: packed(transitions) };
    },
    paths: async ({ input: { automaton: asked, where, variant, most }, project }) => {
      const { id: automaton, taggingRun } = automatonSummary(project.database, asked);
      const found = await project.use(analysis).ask('paths', {
        tags: tagsOf(project, taggingRun),
        automaton,
        where,
        variant: variant && { subject: subjectOf(project, { ...variant, where }), steps: variant.steps },
        most,
      });
      return { automaton, ...found };
    },
    variants: ({ input, project }) => {
      const { offset, limit, cover, order } = input;
      const subject = subjectOf(project, input);
      return project.use(analysis).ask('variants', { subject, offset, limit, cover, order });
    },
    variantDialogues: async ({ input, project }) => {
      const subject = subjectOf(project, input);
      return pageOf(
        project,
        await project.use(analysis).ask('variant', { subject, steps: input.steps }),
        input,
      );
    },
    compare: ({ input: { run, ...groups }, project }) =>
      project.use(analysis).ask('compare', { tags: tagsOf(project, run), ...groups }),
    patternDialogues: async ({ input, project }) => {
      const { run, where, pattern } = input;
      const asked = { tags: tagsOf(project, run), where, pattern };
      return pageOf(project, await project.use(analysis).ask('pattern', asked), input);
    },
  },
});

/** Returns columns as text; values that were not measured are empty. */
function packed<Name extends string>(
  columns: Readonly<Record<Name, ArrayLike<number>>>,
): Record<Name, string> {
  const text = (value: number): string => (Number.isNaN(value) ? '' : String(Number(value.toFixed(3))));
  const entries = Object.entries<ArrayLike<number>>(columns);
  return Object.fromEntries(
    entries.map(([name, column]) => [name, Array.from(column, text).join(',')]),
  ) as Record<Name, string>;
}

async function pageOf(project: Project, dialogues: readonly DialogueId[], input: DialogueListInput) {
  const page = await listDialogues(project, dialogues, { ...input, where: '' });
  return { tracked: dialogues.length, ...page };
}
