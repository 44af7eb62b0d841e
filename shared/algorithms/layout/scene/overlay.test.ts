import { expect, it } from 'vitest';
import { DFA, exampleAutomaton } from '../example-automata.fixture.ts';
import { PLAIN_ARRANGEMENT } from '../grid/spacing.ts';
import { layOut } from '../lay-out.ts';
import { sceneToSvg } from '../picture/svg.ts';
import { shareableOverlay } from '../shown/shareable-part.ts';
import { type Overlay, overlayScene, wayKey } from './overlay.ts';

const automaton = exampleAutomaton(100, [
  [0, 1, 'greet', 64],
  [1, 2, 'ask', 40],
  [1, 3, 'tell', 20],
]);
const { scene } = layOut(automaton, { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null, DFA);
const overlay: Overlay = {
  automaton: 1,
  title: 'Median wait',
  states: new Map([[2, { text: '12 min', tint: 1, share: null, isDeadEnd: true }]]),
  ways: new Map([[wayKey(1, 2), { text: '3 min', tint: 0.5, share: 1 }]]),
  legend: {
    name: 'median wait',
    least: '0 s',
    most: '12 min',
    isDifference: false,
    hasLabel: true,
    hasColour: true,
    hasWidth: true,
    hasDeadEnds: true,
  },
};

it('puts figures on states and edges, and moves nothing', () => {
  const shown = overlayScene(scene, overlay);
  const node = shown.nodes.find(({ state }) => state === 2)!;
  expect(node).toMatchObject({ value: '12 min', tint: 1, isDeadEnd: true });
  expect(node.title).toContain('median wait: 12 min');
  const edge = shown.edges.find(({ from, to }) => from === 1 && to === 2)!;
  expect(edge).toMatchObject({ tint: 0.5, widthPx: 8, label: { tags: 'ask', count: '3 min' } });
  const other = shown.edges.find(({ to }) => to === 3)!;
  // Without a figure of its own it must not keep its count: the figures are of other dialogues.
  expect(other).toMatchObject({ tint: 0, widthPx: 1, label: { count: '' } });
  expect(shown.nodes.map(({ x, y }) => [x, y])).toEqual(scene.nodes.map(({ x, y }) => [x, y]));
  expect(shown.bounds).toEqual(scene.bounds);
});

it('stands in a saved picture as it does on the screen', () => {
  const svg = sceneToSvg(overlayScene(scene, overlay), { title: 't', lines: [overlay.title] });
  expect(svg).toContain('12 min');
  expect(svg).toContain('3 min');
  expect(svg).toContain('Median wait');
});

it('counts the ends of the dialogues that the figures are of', () => {
  const every = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
  const ended = { ...automaton, states: { ...automaton.states, ends: [0, 0, 40, 20] } };
  const { scene: boxes } = layOut(ended, every, null, PLAIN_ARRANGEMENT);
  const before = boxes.end?.edges ?? [];
  expect(before.length).toBeGreaterThan(1);
  expect(before.every(({ label }) => label.count !== '')).toBe(true);
  const { from } = before[0]!;
  const counted = overlayScene(boxes, { ...overlay, ends: new Map([[from, 7]]) }).end?.edges ?? [];
  expect(counted.map(({ label }) => label.count)).toEqual(
    before.map((edge) => (edge.from === from ? '7' : '')),
  );
  const shared = overlayScene(boxes, shareableOverlay({ ...overlay, ends: new Map([[from, 4]]) }));
  expect(shared.end?.edges.every(({ label }) => label.count === '')).toBe(true);
});
