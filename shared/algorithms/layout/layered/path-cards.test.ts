import { describe, expect, it } from 'vitest';
import { type ExampleTransition, exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { sceneToSvg } from '../picture/svg.ts';
import type { SceneEdge } from '../scene/scene.ts';
import { pathScene, walkOf } from './path-cards.ts';

const ROOM = { width: 1000, height: 410 };
const chain = (count: number, support = 500) =>
  exampleAutomaton(
    720,
    Array.from(
      { length: count },
      (_, at): ExampleTransition => [at, at + 1, `asks-for-the-details-of-order-${at}`, support - at],
    ),
  );
const walkTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, at) => at);

describe('pathScene', () => {
  it('shows a path in one row if it fits', () => {
    const rowsOf = (count: number) =>
      new Set(pathScene(chain(count), walkTo(count), ROOM).nodes.map(({ y }) => y)).size;
    expect(rowsOf(3)).toBe(1);
    expect(rowsOf(10)).toBeGreaterThan(1);
  });

  it('shows every step of a path in order, readable in a room and none on another', () => {
    for (const count of [1, 2, 5, 10]) {
      const scene = pathScene(chain(count), walkTo(count), ROOM);
      expect(scene.nodes.map(({ state }) => state)).toEqual(walkTo(count));
      expect(scene.edges.map(({ from, to }) => [from, to])).toEqual(
        Array.from({ length: count }, (_, at) => [at, at + 1]),
      );
      expect(scene.bounds.right - scene.bounds.left).toBeLessThanOrEqual(ROOM.width);
      expect(scene.bounds.bottom - scene.bounds.top).toBeLessThanOrEqual(ROOM.height);
      for (const [at, one] of scene.nodes.entries())
        for (const other of scene.nodes.slice(at + 1)) {
          const isApart =
            Math.abs(one.x - other.x) >= one.halfWidth + other.halfWidth ||
            Math.abs(one.y - other.y) >= one.radius + other.radius;
          expect(isApart).toBe(true);
          expect(other.y > one.y || (other.y === one.y && other.x > one.x)).toBe(true);
        }
    }
  });

  it('gives a state that is visited twice two cards', () => {
    const scene = pathScene(
      exampleAutomaton(90, [
        [0, 1, 'ask', 80],
        [1, 2, 'answer', 70],
        [2, 1, 'ask', 30],
      ]),
      [0, 1, 2, 1],
      ROOM,
    );
    expect(scene.nodes.map(({ state }) => state)).toEqual([0, 1, 2, 1]);
    expect(scene.edges.map(({ label }) => label.count)).toEqual(['80', '70', '30']);
  });

  it('leaves out the middle of a long path, and says how many steps', () => {
    const scene = pathScene(chain(60), walkTo(60), ROOM);
    expect(scene.bounds.right - scene.bounds.left).toBeLessThanOrEqual(ROOM.width);
    expect(scene.bounds.bottom - scene.bounds.top).toBeLessThanOrEqual(ROOM.height);
    expect(scene.nodes.length).toBeGreaterThan(10);
    expect(scene.nodes.at(-1)?.state).toBe(60);
    const skipping = scene.edges.filter(({ from, to }) => to !== from + 1);
    expect(skipping).toHaveLength(1);
    const [{ from, to, label }] = skipping as [SceneEdge];
    expect(label.count).toBe(`⋯ +${to - from - 1}`);
    expect(scene.nodes.length - 1 + to - from - 1).toBe(60);
  });

  it('has the figures of the dialogues that take exactly this path, and its end', () => {
    const scene = pathScene(chain(3), walkTo(3), ROOM, 147);
    expect(scene.edges.map(({ label }) => label.count)).toEqual(['147', '147', '147']);
    expect(scene.nodes.map(({ value, share }) => `${value}${share}`)).toEqual(['', '', '', '']);
    expect(scene.end).toMatchObject({ value: '147', edges: [{ from: 3, label: { count: '147' } }] });
    const one = pathScene(chain(20), walkTo(20), ROOM, 1);
    expect(one.end).toMatchObject({ value: '', edges: [{ from: 20 }] });
    expect(JSON.stringify([...one.nodes, ...one.edges].map(({ title }) => title))).not.toContain(
      '1 dialogue',
    );
    expect(one.bounds.right - one.bounds.left).toBeLessThanOrEqual(ROOM.width);
    expect(one.bounds.bottom - one.bounds.top).toBeLessThanOrEqual(ROOM.height);
    expect(pathScene(chain(3), walkTo(3), ROOM).end).toBeUndefined();
    const caption = { title: 'A path', lines: [] };
    expect(sceneToSvg(scene, caption)).not.toContain('dialogues that reach');
    expect(sceneToSvg(pathScene(chain(3), walkTo(3), ROOM), caption)).toContain('dialogues that reach');
  });

  it('tells no figure of fewer than 5 dialogues', () => {
    const scene = pathScene(
      exampleAutomaton(90, [
        [0, 1, 'ask', 80],
        [1, 2, 'answer', 3],
      ]),
      [0, 1, 2],
      ROOM,
    );
    const [, , rare] = scene.nodes;
    expect(rare).toMatchObject({ value: '', share: '', lines: ['answer'] });
    const told = JSON.stringify([rare?.title, scene.edges[1]?.title, scene.edges[1]?.label.count]);
    expect(told).not.toMatch(/\d/);
  });
});

it('reads a path from a highlight, and nothing else', () => {
  const transitions = [
    { from: 0, to: 3 },
    { from: 3, to: 1 },
  ];
  expect(walkOf({ states: [0, 3, 1], transitions })).toEqual([0, 3, 1]);
  expect(walkOf({ states: [0, 1, 3], transitions })).toBeNull();
  expect(walkOf({ states: [3, 1], transitions: transitions.slice(1) })).toBeNull();
  expect(walkOf({ states: [0], transitions: [] })).toBeNull();
});
