import type { Role } from '#shared/domain/dialogue.ts';
import { softmax } from '../../teaching/logistic-regression.ts';
import { createRow, type HashedRow, hashTurn, type ReadTurn } from './support-features.ts';
import type { PackedTable, SupportModel, SupportReader } from './support-model.ts';

export interface ReadDialogue {
  readonly turns: readonly ReadTurn[];
  readonly vectors: Float32Array | null;
  /** By turn, the probabilities of moves that a person gave. The turns around are read with them. */
  readonly given?: readonly (Float64Array | null)[];
  /** True if the last turn has not been said yet, so that every move is equally likely. */
  readonly goesOn?: boolean;
}

export const VECTOR_BLOCKS: readonly (readonly [number, number])[] = [
  [0, 2],
  [-1, 1],
  [1, 1],
];
export const AROUND: readonly number[] = [-1, 1, -2, 2];
const PLACES = 4;

export const aroundColumns = (counts: Readonly<Record<Role, number>>): number =>
  AROUND.length * (counts.user + counts.system + 1) + PLACES;

/** Visits the features of the surrounding turns. `sure` has the probabilities of the first reading by turn. */
export function eachAround(
  roles: readonly Role[],
  sure: readonly ArrayLike<number>[],
  at: number,
  counts: Readonly<Record<Role, number>>,
  visit: (column: number, value: number) => void,
): void {
  const width = counts.user + counts.system + 1;
  for (const [block, step] of AROUND.entries()) {
    const base = block * width;
    const other = at + step;
    if (other < 0 || other >= roles.length) {
      visit(base + width - 1, 1);
      continue;
    }
    const from = base + (roles[other] === 'user' ? 0 : counts.user);
    const own = sure[other];
    for (let move = 0; move < own.length; move++) visit(from + move, own[move]);
  }
  visit(AROUND.length * width + Math.min(PLACES - 1, at), 1);
}

export function eachOfVectors(
  vectors: Float32Array,
  dimensions: number,
  turns: number,
  at: number,
  visit: (column: number, value: number) => void,
): void {
  for (const [block, [step, weight]] of VECTOR_BLOCKS.entries()) {
    const other = at + step;
    if (other < 0 || other >= turns) continue;
    for (let d = 0; d < dimensions; d++)
      visit(block * dimensions + d, weight * vectors[other * dimensions + d]);
  }
}

export function createSupportTagger({ roles, encoder }: SupportModel) {
  const counts = { user: roles.user.moves.length, system: roles.system.moves.length };
  const row = createRow();
  const most = Math.max(counts.user, counts.system);
  const sums = new Float64Array(most);

  const first = (
    reader: SupportReader,
    moves: number,
    { turns, vectors }: ReadDialogue,
    at: number,
  ): Float64Array => {
    const scores = Float64Array.from(reader.biases);
    hashTurn(turns, at, row);
    addHashed(row, reader.grams, moves, scores, sums);
    if (vectors) {
      sums.fill(0);
      const { weights, scales } = reader.vectors;
      eachOfVectors(vectors, encoder.dimensions, turns.length, at, (column, value) => {
        for (let c = 0; c < moves; c++) sums[c] += value * weights[column * moves + c];
      });
      for (let c = 0; c < moves; c++) scores[c] += sums[c] * scales[c];
    }
    return scores;
  };

  const read = (dialogue: ReadDialogue): Float64Array[] => {
    const { turns } = dialogue;
    const readers = turns.map(({ role }) => roles[role][dialogue.vectors ? 'encoded' : 'plain']);
    const scores = turns.map(({ role }, at) => first(readers[at], counts[role], dialogue, at));
    const sure = scores.map((own, at) => {
      const given = dialogue.given?.[at];
      if (given) return given;
      const copy = own.slice();
      softmax(copy);
      return copy;
    });
    if (dialogue.goesOn) sure.at(-1)?.fill(1 / counts[turns[turns.length - 1].role]);
    const said = turns.map(({ role }) => role);
    return scores.map((own, at) => {
      const { around, aroundBiases, temperature } = readers[at];
      const moves = own.length;
      sums.fill(0);
      eachAround(said, sure, at, counts, (column, value) => {
        for (let c = 0; c < moves; c++) sums[c] += value * around.weights[column * moves + c];
      });
      for (let c = 0; c < moves; c++) own[c] += aroundBiases[c] + sums[c] * around.scales[c];
      softmax(own, temperature);
      return own;
    });
  };

  return {
    /** Returns the probabilities of moves for each turn. With vectors, they are the mean of both readings. */
    tag(dialogue: ReadDialogue): Float64Array[] {
      const own = read(dialogue);
      if (!dialogue.vectors) return own;
      const plain = read({ ...dialogue, vectors: null });
      return own.map((sure, at) => meanOf(sure, plain[at]));
    },
  };
}

export const meanOf = (one: Float64Array, other: Float64Array): Float64Array =>
  one.map((value, at) => (value + other[at]) / 2);

function addHashed(
  { columns, values, length }: HashedRow,
  { weights, scales }: PackedTable,
  moves: number,
  scores: Float64Array,
  sums: Float64Array,
): void {
  sums.fill(0);
  for (let entry = 0; entry < length; entry++) {
    const base = columns[entry] * moves;
    const value = values[entry];
    for (let c = 0; c < moves; c++) sums[c] += value * weights[base + c];
  }
  for (let c = 0; c < moves; c++) scores[c] += sums[c] * scales[c];
}
