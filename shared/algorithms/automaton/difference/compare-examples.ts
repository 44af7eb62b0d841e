import { ROLES } from '../../../domain/dialogue.ts';
import { compareCodePoints } from '../corpus/code-point-order.ts';
import { dialogueOrder } from '../corpus/symbol-corpus.ts';
import type { ComparedAutomaton } from './match-states.ts';

export interface TurnsOfDialogues {
  readonly keys: readonly string[];
  /** length = dialogues + 1 */
  readonly turnOffsets: Int32Array;
  readonly turnRoles: Uint8Array;
}

export interface DrawnExample {
  readonly dialogue: number;
  readonly turn: number;
}

interface ExamplesOfTurn {
  /** The dialogue's state before the turn; 0 is q₀. */
  readonly state: number;
  readonly support: number;
  readonly examples: readonly DrawnExample[];
}

interface ComparedTurn extends DrawnExample {
  readonly before: ExamplesOfTurn;
  readonly after: ExamplesOfTurn;
}

interface ExampleComparison {
  readonly keys: readonly string[];
  /** True if a visit's turn is the answer (context automata); false if it is the turn before. */
  readonly visitsAnswers: boolean;
  readonly count?: number;
  /** The most turns to return, one per dialogue at most; 5 by default. */
  readonly most?: number;
}

/**
 * Returns, for each dialogue, the first answer whose examples differ between two automata. Random draws would nearly all
 * differ, so both automata take the first dialogues of I(q) in the same hash order. Reads dialogues in this order until
 * all states have their examples, so rare states take longest.
 */
export function compareExamples(
  before: ComparedAutomaton,
  after: ComparedAutomaton,
  turns: TurnsOfDialogues,
  { keys, visitsAnswers, count = 3, most = 5 }: ExampleComparison,
): ComparedTurn[] {
  const order = dialogueOrder(turns.keys);
  const numberOf = (key: string): number | undefined =>
    order[findKey(order.length, (at) => turns.keys[order[at]], key)];
  const sides = [before, after].map((side) => {
    const stateAt = standingOf(side, visitsAnswers);
    return { side, stateAt, wanted: new Set<number>() };
  });
  const asked = keys.flatMap((key) => {
    const dialogue = numberOf(key);
    if (dialogue === undefined) return [];
    return answersOf(turns, dialogue).flatMap((turn) => {
      const [old, now] = sides.map(({ stateAt }) => stateAt(key, turn));
      if (old === null || now === null) return [];
      sides[0].wanted.add(old);
      sides[1].wanted.add(now);
      return [{ dialogue, turn, old, now }];
    });
  });
  const [drawnBefore, drawnAfter] = sides.map(({ side, wanted }) =>
    // One more than requested, since a dialogue may not be its own example.
    drawAt(side, wanted, turns, numberOf, visitsAnswers, count + 1),
  );
  const found: ComparedTurn[] = [];
  for (const { dialogue, turn, old, now } of asked) {
    if (found.length >= most) break;
    if (found[found.length - 1]?.dialogue === dialogue) continue;
    const [first, second] = [drawnBefore(old), drawnAfter(now)].map((drawn) =>
      drawn.filter((example) => example.dialogue !== dialogue).slice(0, count),
    );
    if (sameExamples(first, second)) continue;
    found.push({
      dialogue,
      turn,
      before: { state: old, support: before.structure.support[old], examples: first },
      after: { state: now, support: after.structure.support[now], examples: second },
    });
  }
  return found;
}

const [SYSTEM, USER] = (['system', 'user'] as const).map((role) => ROLES.indexOf(role));

function answersOf({ turnOffsets, turnRoles }: TurnsOfDialogues, dialogue: number): number[] {
  const first = turnOffsets[dialogue];
  const length = turnOffsets[dialogue + 1] - first;
  return Array.from({ length }, (_, turn) => turn).filter(
    (turn) => turn > 0 && turnRoles[first + turn] === SYSTEM && turnRoles[first + turn - 1] === USER,
  );
}

function standingOf(
  { keys, pathOffsets, pathTurns, pathStates }: ComparedAutomaton,
  visitsAnswers: boolean,
): (key: string, turn: number) => number | null {
  return (key, turn) => {
    const own = findKey(keys.length, (at) => keys[at], key);
    if (own === -1) return null;
    let state = 0;
    for (let visit = pathOffsets[own]; visit < pathOffsets[own + 1]; visit++) {
      if (visitsAnswers ? pathTurns[visit] === turn : pathTurns[visit] < turn) state = pathStates[visit];
    }
    return state;
  };
}

function drawAt(
  { keys, pathOffsets, pathTurns, pathStates }: ComparedAutomaton,
  states: ReadonlySet<number>,
  turns: TurnsOfDialogues,
  numberOf: (key: string) => number | undefined,
  visitsAnswers: boolean,
  count: number,
): (state: number) => readonly DrawnExample[] {
  const drawn = new Map<number, (DrawnExample & { readonly rank: number })[]>();
  for (const state of states) drawn.set(state, []);
  const offer = (state: number, dialogue: number, rank: number, visited: number): void => {
    const best = drawn.get(state);
    if (!best || (best.length === count && best[count - 1].rank <= rank)) return;
    const turn = visitsAnswers && visited >= 0 ? visited : answerAfter(turns, dialogue, visited);
    if (turn === null) return;
    best.push({ dialogue, turn, rank });
    best.sort((left, right) => left.rank - right.rank || left.dialogue - right.dialogue);
    if (best.length > count) best.pop();
    else if (best.length === count) open--;
  };
  let open = states.size;
  let lastRank = -1;
  const seenBy = new Map<number, number>();
  for (const own of inRankOrder(keys)) {
    const rank = rankOf(keys[own]);
    if (open === 0 && rank !== lastRank) break;
    lastRank = rank;
    const dialogue = numberOf(keys[own]);
    if (dialogue === undefined) continue;
    offer(0, dialogue, rank, -1);
    seenBy.set(0, own);
    for (let visit = pathOffsets[own + 1] - 1; visit >= pathOffsets[own]; visit--) {
      const state = pathStates[visit];
      if (!states.has(state) || seenBy.get(state) === own) continue;
      seenBy.set(state, own);
      offer(state, dialogue, rank, pathTurns[visit]);
    }
  }
  return (state) => (drawn.get(state) ?? []).map(({ dialogue, turn }) => ({ dialogue, turn }));
}

function answerAfter(
  { turnOffsets, turnRoles }: TurnsOfDialogues,
  dialogue: number,
  read: number,
): number | null {
  const first = turnOffsets[dialogue];
  for (let turn = read + 1; first + turn < turnOffsets[dialogue + 1]; turn++) {
    if (turnRoles[first + turn] === SYSTEM) return turn;
  }
  return null;
}

function sameExamples(left: readonly DrawnExample[], right: readonly DrawnExample[]): boolean {
  const names = new Set(left.map(({ dialogue, turn }) => `${dialogue} ${turn}`));
  return (
    left.length === right.length && right.every(({ dialogue, turn }) => names.has(`${dialogue} ${turn}`))
  );
}

/** Returns the place of a key among keys in code-point order; -1 if it is missing. */
function findKey(count: number, keyAt: (at: number) => string, key: string): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareCodePoints(keyAt(middle), key) < 0) from = middle + 1;
    else to = middle;
  }
  return from < count && keyAt(from) === key ? from : -1;
}

/** Cached by array, because editing tags leaves the keys unchanged. */
const ranked = new WeakMap<readonly string[], Uint32Array>();

function inRankOrder(keys: readonly string[]): Uint32Array {
  const before = ranked.get(keys);
  if (before) return before;
  // Little-endian: the rank is the upper half of each number.
  const pairs = new BigUint64Array(keys.length);
  const halves = new Uint32Array(pairs.buffer);
  for (let own = 0; own < keys.length; own++) {
    halves[2 * own] = own;
    halves[2 * own + 1] = rankOf(keys[own]);
  }
  pairs.sort();
  const order = Uint32Array.from(keys, (_, at) => halves[2 * at]);
  ranked.set(keys, order);
  return order;
}

/** FNV-1a with MurmurHash3's last mixing step, so that similar keys are far apart. */
function rankOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
