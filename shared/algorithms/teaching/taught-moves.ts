import { createRandom } from '../random/random.ts';
import type { SparseRows } from '../retrieval/dense/sparse-rows.ts';
import {
  classProbabilities,
  fitLogisticRegression,
  type LinearModel,
  type SoftTargets,
} from './logistic-regression.ts';
import { type KnownColumns, pickRows, type SaidByName } from './turn-features.ts';

export type Answer = readonly [string, ...string[]];

export interface TaughtMoves {
  readonly moves: readonly string[];
  readonly model: LinearModel;
  /** The divisor of all scores. It makes turns with a confidence of 70 % right in 70 % of cases. */
  readonly temperature: number;
  readonly penalty: number;
}

/** Penalties to try, the largest first. Each fit starts with the weights of the previous one. */
const PENALTIES = [0.003, 0.001, 0.0003] as const;
const USUAL_PENALTY = 0.001;
/** With known moves, only their errors are learned, so few answers should change little. */
const penaltiesFor = (answers: number, known?: KnownColumns | null): readonly number[] =>
  known ? [1 / Math.max(1, answers)] : PENALTIES;
const TEMPERATURES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2, 2.5] as const;
const FOLDS = 5;
const CHOOSING_ITERATIONS = 25;
/** The total weight of a turn's further moves. */
const FURTHER = 0.3;
/** The most answers for choosing a penalty. More would not change the choice. */
const CHOOSING_ANSWERS = 1500;

interface FitOptions {
  readonly known?: KnownColumns | null;
  readonly penalty?: number;
  readonly temperature?: number;
  readonly from?: TaughtMoves;
  readonly iterations?: number;
}

/** Fits with a fixed penalty, quickly, because a person waits for the next question. */
export function fitTaught(
  rows: SparseRows,
  answers: readonly Answer[],
  options: FitOptions = {},
): TaughtMoves {
  const { temperature = 1, from, iterations, known } = options;
  const { penalty = known ? penaltiesFor(answers.length, known)[0] : USUAL_PENALTY } = options;
  // Known moves keep their indexes, so that weights can be reused.
  const moves = [...(from?.moves ?? known?.moves ?? [])];
  for (const answer of answers) for (const move of answer) if (!moves.includes(move)) moves.push(move);
  const model = fitLogisticRegression(rows, targetsOf(answers, moves), penalty, {
    iterations,
    from: from?.model,
    ...(known && { expected: expectedOf(known, moves) }),
  });
  return { moves, model, temperature, penalty };
}

const expectedOf = ({ moves: own, first }: KnownColumns, moves: readonly string[]): Int32Array =>
  Int32Array.from(moves, (move) => {
    const place = own.indexOf(move);
    return place < 0 ? -1 : first + place;
  });

export const readTaught = ({ model, temperature }: TaughtMoves, rows: SparseRows): Float64Array =>
  classProbabilities(model, rows, temperature);

function targetsOf(answers: readonly Answer[], moves: readonly string[]): SoftTargets {
  const placeOf = new Map(moves.map((move, at) => [move, at]));
  const values = new Float64Array(answers.length * moves.length);
  for (const [row, [first, ...further]] of answers.entries()) {
    const base = row * moves.length;
    values[base + (placeOf.get(first) ?? 0)] = further.length === 0 ? 1 : 1 - FURTHER;
    for (const move of further) values[base + (placeOf.get(move) ?? 0)] += FURTHER / further.length;
  }
  return { classes: moves.length, values };
}

/** Cross-validates over dialogues, then fits on all answers. `dialogues` are by answer. */
export function fitCalibrated(
  rows: SparseRows,
  answers: readonly Answer[],
  dialogues: ArrayLike<number>,
  seed: number,
  known: KnownColumns | null = null,
): TaughtMoves {
  const some = createRandom(seed)
    .shuffle([...answers.keys()])
    .slice(0, CHOOSING_ANSWERS);
  const folds = foldsOf(some, dialogues, seed);
  if (folds.length < 2) return fitTaught(rows, answers, { known });
  const penalties = penaltiesFor(answers.length, known);
  const losses = penalties.map(() => new Float64Array(TEMPERATURES.length));
  for (const held of folds) {
    const isHeld = new Set(held);
    const kept = some.filter((at) => !isHeld.has(at));
    const keptRows = pickRows(rows, kept);
    const heldRows = pickRows(rows, held);
    let from: TaughtMoves | undefined;
    for (const [place, penalty] of penalties.entries()) {
      from = fitTaught(
        keptRows,
        kept.map((at) => answers[at]),
        { penalty, from, iterations: CHOOSING_ITERATIONS, known },
      );
      const { moves, model } = from;
      for (const [which, temperature] of TEMPERATURES.entries()) {
        const sure = classProbabilities(model, heldRows, temperature);
        for (const [row, at] of held.entries()) {
          const move = moves.indexOf(answers[at][0]);
          // A move that only this part has is equally wrong at any temperature.
          const probability = move < 0 ? 0 : sure[row * moves.length + move];
          losses[place][which] -= Math.log(Math.max(probability, 1e-3));
        }
      }
    }
  }
  let best = { loss: Infinity, penalty: USUAL_PENALTY, temperature: 1 };
  for (const [place, penalty] of penalties.entries())
    for (const [which, temperature] of TEMPERATURES.entries())
      if (losses[place][which] < best.loss) best = { loss: losses[place][which], penalty, temperature };
  return fitTaught(rows, answers, { ...best, known });
}

function foldsOf(chosen: readonly number[], dialogues: ArrayLike<number>, seed: number): number[][] {
  const of = new Map<number, number>();
  const random = createRandom(seed + 1);
  for (const [place, dialogue] of random.shuffle([...new Set(chosen.map((at) => dialogues[at]))]).entries())
    of.set(dialogue, place % FOLDS);
  const folds = Array.from({ length: FOLDS }, (): number[] => []);
  for (const at of chosen) folds[of.get(dialogues[at]) ?? 0].push(at);
  return folds.filter((fold) => fold.length > 0);
}

/** Returns, for each held-out answer, whether a tagger without it guesses one of the person's moves first. */
export function judgeHeldBack(
  rows: SparseRows,
  answers: readonly Answer[],
  held: readonly (readonly number[])[],
  {
    penalty,
    temperature,
    share = 1,
    known = null,
    iterations,
  }: {
    readonly known?: KnownColumns | null;
    readonly penalty?: number;
    readonly temperature?: number;
    readonly share?: number;
    readonly iterations?: number;
  },
): { readonly answer: number; readonly right: boolean; readonly confidence: number }[] {
  return held.flatMap((part) => {
    const isHeld = new Set(part);
    const others = [...answers.keys()].filter((at) => !isHeld.has(at));
    const kept = createRandom(others.length)
      .shuffle(others)
      .slice(0, Math.ceil(share * others.length));
    if (kept.length === 0) return [];
    const taught = fitTaught(
      pickRows(rows, kept),
      kept.map((at) => answers[at]),
      { penalty, temperature, known, iterations },
    );
    const sure = readTaught(taught, pickRows(rows, part));
    return part.map((answer, row) => {
      const { move, confidence } = bestMoves(taught, sure, row)[0];
      return { answer, right: answers[answer].includes(move), confidence };
    });
  });
}

export const crossValidationParts = (count: number, dialogues: ArrayLike<number>, seed: number): number[][] =>
  foldsOf(
    Array.from({ length: count }, (_, at) => at),
    dialogues,
    seed,
  );

const SECOND = 0.25;

export function bestMoves(
  { moves }: TaughtMoves,
  sure: Float64Array,
  row: number,
): readonly [SaidByName, ...SaidByName[]] {
  const base = row * moves.length;
  let first = 0;
  for (let c = 1; c < moves.length; c++) if (sure[base + c] > sure[base + first]) first = c;
  let second = -1;
  for (let c = 0; c < moves.length; c++)
    if (c !== first && sure[base + c] >= SECOND && (second < 0 || sure[base + c] > sure[base + second]))
      second = c;
  const said = (c: number): SaidByName => ({ move: moves[c], confidence: sure[base + c] });
  return second < 0 ? [said(first)] : [said(first), said(second)];
}
