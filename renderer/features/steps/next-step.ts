import type { Project } from '#shared/contract/projects.ts';

export type StepName = 'import' | 'tag' | 'learn';

/** The three steps to an automaton, in order, and which of them a project has behind it. */
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

/** The first step still to be taken; null where the automaton is there. */
export function nextStep(counts: Project['counts']): StepName | null {
  return STEPS.find((step) => !isDone(step, counts)) ?? null;
}
