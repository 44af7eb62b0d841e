import type { Role } from '#shared/domain/dialogue.ts';
import { softmax } from '../../teaching/logistic-regression.ts';
import { createRow, type HashedRow, hashTurn, type ReadTurn } from './support-features.ts';
import type { PackedTable, SupportModel, SupportReader } from './support-model.ts';

export interface ReadDialogue {
  readonly turns: readonly ReadTurn[];
  /** One unit vector per turn, concatenated; null without an encoder. */
  readonly vectors: Float32Array | null;
  /** True if the last turn has not been said yet, so that every move is equally likely. */
  readonly goesOn?: boolean;
}

/** The neighboring turns whose vectors are used for a turn, and the weights of these vectors. */
export const VECTOR_BLOCKS: readonly (readonly [number, number])[] = [
  [0, 2],
  [-1, 1],
  [1, 1],
];
/** The surrounding turns whose moves the second reading uses. */
export const AROUND: readonly number[] = [-1, 1, -2, 2];
const PLACES = 4;

/** Returns the number of columns: the moves of both roles and "none" for each surrounding turn, plus the position. */
export const aroundColumns = (counts: Readonly<Record<Role, number>>): number =>
  AROUND.length * (counts.user + counts.system + 1) + PLACES;

/**
 * Visits the features of the surrounding turns: a move's probability in its column.
 * @param sure by turn, the probabilities of the first reading
 */
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

/** Visits the numbers of the vectors that are used for a turn. */
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

/** Creates a tagger for one dialogue after another. Reuse the tagger for its buffers. */
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
    const sure = scores.map((own) => {
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
    /**
     * Returns, for each turn, the probabilities of its role's moves. With vectors, they are the mean of both readings.
     */
    tag(dialogue: ReadDialogue): Float64Array[] {
      const own = read(dialogue);
      if (!dialogue.vectors) return own;
      const plain = read({ ...dialogue, vectors: null });
      return own.map((sure, at) => meanOf(sure, plain[at]));
    },
  };
}

/** The mean of two readings of a turn. */
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
