import { expect, it } from 'vitest';
import type { ReplayedPath } from '#shared/contract/analysis.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { dotsAt, hasTimes, timelineOf } from './many-replay.tsx';

const path = (id: number, states: number[], seconds: (number | null)[]): ReplayedPath => ({
  dialogue: id as DialogueId,
  states,
  seconds,
});
const timed = [path(7, [1, 2, 3], [0, 60, 180]), path(8, [1, 3], [0, 6000])];

it('advances all dialogues by one step per turn', () => {
  const timeline = timelineOf(timed, true);
  expect(timeline).toMatchObject({
    steps: 3,
    arrivals: [
      [1, 2, 3],
      [1, 2],
    ],
  });
  const reached = (step: number) => dotsAt(timed, timeline, step).map((dot) => dot.reached);
  expect([0, 1, 3, 99].map(reached)).toEqual([
    [0, 0],
    [1, 1],
    [3, 2],
    [3, 2],
  ]);
});

it('delays dialogues with longer waits, relative to the median', () => {
  // The median wait, two minutes, takes three steps; the longest takes a few seconds.
  expect(timelineOf(timed, false).arrivals).toEqual([
    [1, 3, 6],
    [1, 14],
  ]);
});

it('notices that there are no times', () => {
  expect(hasTimes(timed)).toBe(true);
  expect(hasTimes([path(1, [1], [null])])).toBe(false);
});
