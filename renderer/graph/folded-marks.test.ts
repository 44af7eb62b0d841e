import { expect, it } from 'vitest';
import { foldedHighlight, foldedSelection } from './folded-marks.ts';

/** States 2 and 3 are one box, drawn as state 2. */
const drawnFor = (state: number): number => (state === 3 ? 2 : state);

it('selects the box of a selected state', () => {
  expect(foldedSelection({ kind: 'state', state: 3 }, drawnFor)).toEqual({ kind: 'state', state: 2 });
  expect(foldedSelection({ kind: 'transition', from: 2, to: 3, symbol: 0 }, drawnFor)).toEqual({
    kind: 'state',
    state: 2,
  });
  expect(foldedSelection({ kind: 'transition', from: 3, to: 4, symbol: 0 }, drawnFor)).toMatchObject({
    from: 2,
    to: 4,
  });
  const box = { kind: 'box', name: 'A', states: [2, 3] } as const;
  expect(foldedSelection(box, drawnFor)).toEqual({ kind: 'state', state: 2 });
  expect(foldedSelection(box, (state) => state)).toBeNull();
});

it('highlights a path through a box as one step, and keeps loops', () => {
  const path = (states: readonly number[]) => ({
    kind: 'path' as const,
    steps: states.map((state) => ({ state, symbol: 0 })),
  });
  expect(foldedHighlight(path([1, 2, 3, 4, 4]), drawnFor)).toEqual(path([1, 2, 4, 4]));
});
