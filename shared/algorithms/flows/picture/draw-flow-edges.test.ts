import { expect, it } from 'vitest';
import { BOAT } from '../../../../tests/fixtures/boat-flow.ts';
import type { Flow } from '../../../domain/flow.ts';
import { textWidth } from '../../layout/labels/label-text.ts';
import { drawFlowEdges } from './draw-flow-edges.ts';
import { FLOW_NODE, layOutFlow } from './lay-out-flow.ts';

const inform = (id: string) => ({ id, type: 'inform' as const, message: id });
const CHAIN: Flow = {
  ...BOAT,
  start: 'a',
  nodes: ['a', 'b', 'c', 'd', 'e'].map(inform),
  edges: [
    { source: 'a', target: 'b' },
    { source: 'b', target: 'c' },
    { source: 'c', target: 'd' },
    { source: 'd', target: 'e' },
    { source: 'a', target: 'e', condition: 'user asks for the end of all this at once' },
    { source: 'a', target: 'd', condition: 'user asks for most of the end of all this' },
    { source: 'e', target: 'b', condition: 'once more' },
    { source: 'c', target: 'c', condition: 'again' },
    { source: 'c', target: 'nowhere' },
  ],
};

it('leads no edge behind a node, back neither', () => {
  const layout = layOutFlow(CHAIN);
  const { lanes, places } = layout;
  expect(lanes.map(({ length }) => length)).toEqual([0, 0, 0, 0, 3, 2, 4, 1, 0]);
  for (const { x, level } of lanes.flat()) {
    for (const place of places.values()) {
      if (place.level !== level) continue;
      expect(x < place.x || x > place.x + FLOW_NODE.width).toBe(true);
    }
  }
  // Edges in one row have separate lanes.
  const stops = lanes.flat().map(({ x, level }) => `${x} ${level}`);
  expect(new Set(stops).size).toBe(stops.length);
  const drawn = drawFlowEdges(CHAIN, layout);
  expect(drawn.at(-1)).toBeNull();
  expect(drawn[0]!.path).toMatch(/^M[-\d.,]+C[-\d., ]+$/);
});

it('writes conditions where they cover neither nodes nor each other', () => {
  const layout = layOutFlow(CHAIN);
  const labels = drawFlowEdges(CHAIN, layout).flatMap((edge) => edge?.label ?? []);
  expect(labels).toHaveLength(4);
  const boxes = [
    ...labels.map(({ x, y, text }) => ({
      x: x - textWidth(text, 11) / 2,
      y: y - 7,
      width: textWidth(text, 11),
      height: 14,
    })),
    ...[...layout.places.values()].map(({ x, y }) => ({ x, y, ...FLOW_NODE })),
  ];
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const apart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y;
      expect(apart).toBe(true);
    }
  }
});
