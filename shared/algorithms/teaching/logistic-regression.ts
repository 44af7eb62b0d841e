import type { SparseRows } from '../retrieval/dense/sparse-rows.ts';

export interface SoftTargets {
  readonly classes: number;
  readonly values: Float64Array;
}

export interface LinearModel {
  readonly classes: number;
  /** For each column, its index among the columns with weights; −1 for none. */
  readonly placeOf: Int32Array;
  /** Places × classes, then the bias of each class. */
  readonly weights: Float64Array;
}

const HISTORY = 6;
const LEAST_GAIN = 1e-4;

interface FitOptions {
  readonly iterations?: number;
  readonly from?: LinearModel;
  /** Prior scores, rows × classes. Only the errors of these scores are learned. */
  readonly known?: Float64Array;
  /** For each class, the column with its known score, whose weight is fixed; −1 for a class without one. */
  readonly expected?: Int32Array;
}

/** The weight of known scores. They are somewhat too sure of turns of other companies. */
const KNOWN_WEIGHT = 0.8;
/** The pull toward the initial biases, as a number of rows. */
const EXPECTED_ROWS = 4;
/** The initial bias of a class without an expected weight. */
const UNEXPECTED = -4;

/** Multinomial logistic regression by L-BFGS. @param penalty of the mean loss: ½ · penalty · |weights|² */
export function fitLogisticRegression(
  rows: SparseRows,
  { classes, values: targets }: SoftTargets,
  penalty: number,
  { iterations = 60, from, known, expected }: FitOptions = {},
): LinearModel {
  const placeOf = new Int32Array(rows.columnCount).fill(-1);
  let places = 0;
  for (const column of expected ?? []) if (column >= 0) placeOf[column] = places++;
  const firstLearned = places;
  for (const column of rows.columns.subarray(0, rows.offsets[rows.rowCount]))
    if (placeOf[column] < 0) placeOf[column] = places++;
  const size = (places + 1) * classes;
  const biases = places * classes;
  const usual = new Float64Array(size);
  for (const [c, column] of (expected ?? []).entries())
    if (column < 0) usual[biases + c] = UNEXPECTED;
    else usual[placeOf[column] * classes + c] = KNOWN_WEIGHT;
  const weights = usual.slice();
  if (from && from.classes <= classes) carryOver(from, placeOf, classes, weights);
  const scores = new Float64Array(classes);

  const lossAt = (at: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0);
    let loss = 0;
    for (let row = 0; row < rows.rowCount; row++) {
      scoreRow(rows, row, placeOf, at, classes, scores);
      if (known) for (let c = 0; c < classes; c++) scores[c] += known[row * classes + c];
      softmax(scores);
      for (let c = 0; c < classes; c++) {
        const target = targets[row * classes + c];
        if (target > 0) loss -= target * Math.log(Math.max(scores[c], 1e-300));
        scores[c] = (scores[c] - target) / rows.rowCount;
        gradient[biases + c] += scores[c];
      }
      for (let entry = rows.offsets[row]; entry < rows.offsets[row + 1]; entry++) {
        const base = placeOf[rows.columns[entry]] * classes;
        const value = rows.values[entry];
        for (let c = 0; c < classes; c++) gradient[base + c] += value * scores[c];
      }
    }
    loss /= Math.max(1, rows.rowCount);
    for (let i = firstLearned * classes; i < biases; i++) {
      loss += 0.5 * penalty * at[i] * at[i];
      gradient[i] += penalty * at[i];
    }
    if (expected) {
      const strength = EXPECTED_ROWS / Math.max(1, rows.rowCount);
      gradient.fill(0, 0, firstLearned * classes);
      for (let i = biases; i < size; i++) {
        const away = at[i] - usual[i];
        loss += 0.5 * strength * away * away;
        gradient[i] += strength * away;
      }
    }
    return loss;
  };
  return { classes, placeOf, weights: minimise(weights, lossAt, iterations) };
}

function carryOver(from: LinearModel, placeOf: Int32Array, classes: number, into: Float64Array): void {
  for (let column = 0; column < placeOf.length; column++) {
    const old = from.placeOf[column] ?? -1;
    if (old < 0 || placeOf[column] < 0) continue;
    for (let c = 0; c < from.classes; c++)
      into[placeOf[column] * classes + c] = from.weights[old * from.classes + c];
  }
  const oldBiases = from.weights.length - from.classes;
  for (let c = 0; c < from.classes; c++) into[into.length - classes + c] = from.weights[oldBiases + c];
}

function scoreRow(
  { offsets, columns, values }: SparseRows,
  row: number,
  placeOf: Int32Array,
  weights: Float64Array,
  classes: number,
  scores: Float64Array,
): void {
  const biases = weights.length - classes;
  for (let c = 0; c < classes; c++) scores[c] = weights[biases + c];
  for (let entry = offsets[row]; entry < offsets[row + 1]; entry++) {
    const place = placeOf[columns[entry]];
    if (place < 0) continue;
    const base = place * classes;
    const value = values[entry];
    for (let c = 0; c < classes; c++) scores[c] += value * weights[base + c];
  }
}

/** Turns scores into probabilities in place. Subtracts the largest score first to avoid overflow. */
export function softmax(scores: Float64Array, temperature = 1): void {
  let most = -Infinity;
  for (const score of scores) if (score > most) most = score;
  let sum = 0;
  for (let c = 0; c < scores.length; c++) {
    scores[c] = Math.exp((scores[c] - most) / temperature);
    sum += scores[c];
  }
  for (let c = 0; c < scores.length; c++) scores[c] /= sum;
}

/** Returns the probability of each class, rows × classes. `known` is as for fitting. */
export function classProbabilities(
  model: LinearModel,
  rows: SparseRows,
  temperature = 1,
  known?: Float64Array,
): Float64Array {
  const { classes, placeOf, weights } = model;
  const result = new Float64Array(rows.rowCount * classes);
  for (let row = 0; row < rows.rowCount; row++) {
    const scores = result.subarray(row * classes, (row + 1) * classes);
    scoreRow(rows, row, placeOf, weights, classes, scores);
    if (known) for (let c = 0; c < classes; c++) scores[c] += known[row * classes + c];
    softmax(scores, temperature);
  }
  return result;
}

function minimise(
  start: Float64Array,
  lossAt: (at: Float64Array, gradient: Float64Array) => number,
  iterations: number,
): Float64Array {
  const size = start.length;
  let at = start;
  let gradient = new Float64Array(size);
  let loss = lossAt(at, gradient);
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const direction = twoLoops(gradient, steps, changes);
    const slope = inner(direction, gradient);
    if (!(slope < 0)) break;
    let step = iteration === 0 ? Math.min(1, 1 / Math.sqrt(inner(gradient, gradient))) : 1;
    let next = at;
    let nextLoss = loss;
    const nextGradient = new Float64Array(size);
    for (let halved = 0; halved < 20; halved++, step /= 2) {
      next = at.slice();
      addTimes(next, step, direction);
      nextLoss = lossAt(next, nextGradient);
      if (nextLoss <= loss + 1e-4 * step * slope) break;
    }
    if (!(nextLoss < loss)) break;
    const stepped = next.slice();
    addTimes(stepped, -1, at);
    const changed = nextGradient.slice();
    addTimes(changed, -1, gradient);
    steps.push(stepped);
    changes.push(changed);
    if (steps.length > HISTORY) {
      steps.shift();
      changes.shift();
    }
    const gain = loss - nextLoss;
    at = next;
    gradient = nextGradient;
    loss = nextLoss;
    if (gain < LEAST_GAIN * Math.max(loss, 1e-3)) break;
  }
  return at;
}

function twoLoops(
  gradient: Float64Array,
  steps: readonly Float64Array[],
  changes: readonly Float64Array[],
): Float64Array {
  const direction = new Float64Array(gradient.length);
  addTimes(direction, -1, gradient);
  const alphas = new Float64Array(steps.length);
  for (let k = steps.length - 1; k >= 0; k--) {
    alphas[k] = inner(steps[k], direction) / inner(steps[k], changes[k]);
    addTimes(direction, -alphas[k], changes[k]);
  }
  const last = steps.length - 1;
  if (last >= 0) {
    const scale = inner(steps[last], changes[last]) / inner(changes[last], changes[last]);
    for (let i = 0; i < direction.length; i++) direction[i] *= scale;
  }
  for (let k = 0; k < steps.length; k++)
    addTimes(direction, alphas[k] - inner(changes[k], direction) / inner(steps[k], changes[k]), steps[k]);
  return direction;
}

function inner(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i] * right[i];
  return sum;
}

function addTimes(into: Float64Array, factor: number, from: Float64Array): void {
  for (let i = 0; i < into.length; i++) into[i] += factor * from[i];
}
