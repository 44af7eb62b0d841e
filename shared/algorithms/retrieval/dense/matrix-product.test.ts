import { expect, it } from 'vitest';
import { createRandom } from '../../random/random.ts';
import { eachProduct, gramOf, productsWith, sparseProductsWith } from './matrix-product.ts';

const { next } = createRandom(11);
const numbers = (length: number) => Float32Array.from({ length }, () => next() - 0.5);
const PRECISIONS = [
  ['single', Float32Array, Math.fround],
  ['double', Float64Array, (value: number) => value],
] as const;

it.each(
  PRECISIONS.flatMap((precision) =>
    [
      [1, 1, 1],
      [3, 5, 16],
      [130, 100, 250],
      [65, 7, 33],
    ].map(([rows, inner, columns]) => [...precision, rows, inner, columns] as const),
  ),
)(
  'multiplies in %s precision to the last bit as a loop does (%#)',
  (_, Numbers, rounded, rows, inner, columns) => {
    const [left, right] = [Numbers.from(numbers(rows * inner)), Numbers.from(numbers(inner * columns))];
    const products = new Numbers(rows * columns);
    eachProduct({ values: left, count: rows, width: inner }, right, columns, (row, found, at) =>
      products.set(found.subarray(at, at + columns), row * columns),
    );
    const multiply = productsWith({ values: left, width: inner }, [...Array(rows).keys()].reverse());
    const ofOne = new Numbers(rows);
    const plain = new Numbers(rows * columns);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        for (let at = 0; at < inner; at++)
          plain[row * columns + column] += rounded(left[row * inner + at] * right[at * columns + column]);
    expect(products).toEqual(plain);
    multiply(
      right.filter((_, at) => at % columns === 0),
      ofOne,
    );
    expect([...ofOne].reverse()).toEqual(Array.from({ length: rows }, (_, row) => plain[row * columns]));
  },
);

it.each([1, 16, 33])('multiplies sparse rows with %i columns as a loop does', (width) => {
  const sparse = {
    offsets: Int32Array.of(0, 3, 3, 5, 6),
    columns: Int32Array.of(0, 4, 2, 1, 1, 3),
    values: numbers(6),
  };
  const right = numbers(5 * width);
  const plain = new Float32Array(4 * width);
  for (let row = 0; row < 4; row++)
    for (let entry = sparse.offsets[row]; entry < sparse.offsets[row + 1]; entry++)
      for (let at = 0; at < width; at++)
        plain[row * width + at] += Math.fround(
          sparse.values[entry] * right[sparse.columns[entry] * width + at],
        );
  const products = new Float32Array(4 * width);
  sparseProductsWith(right, width)(sparse, (row, found, at) =>
    products.set(found.subarray(at, at + width), row * width),
  );
  expect(products).toEqual(plain);
});

it('multiplies a tall matrix with itself', () => {
  const [rows, columns] = [150, 18];
  const matrix = Float64Array.from(numbers(rows * columns));
  const plain = new Float64Array(columns * columns);
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < columns; i++)
      for (let j = 0; j < columns; j++)
        plain[i * columns + j] += matrix[row * columns + i] * matrix[row * columns + j];
  expect(gramOf(matrix, rows, columns)).toEqual(plain);
  expect(gramOf(matrix, 0, columns)).toEqual(new Float64Array(columns * columns));
});
