import type { Role } from '#shared/domain/dialogue.ts';
import { groupsOf, leavesBelow, type MergeTree, nodesOfCut } from './clusters/merge-tree.ts';
import type { MoveUnit } from './move-figures.ts';
import type { RoleModel } from './moves-model.ts';

export type MoveLabel = string | number;

interface MoveReference {
  /** For each sentence, its unit in the new grouping; −1 for none. */
  readonly units: readonly number[];
  readonly label: MoveLabel;
}

export type MoveDecision =
  /** Sets the number of moves. Applied before all decisions except earlier names. */
  | { readonly kind: 'cut'; readonly role: Role; readonly moves: number }
  | {
      readonly kind: 'merge';
      readonly role: Role;
      readonly move: MoveReference;
      readonly into: MoveReference;
    }
  | { readonly kind: 'split'; readonly role: Role; readonly move: MoveReference }
  | {
      readonly kind: 'rename';
      readonly role: Role;
      readonly move: MoveReference;
      readonly label: MoveLabel;
    }
  /** Sets the number of clusters and names them; clusters of one name are merged. */
  | {
      readonly kind: 'name';
      readonly role: Role;
      readonly moves: number;
      readonly names: readonly MoveReference[];
    };

export interface MoveGroup {
  readonly label: MoveLabel;
  readonly units: readonly number[];
  readonly splits: boolean;
}

export interface GroupedMoves {
  readonly cut: number;
  readonly groups: readonly MoveGroup[];
  readonly left: number;
}

interface UnitSizes {
  readonly units: readonly MoveUnit[];
  readonly sizes: ArrayLike<number>;
}

/**
 * Returns a role's moves after a person's decisions: cuts the tree, then applies merges, splits and names in order. A
 * decision applies to the move with most of its sentences. A cut after naming keeps the named tree and joins or splits
 * its parts.
 */
export function groupMoves(
  model: RoleModel,
  { units, sizes }: UnitSizes,
  decisions: readonly MoveDecision[],
): GroupedMoves {
  const own = decisions.filter(({ role }) => role === model.role);
  const named = own.findLast((decision) => decision.kind === 'name');
  const last = own.findLast((decision) => decision.kind === 'cut' || decision.kind === 'name');
  const asked = (named ?? last)?.moves ?? model.cut.length;
  let cut = Math.max(1, Math.min(asked, model.tree.leaves));
  let groups = groupsOfCut(model, { units, sizes }, cut);
  const labelOfCut = new Map(
    groups.flatMap(({ label, units: members }) => members.map((unit) => [unit, label])),
  );
  let left = 0;
  const sizeOf = (members: readonly number[]): number => members.reduce((sum, unit) => sum + sizes[unit], 0);
  const shownBy = (shown: readonly number[]): MoveGroup | undefined => {
    const votes = groups.map((group) => shown.filter((unit) => group.units.includes(unit)).length);
    const most = Math.max(0, ...votes);
    return most > 0 ? groups[votes.indexOf(most)] : undefined;
  };
  const find = ({ units: shown, label }: MoveReference): MoveGroup | undefined =>
    shownBy(shown) ?? groups.find((group) => group.label === label);
  const replace = (gone: readonly MoveGroup[], made: readonly MoveGroup[]): void => {
    groups = [...groups.filter((group) => !gone.includes(group)), ...made];
  };
  const mergeInto = (into: MoveGroup, other: MoveGroup): MoveGroup => {
    const merged = groupOf(into.label, [...into.units, ...other.units], units);
    replace([into, other], [merged]);
    return merged;
  };

  const name = (names: readonly MoveReference[]): void => {
    const given = new Map<MoveGroup, MoveLabel>();
    for (const reference of names) {
      const group = shownBy(reference.units);
      if (!group) left++;
      else if (!given.has(group)) given.set(group, reference.label);
    }
    const named = groups.map((group) => ({ ...group, label: given.get(group) ?? group.label }));
    groups = [...new Set(named.map(({ label }) => label))].map((label) => {
      const same = named.filter((group) => group.label === label);
      return groupOf(
        label,
        same.flatMap((group) => group.units),
        units,
      );
    });
  };

  /** Splits a move. Returns false if the move is a single fine cluster. The larger part keeps the name. */
  const part = (move: MoveGroup): boolean => {
    const parts = halves(model.tree, units, move.units, sizeOf);
    if (!parts) return false;
    const [larger, smaller] = parts;
    const taken = new Set(groups.map(({ label }) => label));
    const largest = smaller.units.reduce((a, b) => (sizes[b] > sizes[a] ? b : a));
    const wanted = [labelOfCut.get(largest) ?? 'move', model.names[smaller.node] ?? 'move'];
    let label = wanted.find((one) => !taken.has(one)) ?? wanted[1];
    while (taken.has(label)) label = `${label}-2`;
    replace([move], [groupOf(move.label, larger.units, units), groupOf(label, smaller.units, units)]);
    return true;
  };
  const bySize = (a: MoveGroup, b: MoveGroup): number =>
    sizeOf(b.units) - sizeOf(a.units) || a.units[0] - b.units[0];
  /** Merges the parts whose largest fine clusters merge first, or splits off the largest parts. */
  const resize = (wanted: number): void => {
    const home = new Map<number, MoveGroup>();
    const settle = (node: number, group: MoveGroup): void => {
      const there = home.get(node);
      const [into, other] = there ? [there, group].sort(bySize) : [group];
      home.set(node, other ? mergeInto(into, other) : into);
    };
    for (const group of [...groups].sort(bySize)) {
      if (groups.length <= wanted) break;
      settle(units[group.units.reduce((a, b) => (sizes[b] > sizes[a] ? b : a))].leaf, group);
    }
    for (const [at, children] of model.tree.merges.entries())
      for (const child of children) {
        const group = home.get(child);
        if (group && groups.length > wanted) settle(model.tree.leaves + at, group);
      }
    while (groups.length < wanted && [...groups].sort(bySize).some(part));
  };

  for (const decision of own) {
    if (decision.kind === 'cut') continue;
    if (decision.kind === 'name') {
      name(decision.names);
      if (decision !== named) continue;
      if (last?.kind === 'cut') resize(last.moves);
      cut = groups.length;
      continue;
    }
    const move = find(decision.move);
    const into = decision.kind === 'merge' ? find(decision.into) : undefined;
    if (!move || (decision.kind === 'merge' && (!into || into === move))) left++;
    else if (into) mergeInto(into, move);
    else if (decision.kind === 'rename') {
      const same = groups.find((group) => group !== move && group.label === decision.label);
      const renamed = { ...move, label: decision.label };
      replace([move], [renamed]);
      if (same) mergeInto(same, renamed);
    } else if (decision.kind === 'split' && !part(move)) left++;
  }
  return { cut, groups, left };
}

function groupOf(label: MoveLabel, members: readonly number[], units: readonly MoveUnit[]): MoveGroup {
  const leaves = new Set(members.flatMap((unit) => (units[unit].leaf < 0 ? [] : units[unit].leaf)));
  return { label, units: [...members].sort((a, b) => a - b), splits: leaves.size > 1 };
}

function groupsOfCut(
  { role, tree, cut: made, names }: RoleModel,
  { units, sizes }: UnitSizes,
  wanted: number,
): MoveGroup[] {
  const nodes = wanted === made.length ? [...made] : nodesOfCut(tree, wanted);
  const groupOfLeaf = groupsOf(tree, nodes);
  const below = made.map((node) => new Set(leavesBelow(tree, node)));
  const own = [...units.keys()].filter((unit) => units[unit].role === role);
  const isBelow = (unit: number): boolean => below[units[unit].move].has(units[unit].leaf);
  const turns = new Float64Array(nodes.length);
  for (const unit of own) if (isBelow(unit)) turns[groupOfLeaf[units[unit].leaf]] += sizes[unit];
  const largest = below.map((leaves) => {
    const parts = [...new Set([...leaves].map((leaf) => groupOfLeaf[leaf]))];
    return parts.reduce((a, b) => (turns[b] > turns[a] ? b : a));
  });
  const members: number[][] = nodes.map(() => []);
  for (const unit of own)
    members[isBelow(unit) ? groupOfLeaf[units[unit].leaf] : largest[units[unit].move]].push(unit);
  return nodes
    .map((node, at) => groupOf(names[node], members[at], units))
    .filter((group) => group.units.length > 0);
}

interface Part {
  readonly node: number;
  readonly units: readonly number[];
}

const LEAST_PART = 0.15;

/** Returns the parts of the highest merge that splits well, or else the best; larger first. Null for one cluster. */
function halves(
  tree: MergeTree,
  units: readonly MoveUnit[],
  members: readonly number[],
  sizeOf: (members: readonly number[]) => number,
): readonly [Part, Part] | null {
  const total = sizeOf(members);
  let best: readonly [Part, Part] | null = null;
  let node = tree.leaves + tree.merges.length - 1;
  while (node >= tree.leaves && (best === null || sizeOf(best[1].units) < LEAST_PART * total)) {
    const [a, b] = tree.merges[node - tree.leaves].map((child): Part => {
      const leaves = new Set(leavesBelow(tree, child));
      return { node: child, units: members.filter((unit) => leaves.has(units[unit].leaf)) };
    });
    const [larger, smaller] = sizeOf(b.units) > sizeOf(a.units) ? [b, a] : [a, b];
    if (smaller.units.length > 0 && sizeOf(smaller.units) > sizeOf(best?.[1].units ?? []))
      best = [larger, smaller];
    node = larger.node;
  }
  if (!best) return null;
  const [larger, smaller] = best;
  const apart = new Set(smaller.units);
  return [{ ...larger, units: members.filter((unit) => !apart.has(unit)) }, smaller];
}
