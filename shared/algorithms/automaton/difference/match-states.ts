import type { Automaton, AutomatonStructure } from '../../../domain/automaton.ts';
import { compareCodePoints } from '../corpus/code-point-order.ts';
import { transitionOf } from '../reading/transitions.ts';
import { matchSymbols } from '../tree/corpus-change.ts';

export interface ComparedAutomaton {
  readonly structure: AutomatonStructure;
  /** length = dialogues; distinct, in code-point order */
  readonly keys: readonly string[];
  /** length = dialogues + 1; visits of dialogue d are `pathOffsets[d] … pathOffsets[d+1]-1`, q₀ not listed */
  readonly pathOffsets: Int32Array;
  /** length = visits; ascending within a dialogue */
  readonly pathTurns: Int32Array;
  readonly pathStates: Int32Array;
  /** length = visits; the symbol (of the structure) that led there; distinct within a dialogue's turn */
  readonly pathSymbols: Int32Array;
}

/** @param keys of the dialogues, in the automaton's order */
export function comparedAutomaton(automaton: Automaton, keys: readonly string[]): ComparedAutomaton {
  const { pathOffsets, pathTurns, pathStates, pathSymbols } = automaton;
  return { structure: automaton, keys, pathOffsets, pathTurns, pathStates, pathSymbols };
}

/** Returns true if each state but q₀ is entered by one transition. Then the symbols from q₀ identify a state. */
function isTree({ transitionTargets, stateCount }: AutomatonStructure): boolean {
  if (transitionTargets.length !== stateCount - 1) return false;
  const isEntered = new Uint8Array(stateCount);
  for (const target of transitionTargets) isEntered[target] = 1;
  return isEntered[0] === 0 && isEntered.indexOf(0, 1) === -1;
}

export interface StateMatching {
  /** length = states before; -1 if the state is gone */
  readonly stateAfter: Int32Array;
  /** length = states after; -1 if the state is new */
  readonly stateBefore: Int32Array;
  /** length = symbols before; the later id, -1 if the symbol is gone */
  readonly symbolAfter: Int32Array;
  /** length = dialogues after; the dialogue's index before, -1 if it is new */
  readonly dialogueBefore: Int32Array;
}

/**
 * Matches states: in trees by the symbols from q₀, in others by shared visits (dialogue, turn, symbol), most first.
 * Remaining states match if they share the role and at least half of the visits of each, since tags may be renamed.
 * Ties go to the smaller numbers, so that the order of the two automata makes no difference.
 * @param dialogueBefore see `StateMatching`; looked up by key if missing
 */
export function matchStates(
  before: ComparedAutomaton,
  after: ComparedAutomaton,
  dialogueBefore: Int32Array = matchDialogues(before.keys, after.keys),
): StateMatching {
  const stateAfter = new Int32Array(before.structure.stateCount).fill(-1);
  const stateBefore = new Int32Array(after.structure.stateCount).fill(-1);
  const symbolAfter = matchSymbols(before.structure.symbols, after.structure.symbols);
  const matching = { stateAfter, stateBefore, symbolAfter, dialogueBefore };
  stateAfter[0] = 0;
  stateBefore[0] = 0;
  if (isTree(before.structure) && isTree(after.structure)) {
    matchPaths(before, after, matching);
  } else {
    takeLargest(sharedVisits(before, after, matching), matching, () => true);
  }
  if (!stateAfter.includes(-1) || !stateBefore.includes(-1)) return matching;
  const visitsBefore = visitCounts(before);
  const visitsAfter = visitCounts(after);
  takeLargest(
    leftoverVisits(before, after, matching),
    matching,
    ({ old, now, count }) =>
      before.structure.roles[old] === after.structure.roles[now] &&
      2 * count >= Math.max(visitsBefore[old], visitsAfter[now]),
  );
  return matching;
}

interface Overlap {
  readonly old: number;
  readonly now: number;
  readonly count: number;
}

function matchPaths(
  { structure: before }: ComparedAutomaton,
  { structure: after }: ComparedAutomaton,
  { stateAfter, stateBefore, symbolAfter }: StateMatching,
): void {
  const matched = [0];
  for (const old of matched) {
    for (let t = before.transitionOffsets[old]; t < before.transitionOffsets[old + 1]; t++) {
      const transition = transitionOf(after, stateAfter[old], symbolAfter[before.transitionSymbols[t]]);
      if (transition === -1) continue;
      const target = before.transitionTargets[t];
      stateAfter[target] = after.transitionTargets[transition];
      stateBefore[stateAfter[target]] = target;
      matched.push(target);
    }
  }
}

/** Matches pairs with the largest overlap first, each state at most once. */
function takeLargest(
  overlaps: Overlap[],
  { stateAfter, stateBefore }: StateMatching,
  isOne: (overlap: Overlap) => boolean,
): void {
  overlaps.sort(
    (left, right) =>
      right.count - left.count ||
      Math.min(left.old, left.now) - Math.min(right.old, right.now) ||
      Math.max(left.old, left.now) - Math.max(right.old, right.now),
  );
  for (const overlap of overlaps) {
    const { old, now } = overlap;
    if (stateAfter[old] !== -1 || stateBefore[now] !== -1 || !isOne(overlap)) continue;
    stateAfter[old] = now;
    stateBefore[now] = old;
  }
}

function sharedVisits(
  before: ComparedAutomaton,
  after: ComparedAutomaton,
  { symbolAfter, dialogueBefore }: StateMatching,
): Overlap[] {
  const overlaps = createOverlaps(before.structure.stateCount, after.structure.stateCount);
  const [from, to] = changedRange(before, after, symbolAfter);
  const toBefore = to + before.keys.length - after.keys.length;
  const visitsOutside = visitCounts(before, before.pathOffsets[from], before.pathOffsets[toBefore]);
  visitsOutside.forEach((visits, state) => {
    if (visits > 0) overlaps.add(state, state, visits);
  });
  for (let dialogue = from; dialogue < to; dialogue++) {
    const earlier = dialogueBefore[dialogue];
    if (earlier === -1) continue;
    let old = before.pathOffsets[earlier];
    const oldEnd = before.pathOffsets[earlier + 1];
    const nowEnd = after.pathOffsets[dialogue + 1];
    for (let now = after.pathOffsets[dialogue]; now < nowEnd; now++) {
      const turn = after.pathTurns[now];
      while (old < oldEnd && before.pathTurns[old] < turn) old++;
      for (let at = old; at < oldEnd && before.pathTurns[at] === turn; at++) {
        if (symbolAfter[before.pathSymbols[at]] !== after.pathSymbols[now]) continue;
        overlaps.add(before.pathStates[at], after.pathStates[now]);
        break;
      }
    }
  }
  return overlaps.list();
}

/** Pairs of unmatched states that a dialogue visits in the same turn, in its order. */
function leftoverVisits(
  before: ComparedAutomaton,
  after: ComparedAutomaton,
  { stateAfter, stateBefore, dialogueBefore }: StateMatching,
): Overlap[] {
  const overlaps = createOverlaps(before.structure.stateCount, after.structure.stateCount);
  for (let dialogue = 0; dialogue < dialogueBefore.length; dialogue++) {
    const earlier = dialogueBefore[dialogue];
    if (earlier === -1) continue;
    let old = before.pathOffsets[earlier];
    const oldEnd = before.pathOffsets[earlier + 1];
    for (let now = after.pathOffsets[dialogue]; now < after.pathOffsets[dialogue + 1]; now++) {
      if (stateBefore[after.pathStates[now]] !== -1) continue;
      const turn = after.pathTurns[now];
      while (
        old < oldEnd &&
        (before.pathTurns[old] < turn || stateAfter[before.pathStates[old]] !== -1) &&
        before.pathTurns[old] <= turn
      ) {
        old++;
      }
      if (old < oldEnd && before.pathTurns[old] === turn) {
        overlaps.add(before.pathStates[old++], after.pathStates[now]);
      }
    }
  }
  return overlaps.list();
}

/** With more pairs of states than this, only pairs with shared visits are compared. */
const MOST_PAIRS = 1_000_000;

function createOverlaps(statesBefore: number, statesAfter: number) {
  const pairs = statesBefore * statesAfter;
  const dense = pairs <= MOST_PAIRS ? new Int32Array(pairs) : null;
  const counts = new Map<number, number>();
  const overlap = (pair: number, count: number): Overlap => ({
    old: Math.floor(pair / statesAfter),
    now: pair % statesAfter,
    count,
  });
  return {
    add(old: number, now: number, visits = 1): void {
      const pair = old * statesAfter + now;
      if (dense) dense[pair]! += visits;
      else counts.set(pair, (counts.get(pair) ?? 0) + visits);
    },
    list(): Overlap[] {
      if (!dense) return Array.from(counts, ([pair, count]) => overlap(pair, count));
      return Array.from(dense.keys()).flatMap((pair) =>
        dense[pair]! > 0 ? overlap(pair, dense[pair]!) : [],
      );
    },
  };
}

/** Counts the visits of each state, without the visits `from … to - 1`. */
function visitCounts({ structure, pathStates }: ComparedAutomaton, from = 0, to = 0): Int32Array {
  const counts = new Int32Array(structure.stateCount);
  for (let visit = 0; visit < from; visit++) counts[pathStates[visit]]++;
  for (let visit = to; visit < pathStates.length; visit++) counts[pathStates[visit]]++;
  return counts;
}

/**
 * Returns the range of dialogues outside which both have the same paths, with the same numbers of states and symbols.
 * An edit changes few dialogues, and equal arrays are compared quickly.
 */
export function changedRange(
  before: ComparedAutomaton,
  after: ComparedAutomaton,
  symbolAfter: Int32Array,
): readonly [from: number, to: number] {
  const { pathOffsets: old, pathStates, pathTurns, pathSymbols } = before;
  const now = after.pathOffsets;
  const dialogues = now.length - 1;
  const isAligned =
    before.keys === after.keys &&
    symbolAfter.length === after.structure.symbols.length &&
    symbolAfter.every((symbol, at) => symbol === at);
  if (!isAligned) return [0, dialogues];
  const isSame = (visit: number, shift: number): boolean =>
    pathStates[visit] === after.pathStates[visit + shift] &&
    pathTurns[visit] === after.pathTurns[visit + shift] &&
    pathSymbols[visit] === after.pathSymbols[visit + shift];
  let from = 0;
  for (let visit = 0; from < dialogues && old[from + 1] === now[from + 1]; from++) {
    while (visit < old[from + 1] && isSame(visit, 0)) visit++;
    if (visit < old[from + 1]) break;
  }
  const shift = now[dialogues] - old[dialogues];
  let to = dialogues;
  for (let visit = old[dialogues] - 1; to > from && now[to - 1] - old[to - 1] === shift; to--) {
    while (visit >= old[to - 1] && isSame(visit, shift)) visit--;
    if (visit >= old[to - 1]) break;
  }
  return [from, to];
}

/** Matches two sorted lists of keys. Returns the earlier index of each later key, −1 if new. */
function matchDialogues(before: readonly string[], after: readonly string[]): Int32Array {
  const dialogueBefore = new Int32Array(after.length).fill(-1);
  if (before === after) {
    for (let at = 0; at < after.length; at++) dialogueBefore[at] = at;
    return dialogueBefore;
  }
  for (let old = 0, now = 0; old < before.length && now < after.length; ) {
    const order = before[old] === after[now] ? 0 : compareCodePoints(before[old], after[now]);
    if (order === 0) dialogueBefore[now] = old;
    if (order <= 0) old++;
    if (order >= 0) now++;
  }
  return dialogueBefore;
}
