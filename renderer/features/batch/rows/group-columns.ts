interface SaidAlike {
  readonly text: string;
  /** Indexes of the columns, ascending. */
  readonly indexes: readonly number[];
}

/** Groups answers that are equal but for white space. Columns without an answer are left out. */
export function groupColumns(answers: readonly (string | null)[]): SaidAlike[] {
  const groups = new Map<string, { text: string; indexes: number[] }>();
  for (const [index, text] of answers.entries()) {
    if (text === null) continue;
    const words = text.replace(/\s+/gu, ' ').trim();
    const same = groups.get(words);
    if (same) same.indexes.push(index);
    else groups.set(words, { text, indexes: [index] });
  }
  return [...groups.values()].sort((left, right) => right.indexes.length - left.indexes.length);
}
