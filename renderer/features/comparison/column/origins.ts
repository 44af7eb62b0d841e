import type { ComparedColumn } from '#shared/contract/comparison.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';

/** "state 12"; state 0 is the start of the automaton. */
const stateName = (state: number): string => (state === 0 ? 'the start state' : `state ${state}`);

/** Says which state of the automaton the examples of a column come from, and how many dialogues they are. */
export function examplesOrigin({ candidates, route }: Pick<ComparedColumn, 'candidates' | 'route'>): string {
  const dialogues = formatAmount(new Set(candidates.map(({ dialogue }) => dialogue)).size, 'dialogue');
  const states = [...new Set(candidates.flatMap(({ why }) => why.state ?? []))].sort((a, b) => a - b);
  if (route === null || states.length === 0) return `From ${dialogues}, found without an automaton.`;
  if (states.length > 1) {
    return `From ${dialogues} that its route’s states track: ${states.map(stateName).join(', ')}.`;
  }
  const [state = 0] = states;
  const support = state === route.state ? `, which tracks ${formatCount(route.support)}` : '';
  return `From ${dialogues} of ${stateName(state)} of its route${support}.`;
}

/** Says which example an answer without a model comes from; ends before the dialogue's name. */
export function answerOrigin({
  answer,
  candidates,
}: Pick<ComparedColumn, 'answer' | 'candidates'>): string | null {
  if (answer === null) return null;
  const place = candidates.findIndex(
    ({ dialogue, round }) => dialogue === answer.dialogue && round === answer.round,
  );
  const shown = place < 0 ? 'none of the examples shown' : `example ${place + 1}`;
  if (answer.among === 1) return `The turn of ${shown}, from`;
  return `The most typical of ${answer.among} turns found (${shown}), from`;
}
