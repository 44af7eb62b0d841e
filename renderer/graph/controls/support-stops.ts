import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';

const STEPS = 48;

/**
 * The positions of the slider for the least support: whole numbers from 1 to the largest support beside q₀'s,
 * evenly spaced by their logarithm, each once, and the support the view opens with among them. Ascending.
 */
export function supportStops(automaton: DrawnAutomaton, opening: number): number[] {
  const { support } = automaton.states;
  const [, ...others] = Array.from(support);
  const most = others.reduce((largest, count) => Math.max(largest, count), 1);
  const stops = new Set<number>([1, most, Math.max(1, opening)]);
  for (let step = 1; step < STEPS; step++) stops.add(Math.round(most ** (step / STEPS)));
  return [...stops].sort((a, b) => a - b);
}

/** Index of the last stop that is not above a support; 0 where all are. */
export function stopIndex(stops: readonly number[], support: number): number {
  return Math.max(
    0,
    stops.findLastIndex((stop) => stop <= support),
  );
}

/** The largest depth of a state, at least 1. */
export function greatestDepth(automaton: DrawnAutomaton): number {
  return Array.from(automaton.states.depths).reduce((most, depth) => Math.max(most, depth), 1);
}
