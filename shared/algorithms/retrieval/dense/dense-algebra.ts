import { eachProduct, gramOf, type Numbers } from './matrix-product.ts';

/** Creates an optimizer that moves `values` along given slopes, in place (Adam; Kingma & Ba 2015). */
export function createAdam(values: Float32Array | Float64Array) {
  const first = values.slice().fill(0);
  const second = values.slice().fill(0);
  let step = 0;
  return {
    step(slopes: Float32Array | Float64Array, rate: number): void {
      step++;
      const firstBias = 1 - 0.9 ** step;
      const secondBias = 1 - 0.999 ** step;
      for (let at = 0; at < values.length; at++) {
        first[at] = 0.9 * first[at] + 0.1 * slopes[at];
        second[at] = 0.999 * second[at] + 0.001 * slopes[at] * slopes[at];
        values[at] -= (rate * (first[at] / firstBias)) / (Math.sqrt(second[at] / secondBias) + 1e-8);
      }
    },
  };
}

/**
 * Makes the columns of a tall matrix orthonormal in place (Cholesky); dependent columns become zero.
 * @param passes one gives the right span; two make columns orthogonal up to rounding
 */
export function orthonormalise(matrix: Numbers, rowCount: number, width: number, passes = 2): void {
  for (let pass = 0; pass < passes; pass++)
    multiplyRows(matrix, rowCount, inverseCholesky(gramOf(matrix, rowCount, width), width), width);
}

export function multiplyRows(matrix: Numbers, rowCount: number, square: Float64Array, width: number): void {
  eachProduct({ values: matrix, count: rowCount, width }, square, width, (row, products, at) =>
    matrix.set(products.subarray(at, at + width), row * width),
  );
}

/** R⁻¹ for the upper triangular R with RᵀR = gram (its upper half given); a vanishing pivot gives a zero column. */
function inverseCholesky(gram: Float64Array, width: number): Float64Array {
  const upper = new Float64Array(width * width);
  for (let i = 0; i < width; i++) {
    let pivot = gram[i * width + i];
    for (let k = 0; k < i; k++) pivot -= upper[k * width + i] ** 2;
    if (pivot <= 1e-12 * Math.max(1e-30, gram[i * width + i])) continue;
    const root = Math.sqrt(pivot);
    upper[i * width + i] = root;
    for (let j = i + 1; j < width; j++) {
      let sum = gram[i * width + j];
      for (let k = 0; k < i; k++) sum -= upper[k * width + i] * upper[k * width + j];
      upper[i * width + j] = sum / root;
    }
  }
  const inverse = new Float64Array(width * width);
  for (let j = 0; j < width; j++) {
    if (upper[j * width + j] === 0) continue;
    inverse[j * width + j] = 1 / upper[j * width + j];
    for (let i = j - 1; i >= 0; i--) {
      if (upper[i * width + i] === 0) continue;
      let sum = 0;
      for (let k = i + 1; k <= j; k++) sum += upper[i * width + k] * inverse[k * width + j];
      inverse[i * width + j] = -sum / upper[i * width + i];
    }
  }
  return inverse;
}

/** Eigenvalues, descending, and eigenvectors (columns) of a symmetric matrix by cyclic Jacobi rotations. */
export function symmetricEigen(
  matrix: Float64Array,
  width: number,
): { values: Float64Array; vectors: Float64Array } {
  const a = matrix.slice();
  const v = new Float64Array(width * width);
  for (let i = 0; i < width; i++) v[i * width + i] = 1;
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let i = 0; i < width; i++) {
      diagonal += a[i * width + i] ** 2;
      for (let j = i + 1; j < width; j++) off += a[i * width + j] ** 2;
    }
    if (off <= 1e-20 * diagonal) break;
    for (let p = 0; p < width; p++) for (let q = p + 1; q < width; q++) rotate(a, v, width, p, q);
  }
  const order = Array.from({ length: width }, (_, i) => i).sort(
    (i, j) => a[j * width + j] - a[i * width + i] || i - j,
  );
  const values = Float64Array.from(order, (i) => a[i * width + i]);
  const vectors = new Float64Array(width * width);
  for (let row = 0; row < width; row++) {
    for (let column = 0; column < width; column++)
      vectors[row * width + column] = v[row * width + order[column]];
  }
  return { values, vectors };
}

function rotate(a: Float64Array, v: Float64Array, width: number, p: number, q: number): void {
  const apq = a[p * width + q];
  if (apq === 0) return;
  const theta = (a[q * width + q] - a[p * width + p]) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < width; k++) {
    const akp = a[k * width + p];
    const akq = a[k * width + q];
    a[k * width + p] = c * akp - s * akq;
    a[k * width + q] = s * akp + c * akq;
  }
  for (let k = 0; k < width; k++) {
    const apk = a[p * width + k];
    const aqk = a[q * width + k];
    a[p * width + k] = c * apk - s * aqk;
    a[q * width + k] = s * apk + c * aqk;
    const vkp = v[k * width + p];
    const vkq = v[k * width + q];
    v[k * width + p] = c * vkp - s * vkq;
    v[k * width + q] = s * vkp + c * vkq;
  }
}
