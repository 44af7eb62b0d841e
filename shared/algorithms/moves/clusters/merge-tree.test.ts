import { describe, expect, it } from 'vitest';
import { createRandom } from '../../random/random.ts';
import { agglomerate, groupsOf, leavesBelow, nodesOfCut } from './merge-tree.ts';

function treeOf(points: readonly number[], shareOfLeast?: number) {
  const means = [...points];
  const sizes = points.map(() => 1);
  return agglomerate({
    count: points.length,
    cost: (a, b) => Math.abs(means[a] - means[b]),
    ...(shareOfLeast !== undefined && { leastCost: (a, b) => shareOfLeast * Math.abs(means[a] - means[b]) }),
    unite(a, b) {
      means[a] = (means[a] * sizes[a] + means[b] * sizes[b]) / (sizes[a] + sizes[b]);
      sizes[a] += sizes[b];
    },
  });
}

describe('a tree of merges', () => {
  const tree = treeOf([0, 10, 1, 11, 50]);

  it('merges the nearest first, ties by number', () => {
    expect(tree.merges).toEqual([
      [0, 2],
      [1, 3],
      [5, 6],
      [7, 4],
    ]);
    expect(leavesBelow(tree, 7)).toEqual([0, 1, 2, 3]);
  });

  it('can be cut into any number of groups, and each cut splits one group of the cut before', () => {
    expect([...groupsOf(tree, nodesOfCut(tree, 3))]).toEqual([1, 2, 1, 2, 0]);
    for (let groups = 1; groups < 5; groups++) {
      const coarse = nodesOfCut(tree, groups);
      const fine = nodesOfCut(tree, groups + 1);
      expect(fine).toHaveLength(groups + 1);
      expect(coarse.filter((node) => !fine.includes(node))).toHaveLength(1);
    }
    expect(nodesOfCut(tree, 99)).toEqual([0, 1, 2, 3, 4]);
    expect(nodesOfCut(tree, 0)).toEqual([8]);
  });

  it('is the same if only lower bounds of most costs are known', () => {
    const random = createRandom(3);
    for (let run = 0; run < 20; run++) {
      const points = Array.from({ length: 30 }, () => random.integer(40));
      for (const share of [0, 0.5, 0.99, 1]) expect(treeOf(points, share)).toEqual(treeOf(points));
    }
  });

  it('has no merge without leaves, and for one leaf', () => {
    expect(treeOf([])).toEqual({ leaves: 0, merges: [] });
    expect(nodesOfCut(treeOf([]), 3)).toEqual([]);
    expect(nodesOfCut(treeOf([7]), 3)).toEqual([0]);
  });
});
