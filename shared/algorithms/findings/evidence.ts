import type { Finding } from '../../domain/finding.ts';

/** From one turn of a dialogue to another, both included; −1 is the start. */
export type Span = readonly [from: number, to: number];

/** The evidence of a finding: its dialogues and the turns it refers to. */
export interface Evidence {
  /** Indexes, ascending. */
  readonly dialogues: readonly number[];
  /** Empty for all turns of a dialogue. */
  spansOf(dialogue: number): readonly Span[];
}

/** A finding with its evidence and its weight among others: effect times certainty, 0 … 1. */
export interface Found extends Finding {
  readonly evidence: Evidence;
  readonly weight: number;
}

/** The paths of dialogues through an automaton. */
export interface LitPaths {
  readonly pathOffsets: Int32Array;
  readonly pathStates: Int32Array;
  readonly pathRounds: Int32Array;
  indexOf(dialogue: number): number | undefined;
}

/** The part of an automaton's graph that a finding refers to. */
export interface Lit {
  readonly states: readonly number[];
  readonly ways: readonly { readonly from: number; readonly to: number }[];
}

/** More states than this would highlight the whole graph and show nothing. */
const MOST_STATES = 8;
/** States with a smaller share of the most common one's dialogues are left out. */
const LEAST_SHARE = 0.1;

/** Returns the states of dialogues in the turns of their evidence, most common first, and transitions between them. */
export function litBy({ dialogues, spansOf }: Evidence, paths: LitPaths): Lit {
  const states = new Map<number, number>();
  const ways = new Map<string, { from: number; to: number; count: number }>();
  for (const dialogue of dialogues) {
    const index = paths.indexOf(dialogue);
    if (index === undefined) continue;
    const spans = spansOf(dialogue);
    const seen = new Set<number | string>();
    let before = 0;
    for (let at = paths.pathOffsets[index]; at < paths.pathOffsets[index + 1]; at++) {
      const [state, round] = [paths.pathStates[at], paths.pathRounds[at]];
      const previous = at === paths.pathOffsets[index] ? -1 : paths.pathRounds[at - 1];
      const isIn = (one: number): boolean =>
        spans.length === 0 || spans.some(([from, to]) => one >= from && one <= to);
      if (isIn(round) && !seen.has(state)) {
        seen.add(state);
        states.set(state, (states.get(state) ?? 0) + 1);
      }
      const key = `${before} ${state}`;
      if (isIn(round) && isIn(previous) && !seen.has(key)) {
        seen.add(key);
        const way = ways.get(key) ?? { from: before, to: state, count: 0 };
        way.count++;
        ways.set(key, way);
      }
      before = state;
    }
  }
  const most = Math.max(0, ...states.values());
  const kept = [...states]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .filter(([, count]) => count >= LEAST_SHARE * most)
    .slice(0, MOST_STATES)
    .map(([state]) => state);
  const isKept = new Set([0, ...kept]);
  return {
    states: kept,
    ways: [...ways.values()]
      .filter(({ from, to, count }) => isKept.has(from) && isKept.has(to) && count >= LEAST_SHARE * most)
      .sort((a, b) => a.from - b.from || a.to - b.to)
      .map(({ from, to }) => ({ from, to })),
  };
}
