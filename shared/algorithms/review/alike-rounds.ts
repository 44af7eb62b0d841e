import { wordsOf } from '../retrieval/words/tokens.ts';

/**
 * Returns groups of two or more turns in which one role says the same words: size, then turns in order. Ignores case
 * and punctuation unless there are only signs. Turns without text are in no group.
 * @param utterances [turn, role, text], grouped by turn
 */
export function groupAlike(utterances: Iterable<readonly [number, number, string]>): Int32Array {
  const groups = new Map<string, number[]>();
  let [round, role, text] = [-1, 0, ''];
  const close = (): void => {
    const words = wordsOf(text).join(' ') || text.trim();
    if (words === '') return;
    const key = `${role} ${words}`;
    const group = groups.get(key);
    if (group) group.push(round);
    else groups.set(key, [round]);
  };
  for (const [nextRound, nextRole, nextText] of utterances) {
    if (nextRound === round) {
      text = `${text} ${nextText}`;
      continue;
    }
    close();
    [round, role, text] = [nextRound, nextRole, nextText];
  }
  close();
  const several = [...groups.values()].filter((group) => group.length > 1);
  return Int32Array.from(several.flatMap((group) => [group.length, ...group]));
}

/** Returns the size of each turn's group, including itself. @param indexOf a turn's index among `rounds` */
export function groupSizes(
  groups: Int32Array,
  rounds: number,
  indexOf: (round: number) => number,
): Int32Array {
  const sizes = new Int32Array(rounds).fill(1);
  for (let at = 0; at < groups.length; at += groups[at] + 1)
    for (const round of groups.subarray(at + 1, at + 1 + groups[at])) sizes[indexOf(round)] = groups[at];
  return sizes;
}

/** Returns a reader of the group of a turn, including the turn itself; empty if no other turn matches. */
export function alikeReader(groups: Int32Array): (round: number) => Int32Array {
  const starts = new Map<number, number>();
  for (let at = 0; at < groups.length; at += groups[at] + 1)
    for (const round of groups.subarray(at + 1, at + 1 + groups[at])) starts.set(round, at);
  return (round) => {
    const at = starts.get(round);
    return at === undefined ? new Int32Array() : groups.subarray(at + 1, at + 1 + groups[at]);
  };
}
