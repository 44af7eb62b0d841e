import { ROLE_NAMES } from '../../domain/dialogue.ts';
import type { AccessPath, DecisionOutcome, MergeDecision } from './decisions.ts';
import type { Refusal } from './merging.ts';

/** "customer #ask → agent #link" */
const describePath = (path: AccessPath): string =>
  path.length === 0 ? 'the start' : path.map(({ role, tag }) => `${ROLE_NAMES[role]} #${tag}`).join(' → ');

/** A decision as a sentence without its full stop. */
export function describeDecision(decision: MergeDecision): string {
  const left = describePath(decision.left);
  switch (decision.kind) {
    case 'merge':
      return `Merge the states after ${left} and after ${describePath(decision.right)}`;
    case 'never':
      return `Never merge the states after ${left} and after ${describePath(decision.right)}`;
    case 'pin':
      return `Keep the state after ${left} as it is`;
  }
}

const WHY: Readonly<Partial<Record<Refusal['kind'], string>>> = {
  start: 'the start is never merged',
  roles: 'states after the customer and after the agent are never merged',
  never: 'it would merge states that another decision keeps apart',
};

/** Returns a sentence for each decision that could not be kept. */
export function describeUnkept(
  decisions: readonly MergeDecision[],
  outcomes: readonly DecisionOutcome[],
): string[] {
  return outcomes.flatMap((outcome, at) => {
    const decision = decisions[at];
    if (outcome.outcome === 'kept' || decision === undefined) return [];
    const why =
      outcome.outcome === 'not-found'
        ? `no dialogue begins with ${describePath(outcome.path)}`
        : (WHY[outcome.reason.kind] ?? 'it contradicts another decision');
    return [`A decision was not applied: ${describeDecision(decision)}. Reason: ${why}.`];
  });
}
