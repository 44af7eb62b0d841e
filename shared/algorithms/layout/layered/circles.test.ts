import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyAutomaton, exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { PLAIN_ARRANGEMENT } from '../grid/spacing.ts';
import type { Box } from '../labels/taken-boxes.ts';
import { layOut } from '../lay-out.ts';
import { boxesBeside, textsBeside } from './circles.ts';

const ALL = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY };
const DFA = { ...PLAIN_ARRANGEMENT, notation: 'dfa' } as const;

it('lays no circle, tag, total or figure on another, in either direction', () => {
  const arrangements = fc.record({
    notation: fc.constant('dfa' as const),
    direction: fc.constantFrom('right' as const, 'down' as const),
    ratio: fc.constantFrom(null, 16 / 9),
  });
  fc.assert(
    fc.property(anyAutomaton, arrangements, (automaton, arrangement) => {
      const { scene } = layOut(automaton, ALL, null, arrangement);
      const states = scene.nodes.map((node) =>
        boxesBeside(node).map(({ x, y, halfWidth, radius }) => ({
          left: x - halfWidth,
          right: x + halfWidth,
          top: y - radius,
          bottom: y + radius,
        })),
      );
      const groups = [...states, ...scene.edges.flatMap(({ label: { box } }) => (box ? [[box]] : []))];
      const isApart = (one: Box, other: Box): boolean =>
        one.right <= other.left ||
        other.right <= one.left ||
        one.bottom <= other.top ||
        other.bottom <= one.top;
      const overlaps = groups.flatMap((group, at) => {
        const others = groups.slice(at + 1).flat();
        return group.flatMap((one) =>
          others.flatMap((other) => (isApart(one, other) ? [] : [{ one, other }])),
        );
      });
      expect(overlaps).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

it('writes the tags of the lines that lead to a state, and rings it where a fifth of its dialogues end', () => {
  const automaton = exampleAutomaton(
    100,
    [
      [0, 1, 'asks-for-help', 100],
      [1, 2, 'helps', 60],
      [1, 2, 'links', 70],
      [2, 1, 'thanks', 20],
    ],
    { ends: { 1: 10, 2: 40 } },
  );
  const { scene } = layOut(automaton, ALL, null, DFA);
  expect(scene.end).toBeUndefined();
  expect(scene.nodes.map(({ accepting }) => accepting)).toEqual([false, false, true]);
  const texts = scene.nodes.map((node) => textsBeside(node).map(({ text }) => text));
  expect(texts[0]).toEqual(['100']);
  expect(texts[1]).toEqual(['asks for', 'help, thanks', String(automaton.states.support[1])]);
  expect(texts[2]).toEqual(['links, helps', String(automaton.states.support[2])]);
  // A line with only some of the tags of its state says which.
  expect(scene.edges.map(({ from, to, label }) => [from, to, label.count])).toEqual([
    [2, 1, 'thanks 20'],
    [1, 2, '≤70'],
    [0, 1, 'asks for help 100'],
  ]);
});

it('leaves larger pictures to the grid, where labels keep their size', () => {
  const chain = (states: number) =>
    exampleAutomaton(
      100,
      Array.from({ length: states - 1 }, (_, at) => [at, at + 1, `tag-${at}`, 90] as const),
    );
  const isSmall = (states: number, notation: 'boxes' | 'dfa') =>
    layOut(chain(states), ALL, null, { ...PLAIN_ARRANGEMENT, notation }).scene.isSmall;
  expect([isSmall(30, 'dfa'), isSmall(31, 'dfa'), isSmall(31, 'boxes')]).toEqual([true, false, true]);
});
