import type { ComparedCandidate, ComparedColumn } from '#shared/contract/comparison.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';

export function examplesOrigin({ candidates, route }: Pick<ComparedColumn, 'candidates' | 'route'>): string {
  const count = new Set(candidates.map(({ dialogue }) => dialogue)).size;
  const dialogues = formatAmount(count, 'dialogue');
  const states = candidates.flatMap(({ why }) => why.state ?? []);
  if (route === null || states.length === 0) return `Found in ${dialogues}, without an automaton.`;
  return states.every((state) => state === route.state)
    ? `Found in ${formatCount(count)} of the ${formatAmount(route.support, 'dialogue')} on this route.`
    : `Found in ${dialogues} on this route or its beginning.`;
}

export function answerOrigin({
  answer,
  candidates,
}: Pick<ComparedColumn, 'answer' | 'candidates'>): string | null {
  if (answer === null) return null;
  const place = candidates.findIndex(
    ({ dialogue, turn }) => dialogue === answer.dialogue && turn === answer.turn,
  );
  const shown = place < 0 ? 'not among the examples below' : `example ${place + 1} below`;
  if (answer.among === 1) return `The only turn found (${shown}), from`;
  return `The most typical of ${answer.among} turns found (${shown}), from`;
}

/** A reason why an example was chosen: a short remark with a longer explanation. */
interface Reason {
  readonly text: string;
  readonly explanation: string;
}

/** Below this, a dialogue is only slightly more unusual than most. */
const STRANGE = 0.5;

/** Returns the reasons: ranks (best first), state, route, weight, agreement, what lowers the weight. */
export function reasonsOf(why: ComparedCandidate['why']): Reason[] {
  const reasons: Reason[] = [...why.ranks]
    .sort((a, b) => a.rank - b.rank || (a.list < b.list ? -1 : 1))
    .map(({ list, rank }) => ({
      text: `rank ${rank} by ${list}`,
      explanation: `This example is number ${rank} in the list “${list}”.`,
    }));
  if (why.state !== null) {
    reasons.push({
      text: why.state === 0 ? 'start state' : `state ${why.state}`,
      explanation: `This dialogue passes through state ${why.state} of the route's automaton.`,
    });
  }
  if (why.sharedDepth !== null) {
    reasons.push({
      text: `shares ${formatAmount(why.sharedDepth, 'step')}`,
      explanation: `This dialogue shares the first ${why.sharedDepth === 1 ? 'transition' : formatAmount(why.sharedDepth, 'transition')} of the route.`,
    });
  }
  if (why.weight !== null) {
    reasons.push({
      text: `weight ${formatShare(why.weight)}`,
      explanation: "The ranker's probability that this is the best candidate.",
    });
  }
  if (why.agreement !== null) {
    reasons.push({
      text: `agreement ${why.agreement.toFixed(2)}`,
      explanation: 'How much this answer agrees with the other candidates, from 0 to 1.',
    });
  }
  if (why.strangeness !== null && why.strangeness >= STRANGE) {
    reasons.push({
      text: 'nothing similar',
      explanation:
        'No other dialogue is very similar, so agreement counts less. Otherwise, stock replies would be favored.',
    });
  }
  return reasons;
}
