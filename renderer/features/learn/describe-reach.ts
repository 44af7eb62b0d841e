import type { HeldOutReach, PolicyReach } from '#shared/contract/relearning.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';

export const POLICY_NAMES: Readonly<Record<PolicyReach['policy'], string>> = {
  literal: 'Literal',
  greedy: 'Greedy',
  resume: 'Resume',
  context: 'Context',
  overview: 'Drawn ways',
};

const FOLLOWED: Partial<Readonly<Record<PolicyReach['policy'], string>>> = {
  context:
    'A round before an answer is followed if all its tags have a transition, counted from the last round back.',
  overview: 'A round is followed if it takes a way that is drawn.',
};

/** What was held out and what from; what "followed" means. */
export function describeHeldOut({ heldOut, learnedFrom, policies }: HeldOutReach): string {
  const followed =
    FOLLOWED[policies[0]?.policy ?? 'literal'] ?? 'A round is followed if all its tags have a transition.';
  return (
    `${formatAmount(heldOut, 'dialogue')} (${formatShare(heldOut / (heldOut + learnedFrom))}, always the same ones) were routed through ` +
    `an automaton learned alike from the other ${formatCount(learnedFrom)}. ${followed}`
  );
}

/** Where routes stop most. */
export function describeStops({ policy, routes, stopsByRound }: PolicyReach): string {
  if (policy === 'overview')
    return 'After a round without a transition a dialogue goes on at the state its tag mostly leads to, so that none stops.';
  const stopped = stopsByRound.reduce((sum, count) => sum + count, 0);
  const things = policy === 'context' ? 'answers’ histories' : 'dialogues';
  if (stopped === 0) return `No route stops before its end (${POLICY_NAMES[policy].toLowerCase()} routing).`;
  const most = stopsByRound.indexOf(Math.max(...stopsByRound));
  const isLast = most === MOST_ROUNDS - 1;
  const where =
    policy === 'context'
      ? `${formatAmount(most + 1, 'round')}${isLast ? ' or more' : ''} before the answer`
      : `in round ${most + 1}${isLast ? ' or later' : ''}`;
  return (
    `By ${POLICY_NAMES[policy].toLowerCase()} routing, ${formatCount(stopped)} of ${formatCount(routes)} ${things} stop ` +
    `before their end, most often ${where} (${formatCount(stopsByRound[most] ?? 0)}).`
  );
}

/** The last count of stops stands for this round and all later ones. */
const MOST_ROUNDS = 20;
