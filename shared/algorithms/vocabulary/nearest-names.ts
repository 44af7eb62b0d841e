import { editDistance, spell } from './spelling.ts';

type SpelledName = ReturnType<typeof spell>;

/** Returns how many letters may differ in a mistyped name. More than in `spellingMatch`, since it is only offered. */
const slipsTyped = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0);

/** Shorter words are too often one letter away from another word ("pay", "say"). */
const LEAST_WORD = 5;

/**
 * The names that a person most likely means by a text that is not one of them: nearest first, then in the given order.
 * A text is near a name that differs by a slip, and near one whose words include all of its own, each but for a slip:
 * "retrun" is near "return" and "request-return". Numbers must be the same. Linear in the names.
 * @returns at most `most` indexes into `names`
 */
export function nearestNames(typed: string, names: readonly string[], most: number): number[] {
  const text = spell(typed);
  if (text.text === '') return [];
  return names
    .map((name, index) => ({ index, likeness: likeness(text, spell(name)) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || a.index - b.index)
    .slice(0, most)
    .map(({ index }) => index);
}

/** Share of equal letters of the longer text, 0 … 1; 0 if more differ than typos explain. */
function likeness(typed: SpelledName, name: SpelledName): number {
  if (typed.numbers !== name.numbers) return 0;
  const longest = Math.max(typed.text.length, name.text.length);
  const slips = slipsBetween(typed.text, name.text);
  if (slips !== null) return 1 - slips / longest;
  let agreeing = 0;
  for (const word of typed.words) {
    let least: number | null = null;
    for (const other of name.words) {
      const found = word === other ? 0 : word.length < LEAST_WORD ? null : slipsBetween(word, other);
      if (found !== null && (least === null || found < least)) least = found;
    }
    if (least === null) return 0;
    agreeing += word.length - least;
  }
  return Math.max(0, agreeing) / longest;
}

/** The number of different letters; null if there are more than a typo explains. */
function slipsBetween(left: string, right: string): number | null {
  const allowed = slipsTyped(Math.min(left.length, right.length));
  if (Math.abs(left.length - right.length) > allowed) return null;
  const slips = editDistance(left, right);
  return slips <= allowed ? slips : null;
}
