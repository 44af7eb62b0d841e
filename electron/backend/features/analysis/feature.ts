import { analysisContract } from '#shared/contract/analysis.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { defineFeature } from '../../feature.ts';
import { type Project, projectService } from '../../project.ts';
import { dialogueRows } from '../../store/corpus/dialogue-table.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { askWhenNeeded } from '../../workers/ask-worker.ts';
import type { AnalysisTalk } from './exploring.worker.ts';

/** One worker a project, which keeps the tagged rounds in memory. */
const analysis = projectService(
  ({ path }) => askWhenNeeded<AnalysisTalk>(new URL('./exploring.worker.ts', import.meta.url), { path }),
  (worker) => worker.close(),
);

function subjectOf(
  { database }: Project,
  input: { readonly run: RunId | null; readonly where: string; readonly fold: boolean },
) {
  const { id, tagger } = requireTaggingRun(database, input.run);
  return { run: id, tagger, where: input.where, fold: input.fold };
}

/** What an analyst asks of all dialogues at once. */
export const feature = defineFeature({
  contract: analysisContract,
  methods: {
    variants: async ({ input, project }) => {
      const { offset, limit, cover } = input;
      const subject = subjectOf(project, input);
      const answer = await project.use(analysis).ask({ kind: 'variants', subject, offset, limit, cover });
      if (answer.kind !== 'variants') throw new Error(`The worker answered ${answer.kind}.`);
      const { kind: _, ...variants } = answer;
      return variants;
    },
    variantDialogues: async ({ input, project }) => {
      const subject = subjectOf(project, input);
      const answer = await project.use(analysis).ask({ kind: 'variant', subject, steps: input.steps });
      if (answer.kind !== 'variant') throw new Error(`The worker answered ${answer.kind}.`);
      const { offset, limit, query } = input;
      const matches = searchDialogues(project.database, query);
      const found = answer.dialogues.filter((dialogue) => matches?.has(dialogue) ?? true);
      const items = dialogueRows(project.database, found.slice(offset, offset + limit), matches);
      return { tracked: answer.dialogues.length, total: found.length, items };
    },
  },
});
