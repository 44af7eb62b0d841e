import { describe, expect, it } from 'vitest';
import type { GroupDifference } from '#shared/contract/analysis.ts';
import { describeGroups } from './groups-panel.tsx';

const difference = (left: number, right: number, q: number): GroupDifference => ({
  pattern: { kind: 'ends', move: { role: 'user', tag: 'thank' } },
  left,
  right,
  difference: left / 100 - right / 200,
  lower: left / 100 - right / 200 - 0.1,
  upper: left / 100 - right / 200 + 0.1,
  q,
  byDefinition: false,
});
const groups = (clear: number, ...items: GroupDifference[]) =>
  describeGroups({ left: 100, right: 200, total: 34, clear, byDefinition: 0, items });

describe('what differs between two groups', () => {
  it('is the clearest difference, with its interval, its sizes and how many more there are', () => {
    expect(groups(3, difference(45, 42, 0.001))).toBe(
      'More dialogues in A end with a customer turn tagged “thank”: 45.0 %, compared with 21.0 % in B (24.0 points; 95 % interval 14.0 to 34.0; 100 dialogues in A, 200 in B). 2 more patterns differ clearly.',
    );
  });

  it('is told from the group that does it more', () => {
    expect(groups(1, difference(21, 90, 0.05))).toBe(
      'More dialogues in B end with a customer turn tagged “thank”: 45.0 %, compared with 21.0 % in A (24.0 points; 95 % interval 14.0 to 34.0; 100 dialogues in A, 200 in B).',
    );
  });

  it('is nothing if chance explains it, or if they share too little', () => {
    expect(groups(0, difference(45, 80, 0.051))).toBe(
      'The groups look alike: none of 34 patterns differs by more than chance (100 dialogues in A, 200 in B).',
    );
    expect(
      describeGroups({
        ...{ left: 100, right: 200, total: 34, clear: 0, byDefinition: 4 },
        items: [{ ...difference(45, 42, 0.001), byDefinition: true }],
      }),
    ).toBe(
      'Apart from what defines them, the groups look alike: none of 30 patterns differs by more than chance (100 dialogues in A, 200 in B).',
    );
    expect(groups(0)).toMatch(/^Nothing to compare: no pattern is shared by at least five dialogues/);
  });
});
