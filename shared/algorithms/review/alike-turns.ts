import { append } from '../../domain/append.ts';
import { wordsOf } from '../retrieval/words/tokens.ts';

/**
 * Groups of at least two turns with the same role and words: size, then turns in order. Turns without text are in none.
 */
export function groupAlike(utterances: Iterable<readonly [number, number, string]>): Int32Array {
  const groups = new Map<string, number[]>();
  let [turn, role, text] = [-1, 0, ''];
  const close = (): void => {
    const words = wordsOf(text).join(' ') || text.trim();
    if (words === '') return;
    const key = `${role} ${words}`;
    append(groups, key, turn);
  };
  for (const [nextTurn, nextRole, nextText] of utterances) {
    if (nextTurn === turn) {
      text = `${text} ${nextText}`;
      continue;
    }
    close();
    [turn, role, text] = [nextTurn, nextRole, nextText];
  }
  close();
  const several = [...groups.values()].filter((group) => group.length > 1);
  return Int32Array.from(several.flatMap((group) => [group.length, ...group]));
}

export function groupSizes(groups: Int32Array, turns: number, indexOf: (turn: number) => number): Int32Array {
  const sizes = new Int32Array(turns).fill(1);
  for (let at = 0; at < groups.length; at += groups[at] + 1)
    for (const turn of groups.subarray(at + 1, at + 1 + groups[at])) sizes[indexOf(turn)] = groups[at];
  return sizes;
}

export function alikeReader(groups: Int32Array): (turn: number) => Int32Array {
  const starts = new Map<number, number>();
  for (let at = 0; at < groups.length; at += groups[at] + 1)
    for (const turn of groups.subarray(at + 1, at + 1 + groups[at])) starts.set(turn, at);
  return (turn) => {
    const at = starts.get(turn);
    return at === undefined ? new Int32Array() : groups.subarray(at + 1, at + 1 + groups[at]);
  };
}
