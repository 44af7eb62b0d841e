import type { LsaModel } from '#shared/algorithms/retrieval/dense/lsa.ts';

const HEADER_NUMBERS = 4;

/**
 * A fitted model as bytes: dimensions, columns, columns in use and singular values as 32-bit integers, then for the
 * columns in use their ids, weights and directions, then the singular values. Little-endian 32-bit numbers.
 */
export function packModel(model: LsaModel): Uint8Array {
  const { dimensions, columnCount, weights, directions, singularValues } = model;
  const used: number[] = [];
  for (let column = 0; column < columnCount; column++) if (weights[column] !== 0) used.push(column);
  const length = HEADER_NUMBERS + used.length * (2 + dimensions) + singularValues.length;
  const buffer = new ArrayBuffer(4 * length);
  const integers = new Int32Array(buffer);
  const numbers = new Float32Array(buffer);
  integers.set([dimensions, columnCount, used.length, singularValues.length]);
  integers.set(used, HEADER_NUMBERS);
  let at = HEADER_NUMBERS + used.length;
  for (const column of used) numbers[at++] = weights[column]!;
  for (const column of used) {
    numbers.set(directions.subarray(column * dimensions, (column + 1) * dimensions), at);
    at += dimensions;
  }
  numbers.set(singularValues, at);
  return new Uint8Array(buffer);
}

/** @throws RangeError if the bytes are not such a model */
export function unpackModel(packed: Uint8Array): LsaModel {
  // Copied, as a database's buffer may start at any byte and 32-bit views may not.
  const { buffer } = packed.slice();
  const integers = new Int32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
  const numbers = new Float32Array(buffer, 0, integers.length);
  const [dimensions = 0, columnCount = 0, usedCount = 0, valueCount = 0] = integers;
  if (integers.length !== HEADER_NUMBERS + usedCount * (2 + dimensions) + valueCount) {
    throw new RangeError(
      `The encoder has ${packed.byteLength} bytes, which do not fit its header; fit it again.`,
    );
  }
  const used = integers.subarray(HEADER_NUMBERS, HEADER_NUMBERS + usedCount);
  const weights = new Float32Array(columnCount);
  const directions = new Float32Array(columnCount * dimensions);
  let at = HEADER_NUMBERS + usedCount;
  for (const column of used) weights[column] = numbers[at++]!;
  for (const column of used) {
    directions.set(numbers.subarray(at, at + dimensions), column * dimensions);
    at += dimensions;
  }
  return { dimensions, columnCount, weights, directions, singularValues: numbers.slice(at, at + valueCount) };
}
