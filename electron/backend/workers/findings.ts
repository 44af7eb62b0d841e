import type { RunId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../project.ts';
import { latestRun } from '../store/runs/run-table.ts';
import { requireTaggingRun } from '../store/runs/tagging-runs.ts';
import { readWhenNeeded } from './staying.ts';

/** One thread per project, which has the tagged turns and the findings in memory. */
export const findings = projectService(
  ({ path }) => readWhenNeeded(path, 'findings', 'openFindings', []),
  (thread) => thread.close(),
);

/** Returns what findings are about: a tagging run, dialogues, and the automaton that shows them. */
export function subjectOf(
  { database }: Project,
  { run: asked, where, automaton }: { run: RunId | null; where: string; automaton: RunId | null },
) {
  const { id: run, tagger } = requireTaggingRun(database, asked);
  return {
    run,
    tagger,
    where: where.trim(),
    automaton: automaton ?? latestRun(database, 'automaton')?.id ?? null,
  };
}
