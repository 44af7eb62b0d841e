import type { RunId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../project.ts';
import { latestRun } from '../store/runs/run-table.ts';
import { requireTaggingRun } from '../store/runs/tagging-runs.ts';
import { readWhenNeeded } from './staying.ts';

/** One thread per project keeps the tagged turns and the findings. */
export const findings = projectService(
  ({ path }) => readWhenNeeded(path, 'findings', 'openFindings', []),
  (thread) => thread.close(),
);

/** Returns the subject of findings: a tagging run, dialogues, and the automaton that shows them. */
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
