/**
 * Parses truncated JSON up to its last whole element, to detect formats.
 * @returns undefined if there is no whole element
 */
export function closedJson(text: string): unknown {
  const open: string[] = [];
  /** Positions where the text may end. Brackets open there stay open, because only strings follow. */
  let end = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/gs)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? '}' : ']');
      end = index + 1;
    } else if (token === '}' || token === ']') {
      open.pop();
      end = index + 1;
    } else if (token === ',') end = index;
  }
  try {
    return JSON.parse(text.slice(0, end) + open.reverse().join('')) as unknown;
  } catch {
    return undefined;
  }
}
