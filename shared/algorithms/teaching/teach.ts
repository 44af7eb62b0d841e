import { ROLE_NAMES, ROLES, type Role } from '#shared/domain/dialogue.ts';
import { turnsOfRole } from '../moves/turns-of-role.ts';
import { createRandom } from '../random/random.ts';
import {
  type Answer,
  bestMoves,
  crossValidationParts,
  fitCalibrated,
  judgeHeldBack,
  readTaught,
  type TaughtMoves,
} from './taught-moves.ts';
import type { TeachingCorpus } from './teaching-corpus.ts';
import {
  chooseColumns,
  type FeatureColumns,
  fitTurnEncoder,
  type KnownMoves,
  type SaidByName,
  turnFeatures,
} from './turn-features.ts';

export interface TaughtRole {
  readonly role: Role;
  readonly columns: FeatureColumns;
  readonly taught: TaughtMoves;
}

interface Taught {
  readonly roles: readonly TaughtRole[];
  /** The number of held-out answers, and for how many of them the first guess was one of the person's moves. */
  readonly judged: { readonly right: number; readonly answers: number };
  readonly turns: readonly (readonly SaidByName[] | null)[];
}

interface TeachOptions {
  /** The share of the answered dialogues that is held out to measure accuracy. Null uses cross-validation. */
  readonly holdBack: number | null;
  readonly vectors: boolean;
  /** The moves that the answers correct. Null for a tagger that is used on other corpora. */
  readonly known?: KnownMoves | null;
  readonly seed: number;
  /** For each turn, its group. Turns that were answered together are held out together. */
  readonly together: ReadonlyMap<number, number>;
  readonly report?: (phase: string, done: number, total: number) => void;
}

const LEAST_MOVES = 2;
const TURNS_AT_ONCE = 4000;

/** Trains both roles on answers and tags all turns. Answered turns keep their answer. */
export function teach(
  corpus: TeachingCorpus,
  answers: ReadonlyMap<number, Answer>,
  { holdBack, vectors, known: asked = null, seed, together, report = () => undefined }: TeachOptions,
): Taught {
  const known = asked?.withAnswers(answers) ?? null;
  const roles: TaughtRole[] = [];
  const turns = new Array<readonly SaidByName[] | null>(corpus.signs.length).fill(null);
  let right = 0;
  let judgedAnswers = 0;
  for (const [place, role] of ROLES.entries()) {
    const own = turnsOfRole(corpus.moves, role);
    const answered = own.filter((turn) => answers.has(turn));
    const given = Array.from(answered, (turn) => answers.get(turn)).filter((answer) => answer !== undefined);
    if (new Set(given.flat()).size < (known ? 1 : LEAST_MOVES)) continue;
    report(`learning from your answers about the ${ROLE_NAMES[role]}`, 2 * place, 2 * ROLES.length);
    const columns = chooseColumns(corpus, role);
    const encoder = vectors ? fitTurnEncoder(corpus, role, seed) : null;
    const features = turnFeatures(corpus, columns, encoder, known);
    const rows = features.rowsOf(answered);
    const groups = groupsOf(corpus, answered, together);
    const taught = fitCalibrated(rows, given, groups, seed, features.known);
    const held =
      holdBack === null
        ? crossValidationParts(given.length, groups, seed)
        : [heldBack(groups, holdBack, seed)];
    const judged = judgeHeldBack(rows, given, held, { ...taught, known: features.known });
    right += judged.filter((one) => one.right).length;
    judgedAnswers += judged.length;
    roles.push({ role, columns, taught });
    report(`naming the moves of the ${ROLE_NAMES[role]}`, 2 * place + 1, 2 * ROLES.length);
    nameTurns(own, features, taught, turns);
  }
  return { roles, judged: { right, answers: judgedAnswers }, turns };
}

export function tagByTaught(corpus: TeachingCorpus, roles: readonly TaughtRole[]): Taught['turns'] {
  const turns = new Array<readonly SaidByName[] | null>(corpus.signs.length).fill(null);
  for (const { role, columns, taught } of roles)
    nameTurns(turnsOfRole(corpus.moves, role), turnFeatures(corpus, columns, null), taught, turns);
  return turns;
}

function nameTurns(
  own: Int32Array,
  features: ReturnType<typeof turnFeatures>,
  taught: TaughtMoves,
  into: (readonly SaidByName[] | null)[],
): void {
  for (let from = 0; from < own.length; from += TURNS_AT_ONCE) {
    const some = own.subarray(from, from + TURNS_AT_ONCE);
    const sure = readTaught(taught, features.rowsOf(some));
    for (const [row, turn] of some.entries()) into[turn] = bestMoves(taught, sure, row);
  }
}

/** Returns each turn's cross-validation group: turns answered together, or its dialogue. */
export const groupsOf = (
  { moves }: TeachingCorpus,
  turns: ArrayLike<number>,
  together: ReadonlyMap<number, number>,
): Int32Array =>
  Int32Array.from(turns, (turn) => {
    const number = together.get(turn);
    return number === undefined ? moves.dialogues[turn] : -1 - number;
  });

function heldBack(groups: Int32Array, share: number, seed: number): number[] {
  const all = createRandom(seed + 2).shuffle([...new Set(groups)]);
  const held = new Set(all.slice(0, Math.max(1, Math.round(share * all.length))));
  return [...groups.keys()].filter((at) => held.has(groups[at]));
}
