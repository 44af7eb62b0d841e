import type { ReplayedWay } from '#shared/contract/analysis.ts';
import type { GraphDot } from '../../../graph/stage/dots.ts';
import { gapsOf, pausesOf } from './replay-pauses.ts';

/** When many dialogues reach their states, in steps that are all equally long. */
interface Timeline {
  readonly steps: number;
  readonly stepMs: number;
  /** By dialogue and visit: the step at which the state is reached; 0 is before any. */
  readonly arrivals: readonly (readonly number[])[];
}

const TURN_MS = 900;
const TIME_MS = 300;

export const hasTimes = (ways: readonly ReplayedWay[]): boolean =>
  ways.some(({ seconds }) => seconds.some((second) => second !== null));

/** All dialogues begin together and go on turn by turn, or as their times were, compressed. */
export function timelineOf(ways: readonly ReplayedWay[], inTurns: boolean): Timeline {
  const arrivals = inTurns ? ways.map(({ states }) => states.map((_, at) => at + 1)) : arrivalsInTime(ways);
  const steps = arrivals.reduce((most, reached) => Math.max(most, reached.at(-1) ?? 0), 0);
  return { steps, stepMs: inTurns ? TURN_MS : TIME_MS, arrivals };
}

/** What is a usual wait is told from all dialogues together. */
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

/** Where each dialogue is at a step. */
export const dotsAt = (ways: readonly ReplayedWay[], { arrivals }: Timeline, step: number): GraphDot[] =>
  ways.map(({ dialogue, states }, at) => ({
    id: dialogue,
    states,
    reached: arrivals[at]!.filter((arrival) => arrival <= step).length,
  }));
