import { ROLE_NAMES, ROLES, type Role } from '#shared/domain/dialogue.ts';
import { once } from '../../domain/once.ts';
import { CUE_RULES, cueOf } from '../moves/cues/cue-rules.ts';
import { turnsOfRole } from '../moves/turns-of-role.ts';
import { createRandom } from '../random/random.ts';
import type { SparseRows } from '../retrieval/dense/sparse-rows.ts';
import {
  type Answer,
  crossValidationParts,
  fitCalibrated,
  fitTaught,
  judgeHeldBack,
  readTaught,
  type TaughtMoves,
} from './taught-moves.ts';
import { groupsOf } from './teach.ts';
import type { TeachingCorpus } from './teaching-corpus.ts';
import {
  alikeTurns,
  type FineClusters,
  fineClusters,
  likeliest,
  nextQuestions,
  unsureness,
} from './teaching-order.ts';
import {
  chooseColumns,
  fitTurnEncoder,
  type KnownMoves,
  type SaidByName,
  type TurnFeatures,
  turnFeatures,
} from './turn-features.ts';

type AnsweredTurns = ReadonlyMap<number, Answer>;

export interface DeskQuestion {
  readonly role: Role;
  /** True if the turn was picked at random, so that figures on such turns hold for all turns. */
  readonly drawn: boolean;
  /** The number of similar turns, including this one. */
  readonly alike: number;
  readonly unclear: number;
  /** The turns that an answer covers: one, or the most central of a cluster. */
  readonly turns: readonly number[];
  /** The least typical turns of a cluster. They show how different its turns can be. */
  readonly border: readonly number[];
  readonly guesses: readonly SaidByName[];
  readonly cued: readonly string[];
}

export interface TeachingProgress {
  readonly answers: number;
  readonly half: { readonly right: number; readonly answers: number };
  readonly all: { readonly right: number; readonly answers: number };
  readonly drawn: { readonly right: number; readonly answers: number };
}

const POOL = 6000;
const CENTRAL = 4;
const STEPS = 2;
const BORDER = 2;
const GUESSES = 3;
const CUED = 4;
/** Extra value of a turn that the support tagger left untagged. */
const UNTAGGED_WORTH = 2;
/** A turn is unclear if two moves are almost equally likely. */
const UNCLEAR = 0.5;
const ONE_DRAWN_IN = 6;
const FIRST_DRAWN_AFTER = 12;
/** The largest share of random turns that may be skipped. */
const SKIPPED = 0.2;
const ITERATIONS = 20;

interface RoleDesk {
  readonly role: Role;
  readonly features: () => TurnFeatures;
  readonly pool: Int32Array;
  /** The rows before any answer. They are made with the first answers, so that the first question appears soon. */
  readonly rows: () => SparseRows;
  readonly clusters: FineClusters;
  taught: TaughtMoves | null;
}

/** Prepares questions. `report` is called before each step with the number done and in all. */
export function createTeachingDesk(
  corpus: TeachingCorpus,
  seed: number,
  known: KnownMoves | null = null,
  report: (phase: string, done: number, total: number) => void = () => undefined,
) {
  const desks = ROLES.map((role, at): RoleDesk | null => {
    const all = turnsOfRole(corpus.moves, role);
    if (all.length === 0) return null;
    const step = (phase: string, done: number): void =>
      report(`${phase} of the ${ROLE_NAMES[role]}`, STEPS * at + done, STEPS * ROLES.length);
    step('comparing the turns', 0);
    const spoken = all.filter((turn) => corpus.moves.sentences[turn].length > 0);
    const pool = Int32Array.from(
      createRandom(seed)
        .shuffle([...spoken])
        .slice(0, POOL),
    ).sort();
    const encoder = fitTurnEncoder(corpus, role, seed);
    step('grouping similar turns', 1);
    const vectors = encoder.encode(
      Array.from(pool, (turn) => corpus.moves.sentences[turn].map(({ words }) => words)),
    );
    const features = once(() => turnFeatures(corpus, chooseColumns(corpus, role), encoder, known));
    return {
      role,
      features,
      pool,
      rows: once(() => features().rowsOf(pool, known, vectors)),
      clusters: fineClusters(vectors, seed),
      taught: null,
    };
  }).filter((desk) => desk !== null);

  // The random order is fixed by the seed, so the answers alone determine which turns were drawn.
  const drawOf = (turn: number): number => createRandom(seed * 1_000_003 + turn).next();
  const inDrawnOrder = desks
    .flatMap(({ pool }) => [...pool])
    .map((turn) => ({ turn, draw: drawOf(turn) }))
    .sort((a, b) => a.draw - b.draw || a.turn - b.turn)
    .map(({ turn }) => turn);

  /** A random sample, regardless of other answers: the answered turns at the front of the random order. */
  const drawnOf = (answers: AnsweredTurns): Set<number> => {
    let end = 0;
    let answered = 0;
    for (const [at, turn] of inDrawnOrder.entries()) {
      if (answers.has(turn)) answered++;
      if (answered >= (1 - SKIPPED) * (at + 1)) end = at + 1;
    }
    return new Set(inDrawnOrder.slice(0, end).filter((turn) => answers.has(turn)));
  };

  const answersOf = (role: Role, answers: AnsweredTurns) => {
    const own = [...answers].filter(([turn]) => corpus.moves.roles[turn] === role);
    return { turns: own.map(([turn]) => turn), given: own.map(([, answer]) => answer) };
  };

  const readBy = (desk: RoleDesk, answers: AnsweredTurns, now: KnownMoves | null) => {
    const { turns, given } = answersOf(desk.role, answers);
    const isTaught = known !== null || new Set(given.flat()).size >= 2;
    const features = desk.features();
    desk.taught = isTaught
      ? fitTaught(features.rowsOf(turns, now), given, {
          from: keptFrom(desk.taught, given, features.known?.moves ?? []),
          iterations: ITERATIONS,
          known: features.known,
        })
      : null;
    const sure = desk.taught && readTaught(desk.taught, desk.rows());
    if (now && sure && desk.taught) {
      // Answers tell something about the turns around them.
      const told = new Set(Array.from(answers.keys(), (turn) => corpus.moves.dialogues[turn]));
      const rows = [...desk.pool.keys()].filter((row) => told.has(corpus.moves.dialogues[desk.pool[row]!]!));
      const again = readTaught(
        desk.taught,
        features.rowsOf(
          rows.map((row) => desk.pool[row]!),
          now,
        ),
      );
      const width = desk.taught.moves.length;
      for (const [at, row] of rows.entries())
        sure.set(again.subarray(at * width, (at + 1) * width), row * width);
    }
    const unsure =
      sure && desk.taught
        ? unsureness(sure, desk.taught.moves.length)
        : new Float64Array(desk.pool.length).fill(1);
    const guess = desk.taught && sure ? likeliest(sure, desk.taught.moves.length) : null;
    if (known)
      for (const [row, turn] of desk.pool.entries())
        if (known.isUntagged(turn)) unsure[row]! += UNTAGGED_WORTH;
    return { desk, sure, unsure, guess };
  };

  const worthAsking = (
    read: readonly ReturnType<typeof readBy>[],
    answers: AnsweredTurns,
    skipped: ReadonlySet<number>,
  ) => {
    const [best] = read
      .flatMap(({ desk, sure, unsure, guess }) => {
        const done = Uint8Array.from(desk.pool, (turn) => Number(answers.has(turn) || skipped.has(turn)));
        return nextQuestions(desk.clusters, unsure, done, 1, guess).map((question) => ({
          ...{ desk, sure, unsure, guess, question },
        }));
      })
      .sort((a, b) => b.question.worth - a.question.worth);
    return best && { ...best, drawn: false };
  };

  const drawnToAsk = (
    read: readonly ReturnType<typeof readBy>[],
    answers: AnsweredTurns,
    skipped: ReadonlySet<number>,
  ) => {
    const isDue = answers.size >= FIRST_DRAWN_AFTER && drawnOf(answers).size * ONE_DRAWN_IN < answers.size;
    const turn = isDue && inDrawnOrder.find((other) => !answers.has(other) && !skipped.has(other));
    const own = read.find(({ desk }) => typeof turn === 'number' && desk.role === corpus.moves.roles[turn]);
    if (typeof turn !== 'number' || !own) return undefined;
    const { desk } = own;
    return { ...own, question: { kind: 'turn' as const, row: desk.pool.indexOf(turn) }, drawn: true };
  };

  return {
    /** @param skipped turns that the person skips for now */
    next(answers: AnsweredTurns, skipped: ReadonlySet<number>) {
      const now = known?.withAnswers(answers) ?? null;
      const read = desks.map((desk) => readBy(desk, answers, now));
      const best = drawnToAsk(read, answers, skipped) ?? worthAsking(read, answers, skipped);
      if (!best) return null;
      const { desk, question, sure, unsure, guess, drawn } = best;
      const { clusters, pool, role } = desk;
      const cluster = question.kind === 'cluster' ? question.cluster : clusters.of[question.row]!;
      // A turn without known words is in no cluster.
      const alike = [...(clusters.turns[cluster] ?? [])];
      const open = alike.filter((row) => !answers.has(pool[row]!) && !skipped.has(pool[row]!));
      const group = question.kind === 'cluster' ? alikeTurns(clusters, open, guess) : [];
      const rows = question.kind === 'cluster' ? group.slice(0, CENTRAL) : [question.row];
      const border = group.slice(CENTRAL).slice(-BORDER);
      const guessed = question.kind === 'cluster' ? group : rows;
      const turnsOf = (chosen: readonly number[]) => chosen.map((row) => pool[row]!);
      return {
        role,
        drawn,
        alike: Math.max(1, question.kind === 'cluster' ? group.length : alike.length),
        unclear: open.filter((row) => !rows.includes(row) && unsure[row]! > UNCLEAR).length,
        turns: turnsOf(rows),
        border: turnsOf(border),
        cued: cuesIn(corpus, role, turnsOf(rows)),
        guesses: desk.taught && sure ? guessesOf(desk.taught, sure, guessed) : [],
      };
    },
    /** @param together by turn, a number shared by turns that were answered together */
    progress(answers: AnsweredTurns, together: ReadonlyMap<number, number>) {
      const half = { right: 0, answers: 0 };
      const all = { right: 0, answers: 0 };
      const drawn = { right: 0, answers: 0 };
      const isDrawn = drawnOf(answers);
      const now = known?.withAnswers(answers) ?? null;
      for (const { role, features } of desks) {
        const { turns, given } = answersOf(role, answers);
        if (new Set(given.flat()).size < (known ? 1 : 2)) continue;
        const { rowsOf, known: knownRows } = features();
        const rows = rowsOf(turns, now);
        const groups = groupsOf(corpus, turns, together);
        // Known moves come with their penalty, and a temperature changes no first guess.
        const chosen = knownRows ? { iterations: ITERATIONS } : fitCalibrated(rows, given, groups, seed);
        const held = crossValidationParts(given.length, groups, seed);
        for (const [into, share] of [
          [half, 0.5],
          [all, 1],
        ] as const)
          for (const { answer, right } of judgeHeldBack(rows, given, held, {
            ...chosen,
            share,
            known: knownRows,
          }))
            for (const one of share === 1 && isDrawn.has(turns[answer]!) ? [into, drawn] : [into]) {
              one.answers++;
              if (right) one.right++;
            }
      }
      return { answers: answers.size, half, all, drawn };
    },
  };
}

/** Returns the earlier weights, unless one of their moves no longer exists because its answer was undone. */
const keptFrom = (
  taught: TaughtMoves | null,
  given: readonly Answer[],
  known: readonly string[],
): TaughtMoves | undefined => {
  const said = new Set([...given.flat(), ...known]);
  return taught?.moves.every((move) => said.has(move)) ? taught : undefined;
};

const BEYOND_EVEN = 1.5;

function guessesOf({ moves }: TaughtMoves, sure: Float64Array, rows: readonly number[]): SaidByName[] {
  return moves
    .map((move, at) => ({
      move,
      confidence: rows.reduce((sum, row) => sum + sure[row * moves.length + at], 0) / rows.length,
    }))
    .filter(({ confidence }) => confidence * moves.length >= BEYOND_EVEN)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, GUESSES);
}

function cuesIn({ moves }: TeachingCorpus, role: Role, turns: readonly number[]): string[] {
  const rules = CUE_RULES[role];
  const counts = new Map<string, number>();
  for (const turn of turns)
    for (const at of new Set(moves.sentences[turn].map(({ words }) => cueOf(rules, words))))
      if (at >= 0) counts.set(rules[at].name, (counts.get(rules[at].name) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name]) => name)
    .slice(0, CUED);
}
