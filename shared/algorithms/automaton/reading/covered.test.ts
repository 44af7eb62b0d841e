import { expect, it } from 'vitest';
import { toDrawn } from '../../layout/drawn-automaton.ts';
import { layOut } from '../../layout/lay-out.ts';
import { describeCover, describeShown } from '../../layout/scene/describe.ts';
import { automatonOfPaths } from '../assemble.ts';
import { countCovered } from './visits.ts';

const TAGS = ['a', 'b', 'c'];
/** Ten dialogues: six say a, two a b, one b, and one a b c. A state is the last thing said. */
const PATHS = [...Array.from({ length: 6 }, () => 'a'), 'ab', 'ab', 'b', 'abc'];
const said = [...PATHS.join('')].map((tag) => TAGS.indexOf(tag));
let visits = 0;
const automaton = automatonOfPaths(
  TAGS.map((tag) => ({ role: 'user', tag })),
  {
    stateCount: 4,
    pathOffsets: Int32Array.from([0, ...PATHS.map(({ length }) => (visits += length))]),
    pathStates: Int32Array.from(said, (symbol) => symbol + 1),
    pathSymbols: Int32Array.from(said),
    pathTurns: Int32Array.from(PATHS.flatMap(({ length }) => Array.from({ length }, (_, turn) => turn))),
    isWhole: new Uint8Array(PATHS.length).fill(1),
  },
);
const drawn = toDrawn(automaton);
const picture = {
  ...drawn,
  transitions: { ...drawn.transitions, covered: countCovered(automaton), main: [1, 1, 0, 1] },
};

it('gives for each transition how many of a thousand dialogues take only stronger ones', () => {
  expect(drawn.transitions.support).toEqual([9, 1, 3, 1]);
  expect([...countCovered(automaton)]).toEqual([0, 800, 600, 800]);
});

it('shows the strongest paths that a share of the dialogues takes, and their number', () => {
  const shown = (cover?: number) => {
    const layout = layOut(picture, { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY, cover }, null);
    return `${describeShown(layout)}, ${layout.scene.edges
      .map(({ from, to }) => `${from}-${to}`)
      .sort()
      .join(' ')}`;
  };
  expect(shown(60)).toBe(
    '2 of 4 states and 1 of 4 transitions are shown; 40 % of dialogues visit hidden states, 0-1',
  );
  expect(shown(80)).toBe(
    '3 of 4 states and 2 of 4 transitions are shown; 10 % of dialogues visit the hidden state, 0-1 1-2',
  );
  expect(shown(81)).toBe('All 4 states and all 4 transitions are shown, 0-1 0-2 1-2 2-3');
  expect(shown()).toBe('All 4 states and 3 of 4 transitions are shown, 0-1 0-2 2-3');
  expect(describeCover(80)).toBe('the most common transitions (80 % of dialogues take only these)');
});
