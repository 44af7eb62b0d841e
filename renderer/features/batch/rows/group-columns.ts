/** Columns that say the same, as one. */
interface SaidAlike {
  readonly text: string;
  /** Numbers of the columns, ascending. */
  readonly places: readonly number[];
}

/**
 * Answers that are the same but for white space collapse into the first of them; columns without one are left out.
 * Pure.
 */
export function groupColumns(answers: readonly (string | null)[]): SaidAlike[] {
  const groups = new Map<string, { text: string; places: number[] }>();
  for (const [place, text] of answers.entries()) {
    if (text === null) continue;
    const words = text.replace(/\s+/gu, ' ').trim();
    const same = groups.get(words);
    if (same) same.places.push(place);
    else groups.set(words, { text, places: [place] });
  }
  return [...groups.values()].sort((left, right) => right.places.length - left.places.length);
}
