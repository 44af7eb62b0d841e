import type { NumberedRound } from '../../domain/dialogue.ts';

/** `dialogue`: all of it, as in the first paper; `window`: some turns and their answer, as in the second. */
type ExampleShape = 'dialogue' | 'window';

const WHOLE_DIALOGUES = /^(?:random|bm25|dfa-)/;

/** The shape in which the paper that a method comes from shows its examples. */
export function shapeOfMethod(method: string): ExampleShape {
  return WHOLE_DIALOGUES.test(method) ? 'dialogue' : 'window';
}

/** Longer examples are cut, so five of them and the conversation stay readable for small models. */
export const MOST_EXAMPLE_CHARACTERS = 6000;

/**
 * Returns the turns of a dialogue that are shown as an example for the answer at `at`, oldest first.
 * @param rounds all turns of the dialogue
 * @param at the retrieved turn
 * @param context number of turns before it in a window; null means all
 */
export function exampleRounds(
  rounds: readonly Omit<NumberedRound, 'round'>[],
  at: number,
  shape: ExampleShape,
  context: number | null,
): NumberedRound[] {
  const numbered = rounds.map(({ role, text }, round) => ({ round, role, text }));
  const from = shape === 'window' && context !== null ? Math.max(0, at - context) : 0;
  const last = shape === 'window' ? at + 1 : numbered.length;
  return around(numbered.slice(from, last), at - from);
}

/** Returns as many turns as fit, nearest to `at` first: before it, then after it. */
function around(rounds: readonly NumberedRound[], at: number): NumberedRound[] {
  let [first, end] = [at, at + 1];
  let left = MOST_EXAMPLE_CHARACTERS - (rounds[at]?.text.length ?? 0);
  const fits = (round: NumberedRound | undefined): boolean =>
    round !== undefined && round.text.length <= left;
  for (let grew = true; grew; ) {
    grew = false;
    if (fits(rounds[first - 1])) {
      left -= rounds[--first].text.length;
      grew = true;
    }
    if (fits(rounds[end])) {
      left -= rounds[end++].text.length;
      grew = true;
    }
  }
  return rounds
    .slice(first, end)
    .map((round) => ({ ...round, text: round.text.slice(0, MOST_EXAMPLE_CHARACTERS) }));
}
