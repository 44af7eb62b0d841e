import { describe, expect, it } from 'vitest';
import { createRandom } from '../../random/random.ts';
import { orthonormalise, symmetricEigen } from './dense-algebra.ts';
import { fitLsa, projectRow } from './lsa.ts';
import { countRows } from './sparse-rows.ts';

function modelOf(documents: readonly (readonly number[])[], columns: number, dimensions: number, seed = 1) {
  const random = createRandom(seed);
  const rows = countRows(documents.length, columns, (row) => documents[row]);
  return fitLsa(rows, { dimensions, iterations: 3, minimumFrequency: 1, random: () => random.next() });
}

function vectorOf(model: ReturnType<typeof modelOf>, columns: readonly number[]): Float32Array {
  const vector = new Float32Array(model.dimensions);
  projectRow(model, columns, vector, 0);
  return vector;
}

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * b[at], 0);

describe('latent semantic analysis', () => {
  // Two topics: words 0–3 and 4–7; documents 0 and 2 share no word but a topic.
  const documents = [
    [0, 1],
    [1, 2],
    [2, 3],
    [0, 3],
    [0, 2],
    [4, 5],
    [5, 6],
    [6, 7],
    [4, 7],
    [5, 7],
  ];

  it('places texts of one topic close together even if they share no word', () => {
    const model = modelOf(documents, 8, 2);
    expect(dot(vectorOf(model, [0, 1]), vectorOf(model, [2, 3]))).toBeGreaterThan(0.9);
    expect(Math.abs(dot(vectorOf(model, [0, 1]), vectorOf(model, [6, 7])))).toBeLessThan(0.1);
  });

  it('keeps all inner products when it keeps all dimensions', () => {
    const model = modelOf(documents, 8, 8);
    const tfIdf = (columns: readonly number[]) => {
      const vector = new Float32Array(8);
      for (const column of columns) vector[column] += model.weights[column];
      const norm = Math.hypot(...vector);
      return vector.map((value) => value / norm);
    };
    expect(dot(vectorOf(model, [0, 1, 5]), vectorOf(model, [1, 4, 5]))).toBeCloseTo(
      dot(tfIdf([0, 1, 5]), tfIdf([1, 4, 5])),
      4,
    );
  });

  it('gives the same result for the same seed, and unit or zero vectors', () => {
    expect(modelOf(documents, 8, 3).directions).toEqual(modelOf(documents, 8, 3).directions);
    const model = modelOf(documents, 8, 3);
    expect(dot(vectorOf(model, [0, 4]), vectorOf(model, [0, 4]))).toBeCloseTo(1, 5);
    expect([...vectorOf(model, [-1])]).toEqual([0, 0, 0]);
  });

  it('works on an empty corpus', () => {
    expect([...vectorOf(modelOf([], 4, 2), [0])].every((value) => value === 0)).toBe(true);
  });
});

describe('dense algebra', () => {
  it('makes columns orthonormal and turns a dependent one into zero', () => {
    const matrix = Float64Array.from([1, 1, 2, 0, 1, 0, 1, 0, 2]);
    orthonormalise(matrix, 3, 3);
    const column = (j: number) => [matrix[j], matrix[3 + j], matrix[6 + j]];
    const inner = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * b[at], 0);
    expect(inner(column(0), column(0))).toBeCloseTo(1, 10);
    expect(inner(column(0), column(1))).toBeCloseTo(0, 10);
    expect(inner(column(2), column(2))).toBeCloseTo(0, 6);
  });

  it('finds eigenvalues in descending order with their vectors', () => {
    const { values, vectors } = symmetricEigen(Float64Array.from([2, 1, 1, 2]), 2);
    expect(values[0]).toBeCloseTo(3, 10);
    expect(values[1]).toBeCloseTo(1, 10);
    expect(Math.abs(vectors[0])).toBeCloseTo(Math.SQRT1_2, 10);
    expect(vectors[0]).toBeCloseTo(vectors[2], 10);
  });
});
