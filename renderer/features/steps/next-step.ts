import type { Job } from '#shared/contract/jobs.ts';
import type { Project } from '#shared/contract/projects.ts';

export type StepName = 'import' | 'tag' | 'learn';

/** The three steps to an automaton, in order. */
export const STEPS: readonly StepName[] = ['import', 'tag', 'learn'];

export function isDone(step: StepName, counts: Project['counts']): boolean {
  switch (step) {
    case 'import':
      return counts.dialogues > 0;
    case 'tag':
      return counts.taggingRuns > 0;
    case 'learn':
      return counts.automata > 0;
  }
}

/** Returns the first step that is not done; null if there is an automaton. */
export function nextStep(counts: Project['counts']): StepName | null {
  return STEPS.find((step) => !isDone(step, counts)) ?? null;
}

const STEP_OF_KIND: Readonly<Record<string, StepName>> = {
  import: 'import',
  refresh: 'import',
  tagging: 'tag',
  teaching: 'tag',
  learning: 'learn',
};
const STEP_OF_STAGE: Readonly<Record<string, StepName>> = {
  Importing: 'import',
  Tagging: 'tag',
  Learning: 'learn',
};

/** Jobs that take several steps. */
const LEADING: readonly string[] = ['demo', 'picture'];

/**
 * Returns the step of a job: by its kind, by the stage in its phase, or the next one if it has not started.
 * Null for an unrelated job.
 */
export function stepOf(
  { kind, phase }: Pick<Job, 'kind' | 'phase'>,
  counts: Project['counts'],
): StepName | null {
  const own = STEP_OF_KIND[kind];
  if (own || !LEADING.includes(kind)) return own ?? null;
  return STEP_OF_STAGE[phase.split(':')[0] ?? ''] ?? nextStep(counts);
}
