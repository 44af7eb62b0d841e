import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';

const STEPS = 48;

/**
 * Returns the positions of the slider for the minimum support, ascending: distinct whole numbers from 1 to
 * the largest support (without q₀), evenly spaced on a log scale, including the initial support.
 */
export function supportStops(automaton: DrawnAutomaton, opening: number): number[] {
  const { support } = automaton.states;
  const [, ...others] = Array.from(support);
  const most = others.reduce((largest, count) => Math.max(largest, count), 1);
  const stops = new Set<number>([1, most, Math.max(1, opening)]);
  for (let step = 1; step < STEPS; step++) stops.add(Math.round(most ** (step / STEPS)));
  return [...stops].sort((a, b) => a - b);
}

/** Returns the index of the last stop at or below a support; 0 if there is none. */
export function stopIndex(stops: readonly number[], support: number): number {
  return Math.max(
    0,
    stops.findLastIndex((stop) => stop <= support),
  );
}

/** Returns the largest depth of a state, at least 1. */
export function greatestDepth(automaton: DrawnAutomaton): number {
  return Array.from(automaton.states.depths).reduce((most, depth) => Math.max(most, depth), 1);
}
