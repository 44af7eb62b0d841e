import { isClosingTag } from '#shared/algorithms/performance/closing.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';

/** The state with the most of a figure, the start left out; null where there is none. */
export function topState(values: readonly number[]): number | null {
  let top: number | null = null;
  for (const [state, value] of values.entries())
    if (state > 0 && value > (top === null ? 0 : (values[top] ?? 0))) top = state;
  return top;
}

/** The state where most dialogues are closed, by the name of the move that leads there. */
export function closingState(
  { transitions, symbols }: AutomatonGraph,
  { states }: MapFigures,
): number | null {
  const closing = new Set<number>();
  for (const [at, to] of transitions.to.entries())
    if (isClosingTag(symbols[transitions.symbol[at] ?? -1]?.tag ?? '')) closing.add(to);
  return topState(states.dialogues.map((count, state) => (closing.has(state) ? count : 0)));
}
