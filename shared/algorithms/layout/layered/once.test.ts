import { expect, it, vi } from 'vitest';
import { exampleAutomaton } from '../example-automata.fixture.ts';
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
