import type { MergeTree } from '../clusters/merge-tree.ts';

/**
 * Names all nodes of a tree, those of `cut` first, largest first. The larger part of a node keeps its name, so names
 * stay with their sentences in every cut.
 * @param nameOf returns a different name for every node
 */
export function nameTree(
  tree: MergeTree,
  cut: readonly number[],
  size: (node: number) => number,
  nameOf: (node: number) => string,
): string[] {
  const names = new Array<string>(tree.leaves + tree.merges.length).fill('');
  const nameParts = (node: number): void => {
    if (node < tree.leaves) return;
    const [a, b] = tree.merges[node - tree.leaves];
    const [larger, smaller] = size(b) > size(a) ? [b, a] : [a, b];
    names[larger] = names[node];
    names[smaller] = nameOf(smaller);
    nameParts(larger);
    nameParts(smaller);
  };
  for (const node of [...cut].sort((a, b) => size(b) - size(a) || a - b)) names[node] = nameOf(node);
  for (const node of cut) nameParts(node);
  for (const [at, [a, b]] of tree.merges.entries()) {
    const node = tree.leaves + at;
    if (names[node] === '') names[node] = names[size(b) > size(a) ? b : a];
  }
  return names;
}
