import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyAutomaton, exampleAutomaton, layOutLarge } from '../../../../tests/fixtures/example-automata.ts';
import { PLAIN_ARRANGEMENT } from '../grid/spacing.ts';
import { valueBox } from '../labels/edge-labels.ts';
import type { Box } from '../labels/taken-boxes.ts';
import { layOut } from '../lay-out.ts';
import { sceneToSvg } from '../picture/svg.ts';
import { shareableOverlay } from '../shown/shareable-part.ts';
import { pointOn } from './edge-curve.ts';
import { type Overlay, overlayScene, transitionKey } from './overlay.ts';

const automaton = exampleAutomaton(100, [
  [0, 1, 'greet', 64],
  [1, 2, 'ask', 40],
  [1, 3, 'tell', 20],
]);
const { scene } = layOutLarge(automaton, { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null);
const overlay: Overlay = {
  automaton: 1,
  title: 'Median wait',
  states: new Map([[2, { text: '12 min', tint: 1, share: null, isDeadEnd: true }]]),
  transitions: new Map([[transitionKey(1, 2), { text: '3 min', tint: 0.5, share: 1 }]]),
  legend: {
    name: 'median wait',
    least: '0 s',
    most: '12 min',
    meaning: { ofState: 'median wait after the state', ofTransition: null },
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
  // Without its own figure it loses its count, because the figures belong to other dialogues.
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

it('says in the legend of a saved picture what its figures say', () => {
  const every = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
  const legendOf = (notation: 'boxes' | 'dfa', figures: Overlay['legend'] | null) =>
    sceneToSvg(
      layOut(automaton, every, null, { ...PLAIN_ARRANGEMENT, notation }).scene,
      { title: 't', lines: [] },
      { figures },
    );
  const totals = 'in a box: the number of dialogues that reach the state, and their share of all';
  expect(legendOf('boxes', null)).toContain(totals);
  expect(legendOf('boxes', { ...overlay.legend, hasLabel: false })).toContain(totals);
  expect(legendOf('dfa', null)).toContain('beside a state: the number of dialogues that reach it');
  const meaning = { ofState: 'share of its dialogues', ofTransition: 'share of its visits' };
  const figures = legendOf('boxes', { ...overlay.legend, meaning });
  expect(figures).not.toContain('dialogues that reach');
  expect(figures).toContain('in a box: share of its dialogues');
  expect(figures).toContain('on a transition: share of its visits');
  expect(legendOf('dfa', { ...overlay.legend, meaning })).toContain('beside a state: share of its dialogues');
});

it('keeps the figures of transitions off the mark beside a state', () => {
  const every = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
  const { scene: boxes } = layOut(automaton, every, null, PLAIN_ARRANGEMENT);
  let placed = 0;
  for (const text of ['9.5 h', '12.6 h', '112.6 h', '1,112.6 h'])
    for (const { state } of boxes.nodes) {
      const marks = new Map([[state, { text: '20 %', tint: 1, share: null, isDeadEnd: true }]]);
      const transitions = new Map(
        boxes.edges.map(({ from, to }) => [transitionKey(from, to), { text, tint: 0, share: null }]),
      );
      const { nodes, edges } = overlayScene(boxes, { ...overlay, states: marks, transitions });
      const { x, y, halfWidth } = nodes.find((node) => node.state === state)!;
      for (const { label } of edges) {
        if (!label.box) continue;
        placed++;
        const { left, right, top, bottom } = label.box;
        const isBeside = left < x + halfWidth + 6.5 && right > x + halfWidth + 3.5;
        expect(isBeside && top < y + 7 && bottom > y - 7).toBe(false);
      }
    }
  expect(placed).toBeGreaterThan(0);
});

const covers = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

it('leaves out figures that have no room in the DFA notation, and keeps every name', () => {
  const every = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
  const anyFigure = fc.constantFrom('', '7', '45', '12 min', '1,112.6 h', '4,712 of 5,000');
  fc.assert(
    fc.property(anyAutomaton, fc.array(anyFigure, { minLength: 1 }), (any, figures) => {
      const { scene: drawn } = layOutLarge(any, every, null);
      const textAt = (at: number): string => figures[at % figures.length]!;
      const mark = (at: number) => ({ text: textAt(at), tint: null, share: null });
      const shown = overlayScene(drawn, {
        ...overlay,
        states: new Map(drawn.nodes.map(({ state }, at) => [state, mark(at)])),
        transitions: new Map(drawn.edges.map(({ from, to }, at) => [transitionKey(from, to), mark(at + 1)])),
      });
      const ofStates = shown.nodes.flatMap((node) => (node.value === '' ? [] : [valueBox(node)]));
      const shapes = shown.nodes.map(({ x, y, radius }) => ({
        left: x - radius,
        right: x + radius,
        top: y - radius,
        bottom: y + radius,
      }));
      const told = shown.edges.filter(({ label }) => label.box);
      const all = [...shapes, ...ofStates, ...told.map(({ label }) => label.box!)];
      const overlaps = all.flatMap((box, at) => all.slice(at + 1).filter((other) => covers(box, other)));
      expect(overlaps).toEqual([]);
      const points = shown.edges.flatMap(({ curve, id }) =>
        Array.from({ length: (curve.length - 2) / 6 }, (_, piece) =>
          Array.from({ length: 41 }, (_, step) => ({ id, ...pointOn(curve, piece, step / 40) })),
        ).flat(),
      );
      const onLines = told.flatMap(({ kind, label, id }) =>
        kind === 'tree'
          ? []
          : points.filter(
              ({ id: other, x, y }) =>
                other !== id && covers(label.box!, { left: x, right: x, top: y, bottom: y }),
            ),
      );
      expect(onLines).toEqual([]);
      const names = ({ edges }: typeof drawn) =>
        edges.filter(({ kind }) => kind === 'tree').map(({ label }) => [label.tags, label.box !== null]);
      expect(names(shown)).toEqual(names(drawn));
      expect(shown.edges.every(({ label }, at) => label.count === textAt(at + 1) || label.count === '')).toBe(
        true,
      );
    }),
    { numRuns: 60 },
  );
});
