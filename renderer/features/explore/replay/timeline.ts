import type { ReplayedWay } from '#shared/contract/analysis.ts';
import type { GraphDot } from '../../../graph/stage/dots.ts';
import { gapsOf, pausesOf } from './replay-pauses.ts';

/** The steps at which dialogues reach their states. All steps take equally long. */
interface Timeline {
  readonly steps: number;
  readonly stepMs: number;
  /** By dialogue and visit: the step at which the state is reached; step 0 is the start, before any. */
  readonly arrivals: readonly (readonly number[])[];
}

const TURN_MS = 900;
const TIME_MS = 300;

export const hasTimes = (ways: readonly ReplayedWay[]): boolean =>
  ways.some(({ seconds }) => seconds.some((second) => second !== null));

/** Returns the timeline. All dialogues start together and advance turn by turn, or by compressed times. */
export function timelineOf(ways: readonly ReplayedWay[], inTurns: boolean): Timeline {
  const arrivals = inTurns ? ways.map(({ states }) => states.map((_, at) => at + 1)) : arrivalsInTime(ways);
  const steps = arrivals.reduce((most, reached) => Math.max(most, reached.at(-1) ?? 0), 0);
  return { steps, stepMs: inTurns ? TURN_MS : TIME_MS, arrivals };
}

/** The median wait is taken over all dialogues together. */
function arrivalsInTime(ways: readonly ReplayedWay[]): number[][] {
  const pauses = pausesOf(ways.flatMap(({ seconds }) => gapsOf(seconds)));
  let next = 0;
  return ways.map(({ states }) => {
    let passed = 0;
    return states.map(() => {
      const arrival = 1 + Math.round(passed / TIME_MS);
      passed += pauses[next++]!;
      return arrival;
    });
  });
}

export const dotsAt = (ways: readonly ReplayedWay[], { arrivals }: Timeline, step: number): GraphDot[] =>
  ways.map(({ dialogue, states }, at) => ({
    id: dialogue,
    states,
    reached: arrivals[at]!.filter((arrival) => arrival <= step).length,
  }));
