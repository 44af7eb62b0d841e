import type { PrefixTree } from '../tree/prefix-tree.ts';

/**
 * Returns φ(q, q') of section 3.2.3: Σ_t n_t·n'_t / (Σ n_t · Σ n'_t) over the tags t that leave both states, where n_t
 * is |I(δ(q, t))|.
 *
 * Draw one dialogue at each state: φ is the probability that both continue with the same tag. So φ(q, q) = 1/k for k
 * children of equal support, and it falls with the number of children. It is 0 for a state without children.
 *
 * @returns 0 … 1; exact up to one rounding error as long as the sums of supports multiply to less than 2⁵³
 */
export function similarity(tree: PrefixTree, left: number, right: number): number {
  let shared = 0;
  let leftChild = tree.childOffsets[left];
  let rightChild = tree.childOffsets[right];
  while (leftChild < tree.childOffsets[left + 1] && rightChild < tree.childOffsets[right + 1]) {
    const order = tree.symbols[leftChild] - tree.symbols[rightChild];
    if (order === 0) shared += tree.support[leftChild++] * tree.support[rightChild++];
    else if (order < 0) leftChild++;
    else rightChild++;
  }
  return shared === 0 ? 0 : shared / (childrenSupport(tree, left) * childrenSupport(tree, right));
}

/** Returns Σ_t |I(δ(q, t))|: the number of dialogues that continue from a state. In a tree, each continues to one child. */
export function childrenSupport(tree: PrefixTree, state: number): number {
  let sum = 0;
  for (let child = tree.childOffsets[state]; child < tree.childOffsets[state + 1]; child++) {
    sum += tree.support[child];
  }
  return sum;
}
