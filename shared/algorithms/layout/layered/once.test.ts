import { expect, it, vi } from 'vitest';
import { exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { PLAIN_ARRANGEMENT } from '../grid/spacing.ts';
import { layOut } from '../lay-out.ts';
import { layOutLayered } from './elk.ts';

vi.mock('./elk.ts', async (original) => {
  const elk = await original<typeof import('./elk.ts')>();
  return { ...elk, layOutLayered: vi.fn(elk.layOutLayered) };
});

const ALL = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY };

it('lays a readable picture out once, whatever page it fills', () => {
  const readable = exampleAutomaton(
    100,
    Array.from({ length: 14 }, (_, at) => [at % 3 === 0 ? 0 : at, at + 1, `tag-${at}`, 50] as const),
  );
  const shapes = [null, 1, 2, 3].map((ratio) => {
    vi.mocked(layOutLayered).mockClear();
    const { scene } = layOut(readable, ALL, null, { ...PLAIN_ARRANGEMENT, ratio });
    expect(layOutLayered).toHaveBeenCalledTimes(1);
    expect(scene.notation).toBe('boxes');
    const { left, right, top, bottom } = scene.bounds;
    return (right - left) / (bottom - top);
  });
  const [close, ...filled] = shapes.map((shape) => Number(shape.toFixed(2)));
  expect(filled[0]).toBeLessThan(close!);
  expect(filled).toEqual(filled.toSorted((a, b) => a - b));
});

it('lays the same picture out once, also after others', () => {
  const graph = (spacing: number) => ({
    id: 'picture',
    layoutOptions: { 'elk.algorithm': 'layered', 'elk.spacing.nodeNode': String(spacing) },
    children: ['a', 'b', 'c'].map((id) => ({ id, width: 40, height: 20 })),
    edges: [
      { id: 'e1', sources: ['a'], targets: ['b'] },
      { id: 'e2', sources: ['a'], targets: ['c'] },
    ],
  });
  const first = layOutLayered(graph(10));
  const other = layOutLayered(graph(50));
  expect(other.children[2]!.y).not.toBe(first.children[2]!.y);
  expect(layOutLayered(graph(10))).toBe(first);
  for (let spacing = 100; spacing < 200; spacing++) layOutLayered(graph(spacing));
  const again = layOutLayered(graph(10));
  expect(again).not.toBe(first);
  const places = ({ children }: typeof first) => children.map(({ id, x, y }) => ({ id, x, y }));
  expect(places(again)).toEqual(places(first));
});
