import { compareCodePoints } from '../corpus/code-point-order.ts';

/**
 * Which dialogues both lists of keys have. Linear, as both are in code-point order.
 *
 * @returns length = keys after; the index before, -1 where it is new
 */
export function matchDialogues(before: readonly string[], after: readonly string[]): Int32Array {
  const dialogueBefore = new Int32Array(after.length).fill(-1);
  for (let old = 0, now = 0; old < before.length && now < after.length; ) {
    const order = before[old] === after[now] ? 0 : compareCodePoints(before[old], after[now]);
    if (order === 0) dialogueBefore[now] = old;
    if (order <= 0) old++;
    if (order >= 0) now++;
  }
  return dialogueBefore;
}
