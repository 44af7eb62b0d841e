import { expect, it } from 'vitest';
import { createRandom } from '../../random/random.ts';
import { eachProduct, gramOf, productsWith } from './matrix-product.ts';

const { next } = createRandom(11);
const numbers = (length: number) => Float32Array.from({ length }, () => next() - 0.5);

it.each([
  [1, 1, 1],
  [3, 5, 16],
  [130, 100, 250],
  [65, 7, 33],
])(
  'multiplies %i rows of %i numbers with %i columns to the last bit as a loop does',
  (rows, inner, columns) => {
    const [left, right] = [numbers(rows * inner), numbers(inner * columns)];
    const products = new Float64Array(rows * columns);
    eachProduct({ values: left, count: rows, width: inner }, right, columns, (row, found, at) =>
      products.set(found.subarray(at, at + columns), row * columns),
    );
    const multiply = productsWith({ values: left, width: inner }, [...Array(rows).keys()].reverse());
    const ofOne = new Float64Array(rows);
    const plain = new Float64Array(rows * columns);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        for (let at = 0; at < inner; at++)
          plain[row * columns + column] += left[row * inner + at] * right[at * columns + column];
    expect(products).toEqual(plain);
    multiply(
      Float32Array.from({ length: inner }, (_, at) => right[at * columns]),
      ofOne,
    );
    expect([...ofOne].reverse()).toEqual(Array.from({ length: rows }, (_, row) => plain[row * columns]));
  },
);

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
