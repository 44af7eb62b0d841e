import { describe, expect, it } from 'vitest';
import { runInForce } from './run-in-force.ts';

const inForce = (...tagged: readonly number[]) =>
  runInForce(tagged, (count) => ({ tagged: count, all: 1000 }));

describe('the tagging run in force', () => {
  it('is the newest that tagged at least half of the dialogues', () => {
    expect(inForce(971, 1000)).toBe(971);
    expect(inForce(182, 971, 1000)).toBe(971);
    expect(inForce(500, 1000)).toBe(500);
  });

  it('is the one that tagged most where none tagged half, and none where there is no run', () => {
    expect(inForce(182, 400, 300)).toBe(400);
    expect(inForce(0)).toBe(0);
    expect(inForce()).toBeNull();
  });
});
