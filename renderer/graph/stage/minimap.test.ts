import { expect, it } from 'vitest';
import { sightOf } from './minimap.ts';

const scene = { bounds: { left: 0, top: -50, right: 400, bottom: 50 } };
const size = { width: 200, height: 100 };

it('returns the visible part, and whether that is everything', () => {
  expect(sightOf(scene, { x: 0, y: 50, k: 1 }, size)).toEqual({
    left: 0,
    top: -50,
    right: 200,
    bottom: 50,
    isWhole: false,
  });
  expect(sightOf(scene, { x: 0, y: 50, k: 0.5 }, size).isWhole).toBe(true);
  expect(sightOf(scene, { x: 1, y: 50, k: 0.5 }, size).isWhole).toBe(false);
});
