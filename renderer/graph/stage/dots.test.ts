import { expect, it } from 'vitest';
import { placeDots } from './dots.ts';

const nodes = new Map([
  [0, { x: 0, y: 0 }],
  [1, { x: 100, y: 0 }],
]);

it('surround the state that they reached without overlapping', () => {
  const dots = [1, 2, 3].map((id) => ({ id, states: [1, 2], reached: id === 1 ? 0 : 1 }));
  const [first, second, third] = placeDots(dots, nodes, 7);
  expect(first).toEqual({ id: 1, x: 0, y: 0, isBeyond: false });
  expect(second).toEqual({ id: 2, x: 100, y: 0, isBeyond: false });
  expect(Math.hypot(third!.x - 100, third!.y)).toBeCloseTo(7);
});

it('wait at the last visible state if the path continues through hidden ones', () => {
  expect(placeDots([{ id: 1, states: [1, 2, 3], reached: 3 }], nodes, 7)).toEqual([
    { id: 1, x: 100, y: 0, isBeyond: true },
  ]);
  expect(placeDots([{ id: 1, states: [2], reached: 1 }], nodes, 7)).toMatchObject([{ x: 0, isBeyond: true }]);
});
