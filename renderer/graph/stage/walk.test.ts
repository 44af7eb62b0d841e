import { describe, expect, it } from 'vitest';
import { testIndex } from '../test-graph.fixture.ts';
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
  it('goes right along the strongest way and left back again', () => {
    expect(keys(at(0), 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft')).toEqual([1, 3, 1, 0]);
  });

  it('follows a loop where the tree ends, and goes back the way it came', () => {
    // State 3 has no child. Its only transition goes back to 1, and from there Left returns to 3.
    expect(keys(at(3), 'ArrowRight', 'ArrowLeft')).toEqual([1, 3]);
  });

  it('goes left to the parent where it did not come by keys', () => {
    expect(keys(at(5), 'ArrowLeft', 'ArrowLeft')).toEqual([4, 1]);
  });

  it('moves up and down within the column, and stops at its ends', () => {
    const rows = [...index.scene.nodes]
      .filter((node) => node.x === index.nodes.get(1)?.x)
      .sort((a, b) => a.y - b.y);
    expect(rows.map((node) => node.state)).toEqual([1, 2]);
    expect(keys(at(1), 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp')).toEqual([2, 2, 1, 1]);
  });

  it('goes turn the siblings with brackets', () => {
    expect(keys(at(1), ']', ']', '[')).toEqual([2, 1, 2]);
    expect(walkBy(index, at(5), ']')).toBeNull();
  });

  it('goes home, leads nowhere from the start backwards, and ignores other keys', () => {
    expect(keys(at(5), 'Home')).toEqual([0]);
    expect(walkBy(index, at(0), 'ArrowLeft')).toBeNull();
    expect(walkBy(index, at(0), 'x')).toBeNull();
  });

  it('starts over where the state is no longer on show', () => {
    expect(walkBy(testIndex(30), at(5), 'ArrowRight')?.state).toBe(0);
  });
});
