/** Leaves are 0 … leaves − 1; merge i creates node leaves + i. A cut with one more group splits only one group. */
export interface MergeTree {
  readonly leaves: number;
  readonly merges: readonly (readonly [number, number])[];
}

interface Mergeable {
  readonly count: number;
  cost(a: number, b: number): number;
  /** A quick lower bound of the cost. Without it, the cost itself is used. */
  leastCost?(a: number, b: number): number;
  unite(a: number, b: number): void;
}

/** Merges the cheapest pair until one item is left. Ties go to the pair with the smaller numbers. O(n³) at worst. */
export function agglomerate(items: Mergeable): MergeTree {
  const { count } = items;
  const costs = new Float64Array(count * count);
  /** 1 where `costs` has only the lower bound. Most pairs never come close to merging, so this is usually enough. */
  const isLeast = new Uint8Array(count * count);
  const live = Array.from({ length: count }, (_, at) => at);
  const node = live.slice();
  /** For each item, the later item with the cheapest merge; −1 if there is none. */
  const cheapest = new Int32Array(count);
  const rate = (a: number, b: number): void => {
    costs[a * count + b] = (items.leastCost ?? items.cost)(a, b);
    isLeast[a * count + b] = items.leastCost ? 1 : 0;
  };
  const costOf = (a: number, b: number): number => {
    if (isLeast[a * count + b] === 1) costs[a * count + b] = items.cost(a, b);
    isLeast[a * count + b] = 0;
    return costs[a * count + b];
  };
  const look = (a: number): void => {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const b of live) {
      if (b <= a || (best !== -1 && costs[a * count + b] >= least)) continue;
      const cost = costOf(a, b);
      if (best !== -1 && cost >= least) continue;
      best = b;
      least = cost;
    }
    cheapest[a] = best;
  };
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) rate(a, b);
  for (const a of live) look(a);
  const merges: (readonly [number, number])[] = [];
  while (live.length > 1) {
    let first = live[0];
    for (const a of live)
      if (cheapest[a] !== -1 && costs[a * count + cheapest[a]] < costs[first * count + cheapest[first]])
        first = a;
    const second = cheapest[first];
    items.unite(first, second);
    merges.push([node[first], node[second]]);
    node[first] = count + merges.length - 1;
    live.splice(live.indexOf(second), 1);
    for (const other of live) {
      if (other < first) rate(other, first);
      if (other > first) rate(first, other);
    }
    for (const a of live) {
      const isStale = a === first || cheapest[a] === first || cheapest[a] === second;
      if (isStale) look(a);
      else if (a < first) {
        const before = costs[a * count + cheapest[a]];
        if (costs[a * count + first] > before) continue;
        const now = costOf(a, first);
        if (now < before || (now === before && first < cheapest[a])) cheapest[a] = first;
      }
    }
  }
  return { leaves: count, merges };
}

export function nodesOfCut({ leaves, merges }: MergeTree, groups: number): number[] {
  const nodes = new Set(Array.from({ length: leaves }, (_, leaf) => leaf));
  for (let at = 0; at < merges.length && nodes.size > Math.max(1, groups); at++) {
    for (const part of merges[at]) nodes.delete(part);
    nodes.add(leaves + at);
  }
  return [...nodes].sort((a, b) => a - b);
}

export function leavesBelow(tree: MergeTree, node: number): number[] {
  if (node < tree.leaves) return [node];
  const [a, b] = tree.merges[node - tree.leaves];
  return [...leavesBelow(tree, a), ...leavesBelow(tree, b)].sort((x, y) => x - y);
}

export function groupsOf(tree: MergeTree, nodes: readonly number[]): Int32Array {
  const groups = new Int32Array(tree.leaves).fill(-1);
  for (const [group, node] of nodes.entries())
    for (const leaf of leavesBelow(tree, node)) groups[leaf] = group;
  return groups;
}
