import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Activities, coveringCount, fittingCount, nearestCommon, variantsOf } from './variants.ts';

/** Each letter is a step. */
function logOf(...dialogues: string[]): Pick<Activities, 'offsets' | 'steps'> {
  const offsets = new Int32Array(dialogues.length + 1);
  dialogues.forEach((steps, at) => {
    offsets[at + 1] = offsets[at] + steps.length;
  });
  return { offsets, steps: Int32Array.from(dialogues.join(''), (letter) => letter.charCodeAt(0) - 97) };
}
const told = (log: Pick<Activities, 'offsets' | 'steps'>, fold: boolean) =>
  variantsOf(log, fold).map(({ steps, dialogues }) => [
    steps.map(({ symbol, repeated }) => String.fromCharCode(97 + symbol) + (repeated ? '+' : '')).join(' '),
    dialogues,
  ]);

const LOG = logOf('abbc', 'abc', 'abbbc', '', 'abc', 'b');

it('are the distinct sequences, most common first, and dialogues without a step are none', () => {
  expect(told(LOG, false)).toEqual([
    ['a b c', [1, 4]],
    ['a b b c', [0]],
    ['a b b b c', [2]],
    ['b', [5]],
  ]);
});

it('fold what is done several times in a row into one step, which is told from one done once', () => {
  expect(told(LOG, true)).toEqual([
    ['a b+ c', [0, 2]],
    ['a b c', [1, 4]],
    ['b', [5]],
  ]);
});

it('are those of some dialogues where asked', () => {
  expect(variantsOf(LOG, true, (dialogue) => dialogue > 3).map(({ dialogues }) => dialogues)).toEqual([
    [4],
    [5],
  ]);
});

it('cover a share with as few as there need be', () => {
  const variants = variantsOf(LOG, true);
  expect([0, 0.4, 0.41, 0.8, 0.81, 1].map((share) => coveringCount(variants, share))).toEqual([
    0, 1, 2, 2, 3, 3,
  ]);
});

it('are as many as have so many steps, and one at least', () => {
  const variants = variantsOf(logOf('abc', 'abc', 'xy', 'm'), false);
  expect([0, 3, 4, 5, 6, 99].map((most) => fittingCount(variants, most))).toEqual([1, 1, 1, 2, 3, 3]);
  expect(fittingCount([], 5)).toBe(0);
});

it('that are rare are like the nearest common one, ties like the commoner', () => {
  const variants = variantsOf(logOf('abc', 'abc', 'abc', 'xyz', 'xyz', 'abd', 'xya', 'm'), false);
  expect([...nearestCommon(variants, 2, 2)]).toEqual([0, 1, 0]);
  expect([...nearestCommon(variants, 2, 1)]).toEqual([0, 0, 0]);
  expect([...nearestCommon(variants, 0, 5)]).toEqual([-1, -1, -1, -1, -1]);
});

/** By the table that Levenshtein's distance is defined by. */
function naiveDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const exchanged = row[j - 1] + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[right.length];
}

it('are as near as a table of distances says, up to 32 steps', () => {
  const sequence = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 32 });
  fc.assert(
    fc.property(fc.uniqueArray(sequence, { minLength: 2, maxLength: 8 }), (sequences) => {
      const variants = variantsOf(logOf(...sequences), false);
      const common = Math.ceil(sequences.length / 2);
      const [first, rare] = [sequences.slice(0, common), sequences.slice(common)];
      const expected = rare.map((own) => {
        const apart = first.map((other) => naiveDistance(own, other));
        return apart.indexOf(Math.min(...apart));
      });
      expect([...nearestCommon(variants, common, common)]).toEqual(expected);
    }),
  );
});
