import type { HeldOutReach, PolicyReach } from '#shared/contract/relearning.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';

export const POLICY_NAMES: Readonly<Record<PolicyReach['policy'], string>> = {
  literal: 'Exact',
  greedy: 'Most common path',
  resume: 'Resume',
  context: 'Context',
  overview: 'Drawn transitions',
};

const FOLLOWED: Partial<Readonly<Record<PolicyReach['policy'], string>>> = {
  context:
    'A turn before an answer is followed if all its tags have a transition, counted backwards from the last turn.',
  overview: 'A turn is followed if it takes a transition that is drawn.',
};

/** Says how many dialogues were held out, how many were learned from, and what "followed" means. */
export function describeHeldOut({ heldOut, learnedFrom, policies }: HeldOutReach): string {
  const followed =
    FOLLOWED[policies[0]?.policy ?? 'literal'] ?? 'A turn is followed if all its tags have a transition.';
  return (
    `${formatAmount(heldOut, 'unseen dialogue')} (${formatShare(heldOut / (heldOut + learnedFrom))}, always the same) were routed through ` +
    `an automaton learned from the other ${formatCount(learnedFrom)} with the same settings. ${followed}`
  );
}

/** Says where most routes stop. */
export function describeStops({ policy, routes, stopsByRound }: PolicyReach): string {
  if (policy === 'overview')
    return 'After a turn without a transition, the dialogue continues at the state that its tag usually leads to.';
  const stopped = stopsByRound.reduce((sum, count) => sum + count, 0);
  const things = policy === 'context' ? 'answers’ histories' : 'dialogues';
  if (stopped === 0) return `No route stops before its end (${POLICY_NAMES[policy].toLowerCase()} routing).`;
  const most = stopsByRound.indexOf(Math.max(...stopsByRound));
  const isLast = most === MOST_ROUNDS - 1;
  const where =
    policy === 'context'
      ? `${formatAmount(most + 1, 'turn')}${isLast ? ' or more' : ''} before the answer`
      : `in turn ${most + 1}${isLast ? ' or later' : ''}`;
  return (
    `By ${POLICY_NAMES[policy].toLowerCase()} routing, ${formatCount(stopped)} of ${formatCount(routes)} ${things} stop ` +
    `before their end, most often ${where} (${formatCount(stopsByRound[most] ?? 0)}).`
  );
}

/** The last entry of `stopsByRound` counts this turn and all later ones. */
const MOST_ROUNDS = 20;
