import { expect, it } from 'vitest';
import { DFA, exampleAutomaton } from '../example-automata.fixture.ts';
import { layOut } from '../lay-out.ts';
import { sceneToSvg } from '../picture/svg.ts';
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
  expect(other).toMatchObject({ tint: 0, widthPx: 1, label: { count: '20' } });
  expect(shown.nodes.map(({ x, y }) => [x, y])).toEqual(scene.nodes.map(({ x, y }) => [x, y]));
  expect(shown.bounds).toEqual(scene.bounds);
});

it('stands in a saved picture as it does on the screen', () => {
  const svg = sceneToSvg(overlayScene(scene, overlay), { title: 't', lines: [overlay.title] });
  expect(svg).toContain('12 min');
  expect(svg).toContain('3 min');
  expect(svg).toContain('Median wait');
});
