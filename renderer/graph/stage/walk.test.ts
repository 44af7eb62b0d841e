import { describe, expect, it } from 'vitest';
import { testIndex } from '../../../tests/fixtures/test-graph.ts';
import { type Walk, walkBy } from './walk.ts';

const index = testIndex();
const at = (state: number, trail: readonly number[] = []): Walk => ({ state, trail });
const keys = (start: Walk, ...pressed: string[]): number[] => {
  const seen: number[] = [];
  let walk = start;
  for (const key of pressed) {
    walk = walkBy(index, walk, key) ?? walk;
    seen.push(walk.state);
  }
  return seen;
};

describe('walkBy', () => {
  it('goes right along the transition with the most dialogues, and left back again', () => {
    expect(keys(at(0), 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft')).toEqual([1, 3, 1, 0]);
  });

  it('follows a loop at a leaf of the tree, and goes back the same way', () => {
    // State 3 has no child. Its only transition goes back to 1, and from there Left returns to 3.
    expect(keys(at(3), 'ArrowRight', 'ArrowLeft')).toEqual([1, 3]);
  });

  it('goes left to the parent without a trail', () => {
    expect(keys(at(5), 'ArrowLeft', 'ArrowLeft')).toEqual([4, 1]);
  });

  it('moves up and down within the column, and stops at its ends', () => {
    const rows = [...index.scene.nodes]
      .filter((node) => node.x === index.nodes.get(1)?.x)
      .sort((a, b) => a.y - b.y);
    expect(rows.map((node) => node.state)).toEqual([1, 2]);
    expect(keys(at(1), 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp')).toEqual([2, 2, 1, 1]);
  });

  it('cycles through siblings with brackets', () => {
    expect(keys(at(1), ']', ']', '[')).toEqual([2, 1, 2]);
    expect(walkBy(index, at(5), ']')).toBeNull();
  });

  it('goes home, does not go back from the start, and ignores other keys', () => {
    expect(keys(at(5), 'Home')).toEqual([0]);
    expect(walkBy(index, at(0), 'ArrowLeft')).toBeNull();
    expect(walkBy(index, at(0), 'x')).toBeNull();
  });

  it('starts over if the state is hidden now', () => {
    expect(walkBy(testIndex(30), at(5), 'ArrowRight')?.state).toBe(0);
  });
});
