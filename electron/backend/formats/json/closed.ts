/**
 * JSON whose end is missing, closed after its last whole element: the beginning of a file says what the file is.
 * @returns undefined where nothing whole is in it
 */
export function closedJson(text: string): unknown {
  const open: string[] = [];
  /** Where the text may end, and what closes it there. */
  let end = 0;
  let closers = '';
  const mark = (at: number): void => {
    end = at;
    closers = open.toReversed().join('');
  };
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/gs)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? '}' : ']');
      mark(index + 1);
    } else if (token === '}' || token === ']') {
      open.pop();
      mark(index + 1);
    } else if (token === ',') mark(index);
  }
  try {
    return JSON.parse(text.slice(0, end) + closers) as unknown;
  } catch {
    return undefined;
  }
}
