import { expect, it } from 'vitest';
import { createRandom } from '../../random/random.ts';
import { comparedShares, sharesOf } from './neighbours.ts';

function divergenceOf(left: readonly number[], right: readonly number[]): number {
  const part = (share: number, middle: number): number => (share > 0 ? share * Math.log(share / middle) : 0);
  return left.reduce((sum, p, at) => {
    const middle = (p + right[at]) / 2;
    return sum + (part(p, middle) + part(right[at], middle)) / 2;
  }, 0);
}

it('compares and merges rows as if all their shares were stored', () => {
  const { integer, next } = createRandom(5);
  const [rows, kinds, shrink] = [12, 40, 2];
  const counts = Float64Array.from({ length: rows * kinds }, () => (next() < 0.1 ? 1 + integer(9) : 0));
  // A row without neighbors, and a kind that never occurs.
  counts.fill(0, 3 * kinds, 4 * kinds);
  for (let row = 0; row < rows; row++) counts[row * kinds + 7] = 0;
  const shares = sharesOf(counts, kinds, shrink);
  const plain = Array.from({ length: rows }, (_, row) => [
    ...shares.subarray(row * kinds, (row + 1) * kinds),
  ]);
  const compared = comparedShares(counts, kinds, shrink);
  const check = (): void => {
    for (let a = 0; a < rows; a++)
      for (let b = 0; b < rows; b++)
        if (a !== b) {
          const divergence = compared.divergence(a, b);
          expect(divergence).toBeCloseTo(divergenceOf(plain[a], plain[b]), 12);
          expect(compared.leastDivergence(a, b)).toBeLessThanOrEqual(divergence);
          expect(compared.leastDivergence(a, b) / Math.LN2).toBeGreaterThan(divergence - 1e-9);
        }
  };
  check();
  for (const [a, b, share] of [
    [0, 3, 0.7],
    [3, 5, 0.2],
    [0, 9, 0.5],
  ] as const) {
    compared.unite(a, b, share);
    plain[a] = plain[a].map((own, at) => share * own + (1 - share) * plain[b][at]);
    check();
  }
});
