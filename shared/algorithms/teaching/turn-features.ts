import type { Role } from '#shared/domain/dialogue.ts';
import { fitMoveEncoder, type MoveEncoder, type Vectors } from '../moves/clusters/sentence-vectors.ts';
import { VECTOR_BLOCKS } from '../moves/support/support-tagger.ts';
import { turnsOfRole } from '../moves/turns-of-role.ts';
import type { SparseRows } from '../retrieval/dense/sparse-rows.ts';
import type { TeachingCorpus } from './teaching-corpus.ts';

export interface SaidByName {
  readonly move: string;
  /** 0 … 1 */
  readonly confidence: number;
}

/** The moves of each role before any answer, and their probabilities in each turn. */
export interface KnownMoves {
  readonly moves: Readonly<Record<Role, readonly string[]>>;
  of(turn: number): readonly SaidByName[];
  /** True if the tagger was too unsure to give the turn a move. */
  isUntagged(turn: number): boolean;
  /** A sentence encoder's vectors of turns, one after another; null if there are none. */
  readonly vectors: { readonly dimensions: number; readonly values: Float32Array } | null;
  /** The same, but with moves that a person gave, which tell something about the turns around them. */
  withAnswers(answers: ReadonlyMap<number, readonly string[]>): KnownMoves;
}

export interface KnownColumns {
  readonly moves: readonly string[];
  readonly first: number;
}

/**
 * Weights of the feature blocks, each of unit length: the turn's vector, words and signs, and the adjacent turns'
 * signs.
 */
const WEIGHTS = { vector: 1, words: 0.5, signs: 1.4, ends: 0.7, form: 0.5, before: 0.7, after: 0.7 } as const;

/** The least number of dialogues with a word or pair. Rarer words do not help and might identify somebody. */
export const LEAST_DIALOGUES = 5;

/** The columns of a role's turns, by name. Plain JSON without any sentence of the data. */
export interface FeatureColumns {
  readonly role: Role;
  /** Words and pairs of words, each with its weight: ln(dialogues / dialogues that have it). */
  readonly words: readonly (readonly [string, number])[];
  readonly signs: readonly string[];
}

/** The least probability of a move. Moves that are not listed share the rest. */
const LEAST_LIKELY = 1e-4;

export interface TurnFeatures {
  readonly columns: FeatureColumns;
  readonly known: KnownColumns | null;
  /** `turns` are indexes of turns of the role. `now` has the same moves as the features. */
  rowsOf(turns: ArrayLike<number>, now?: KnownMoves | null, vectors?: Vectors): SparseRows;
}

function eachWord(
  sentences: readonly { readonly words: readonly string[] }[],
  visit: (word: string) => void,
) {
  for (const { words } of sentences) {
    for (let at = 0; at < words.length; at++) {
      visit(words[at]);
      if (at > 0) visit(`${words[at - 1]} ${words[at]}`);
    }
    if (words.length > 0) visit(`^ ${words[0]}`);
    if (words.length > 1) visit(`^ ${words[0]} ${words[1]}`);
  }
}

export function chooseColumns({ moves, signs }: TeachingCorpus, role: Role): FeatureColumns {
  const counts = new Map<string, { last: number; dialogues: number }>();
  const known = new Set<string>();
  let dialogues = 0;
  let before = -1;
  for (const turn of turnsOfRole(moves, role)) {
    const dialogue = moves.dialogues[turn];
    if (dialogue !== before) dialogues++;
    before = dialogue;
    eachWord(moves.sentences[turn], (word) => {
      const count = counts.get(word);
      if (!count) counts.set(word, { last: dialogue, dialogues: 1 });
      else if (count.last !== dialogue) {
        count.last = dialogue;
        count.dialogues++;
      }
    });
    eachSign(signs, moves.dialogues, turn, (name) => known.add(name));
  }
  const words = [...counts]
    .filter(([word, count]) => count.dialogues >= LEAST_DIALOGUES && !/\d/u.test(word))
    .map(([word, count]) => [word, Math.log((1 + dialogues) / count.dialogues)] as const);
  return { role, words, signs: [...known].sort() };
}

const BLOCKS = ['signs', 'ends', 'form', 'before', 'after'] as const;
type Block = (typeof BLOCKS)[number];

function eachSign(
  signs: TeachingCorpus['signs'],
  dialogues: Int32Array,
  turn: number,
  visit: (name: string, block: Block) => void,
): void {
  const { all, ends, form } = signs[turn];
  for (const name of all) visit(name, 'signs');
  for (const name of ends) visit(name, 'ends');
  for (const name of form) visit(name, 'form');
  for (const [block, beside] of [
    ['before', turn - 1],
    ['after', turn + 1],
  ] as const) {
    if (dialogues[beside] !== dialogues[turn]) visit(`${block}: nothing`, block);
    else for (const name of signs[beside].all) visit(`${block}: ${name}`, block);
  }
}

/** @param encoder null for no vectors, as in a tagger that is saved for other projects */
export function turnFeatures(
  { moves, signs }: TeachingCorpus,
  columns: FeatureColumns,
  encoder: MoveEncoder | null,
  known: KnownMoves | null = null,
): TurnFeatures {
  const dimensions = encoder ? encoder.encode([[]]).dimensions : 0;
  const wordAt = new Map(columns.words.map(([word], at) => [word, dimensions + at]));
  const firstSign = dimensions + columns.words.length;
  const signAt = new Map(columns.signs.map((sign, at) => [sign, firstSign + at]));
  const firstKnown = firstSign + columns.signs.length;
  const knownMoves = known?.moves[columns.role] ?? [];
  const firstEncoded = firstKnown + knownMoves.length;
  const encoded = known?.vectors ?? null;
  const columnCount = firstEncoded + VECTOR_BLOCKS.length * (encoded?.dimensions ?? 0);
  return {
    columns,
    known: known && { moves: knownMoves, first: firstKnown },
    rowsOf(
      turns,
      now = known,
      vectors = encoder?.encode(Array.from(turns, (turn) => moves.sentences[turn].map(({ words }) => words))),
    ) {
      const offsets = new Int32Array(turns.length + 1);
      const found: number[] = [];
      const values: number[] = [];
      for (let row = 0; row < turns.length; row++) {
        const turn = turns[row];
        for (let d = 0; d < dimensions; d++) {
          found.push(d);
          values.push(WEIGHTS.vector * (vectors?.values[row * dimensions + d] ?? 0));
        }
        const counts = new Map<number, number>();
        eachWord(moves.sentences[turn], (word) => {
          const column = wordAt.get(word);
          if (column !== undefined) counts.set(column, (counts.get(column) ?? 0) + 1);
        });
        let squares = 0;
        const first = values.length;
        for (const [column, count] of counts) {
          const value = (1 + Math.log(count)) * columns.words[column - dimensions][1];
          squares += value * value;
          found.push(column);
          values.push(value);
        }
        for (let at = first; at < values.length; at++) values[at] *= WEIGHTS.words / Math.sqrt(squares);
        const blocks: Record<Block, number[]> = { signs: [], ends: [], form: [], before: [], after: [] };
        eachSign(signs, moves.dialogues, turn, (name, block) => {
          const column = signAt.get(name);
          if (column !== undefined) blocks[block].push(column);
        });
        for (const block of BLOCKS)
          for (const column of blocks[block]) {
            found.push(column);
            values.push(WEIGHTS[block] / Math.sqrt(blocks[block].length));
          }
        if (now) {
          const said = new Map(now.of(turn).map(({ move, confidence }) => [move, confidence]));
          const left = 1 - [...said.values()].reduce((sum, confidence) => sum + confidence, 0);
          const others = Math.max(LEAST_LIKELY, left / Math.max(1, knownMoves.length - said.size));
          for (const [at, move] of knownMoves.entries()) {
            found.push(firstKnown + at);
            values.push(Math.log(Math.max(LEAST_LIKELY, said.get(move) ?? others)));
          }
        }
        if (encoded) {
          const { dimensions: width, values: own } = encoded;
          for (const [block, [step, weight]] of VECTOR_BLOCKS.entries()) {
            if (moves.dialogues[turn + step] !== moves.dialogues[turn]) continue;
            for (let d = 0; d < width; d++) {
              found.push(firstEncoded + block * width + d);
              values.push(weight * own[(turn + step) * width + d]);
            }
          }
        }
        offsets[row + 1] = found.length;
      }
      return {
        rowCount: turns.length,
        columnCount,
        offsets,
        columns: Int32Array.from(found),
        values: Float32Array.from(values),
      };
    },
  };
}

export const fitTurnEncoder = ({ moves }: TeachingCorpus, role: Role, seed: number): MoveEncoder =>
  fitMoveEncoder(
    Array.from(turnsOfRole(moves, role), (turn) => moves.sentences[turn].map(({ words }) => words)),
    seed,
  );

export function pickRows(rows: SparseRows, chosen: ArrayLike<number>): SparseRows {
  const offsets = new Int32Array(chosen.length + 1);
  for (let at = 0; at < chosen.length; at++)
    offsets[at + 1] = offsets[at] + rows.offsets[chosen[at] + 1] - rows.offsets[chosen[at]];
  const columns = new Int32Array(offsets[chosen.length]);
  const values = new Float32Array(offsets[chosen.length]);
  for (let at = 0; at < chosen.length; at++) {
    const [from, to] = [rows.offsets[chosen[at]], rows.offsets[chosen[at] + 1]];
    columns.set(rows.columns.subarray(from, to), offsets[at]);
    values.set(rows.values.subarray(from, to), offsets[at]);
  }
  return { rowCount: chosen.length, columnCount: rows.columnCount, offsets, columns, values };
}
