import { describe, expect, it } from 'vitest';
import { describeMerge } from './merge-evidence.tsx';

const side = (state: number, support: number) => ({ state, support, samples: [] });
const evidence = (support: number, forced: number, canBeOne = true) =>
  describeMerge({
    left: side(12, 120),
    right: side(40, support),
    alike: 0.624,
    forced: { total: forced, items: [] },
    canBeOne,
  });

describe('a possible merge', () => {
  it('says how similar the states are, on how many dialogues, and what else would be merged', () => {
    expect(evidence(45, 3)).toBe(
      'What follows state 12 is 62 % the same as what follows state 40 (120 and 45 dialogues). Merging these states would also merge 3 other pairs.',
    );
    expect(evidence(45, 0)).toMatch(/No other states would be merged\.$/);
  });

  it('says that it cannot be made, and that there are too few dialogues', () => {
    expect(evidence(45, 3, false)).toMatch(
      /These states cannot be merged, because a merged state would contain both/,
    );
    expect(evidence(5, 0)).toMatch(
      /There are too few dialogues for a reliable result\. At least 30 are needed\.$/,
    );
  });
});
