import type { ComparedCandidate } from '#shared/contract/comparison.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';

/** Why an example was chosen, as short remarks with a longer explanation each. Pure. */
interface Reason {
  readonly text: string;
  readonly explanation: string;
}

/** Below this a conversation is only a little less like others than most are. */
const STRANGE = 0.5;

/** Ranks first (the highest first), then the state, the route, the weight, the agreement and what makes it count less. */
export function reasonsOf(why: ComparedCandidate['why']): Reason[] {
  const reasons: Reason[] = [...why.ranks]
    .sort((a, b) => a.rank - b.rank || (a.list < b.list ? -1 : 1))
    .map(({ list, rank }) => ({
      text: `no. ${rank} by ${list}`,
      explanation: `It stands at place ${rank} of the list “${list}”.`,
    }));
  if (why.state !== null) {
    reasons.push({
      text: why.state === 0 ? 'start state' : `state ${why.state}`,
      explanation: `State ${why.state} of the route's automaton tracks it.`,
    });
  }
  if (why.sharedDepth !== null) {
    reasons.push({
      text: `shares ${formatAmount(why.sharedDepth, 'step')}`,
      explanation: `It went the first ${why.sharedDepth === 1 ? 'transition' : formatAmount(why.sharedDepth, 'transition')} of the route, too.`,
    });
  }
  if (why.weight !== null) {
    reasons.push({
      text: `weight ${formatShare(why.weight)}`,
      explanation: "The ranker's probability that it is the best of its pool.",
    });
  }
  if (why.agreement !== null) {
    reasons.push({
      text: `agreement ${why.agreement.toFixed(2)}`,
      explanation: 'How much its answer agrees with the other answers of the pool, from 0 to 1.',
    });
  }
  if (why.strangeness !== null && why.strangeness >= STRANGE) {
    reasons.push({
      text: 'little is like this',
      explanation:
        'No dialogue is much like this conversation. Agreement counts less then, since stock replies agree with everything.',
    });
  }
  return reasons;
}
