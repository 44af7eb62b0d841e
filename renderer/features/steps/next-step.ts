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
