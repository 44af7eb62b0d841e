import { ROLE_NAMES, ROLES, type Role } from '#shared/domain/dialogue.ts';
import { roundsOfRole } from '../moves/rounds-of-role.ts';
import { createRandom } from '../random/random.ts';
import {
  chooseColumns,
  type FeatureColumns,
  fitRoundEncoder,
  type KnownMoves,
  roundFeatures,
  type SaidByName,
} from './round-features.ts';
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

/** The learned model of one role, without any sentence from the data. */
export interface TaughtRole {
  readonly role: Role;
  readonly columns: FeatureColumns;
  readonly taught: TaughtMoves;
}

interface Taught {
  readonly roles: readonly TaughtRole[];
  /** Held-out answers, and for how many of them the first guess was one of the person's moves. */
  readonly judged: { readonly right: number; readonly answers: number };
  /** By turn, its moves; null if its role has no answers. */
  readonly rounds: readonly (readonly SaidByName[] | null)[];
}

interface TeachOptions {
  /** Share of the answered dialogues held out to measure accuracy; null uses cross-validation. */
  readonly holdBack: number | null;
  readonly vectors: boolean;
  /** The moves that answers correct; null for a tagger that leaves the corpus. */
  readonly known?: KnownMoves | null;
  readonly seed: number;
  /** By turn, its group. Turns answered together are held out together. */
  readonly together: ReadonlyMap<number, number>;
  readonly report?: (phase: string, done: number, total: number) => void;
}

const LEAST_MOVES = 2;
const ROUNDS_AT_ONCE = 4000;

/** Trains both roles on answers and tags all turns. Answered turns keep their answer. */
export function teach(
  corpus: TeachingCorpus,
  answers: ReadonlyMap<number, Answer>,
  { holdBack, vectors, known = null, seed, together, report = () => undefined }: TeachOptions,
): Taught {
  const roles: TaughtRole[] = [];
  const rounds = new Array<readonly SaidByName[] | null>(corpus.signs.length).fill(null);
  let right = 0;
  let judgedAnswers = 0;
  for (const [place, role] of ROLES.entries()) {
    const own = roundsOfRole(corpus.moves, role);
    const answered = own.filter((round) => answers.has(round));
    const given = Array.from(answered, (round) => answers.get(round)).filter(
      (answer) => answer !== undefined,
    );
    if (new Set(given.flat()).size < (known ? 1 : LEAST_MOVES)) continue;
    report(`learning from your answers about the ${ROLE_NAMES[role]}`, 2 * place, 2 * ROLES.length);
    const columns = chooseColumns(corpus, role);
    const encoder = vectors ? fitRoundEncoder(corpus, role, seed) : null;
    const features = roundFeatures(corpus, columns, encoder, known);
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
    nameRounds(own, features, taught, rounds);
  }
  return { roles, judged: { right, answers: judgedAnswers }, rounds };
}

/** Tags the moves of a corpus by training on another one, without vectors. */
export function tagByTaught(corpus: TeachingCorpus, roles: readonly TaughtRole[]): Taught['rounds'] {
  const rounds = new Array<readonly SaidByName[] | null>(corpus.signs.length).fill(null);
  for (const { role, columns, taught } of roles)
    nameRounds(roundsOfRole(corpus.moves, role), roundFeatures(corpus, columns, null), taught, rounds);
  return rounds;
}

function nameRounds(
  own: Int32Array,
  features: ReturnType<typeof roundFeatures>,
  taught: TaughtMoves,
  into: (readonly SaidByName[] | null)[],
): void {
  for (let from = 0; from < own.length; from += ROUNDS_AT_ONCE) {
    const some = own.subarray(from, from + ROUNDS_AT_ONCE);
    const sure = readTaught(taught, features.rowsOf(some));
    for (const [row, round] of some.entries()) into[round] = bestMoves(taught, sure, row);
  }
}

/** Returns each turn's cross-validation group: turns answered together, or its dialogue. */
export const groupsOf = (
  { moves }: TeachingCorpus,
  rounds: ArrayLike<number>,
  together: ReadonlyMap<number, number>,
): Int32Array =>
  Int32Array.from(rounds, (round) => {
    const number = together.get(round);
    return number === undefined ? moves.dialogues[round] : -1 - number;
  });

/** A random share of the answers, at least one. */
function heldBack(groups: Int32Array, share: number, seed: number): number[] {
  const all = createRandom(seed + 2).shuffle([...new Set(groups)]);
  const held = new Set(all.slice(0, Math.max(1, Math.round(share * all.length))));
  return [...groups.keys()].filter((at) => held.has(groups[at]));
}
