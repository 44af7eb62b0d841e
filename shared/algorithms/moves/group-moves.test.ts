import { describe, expect, it } from 'vitest';
import { groupMoves, type MoveDecision } from './group-moves.ts';
import type { RoleModel } from './moves-model.ts';

// Leaves 0–3; 4 = 0 + 1, 5 = 2 + 3, 6 = all. The run cut it into 4 and 5.
const model: RoleModel = {
  role: 'user',
  tree: {
    leaves: 4,
    merges: [
      [0, 1],
      [2, 3],
      [4, 5],
    ],
  },
  names: ['ask', 'ask-price', 'thank', 'bye', 'ask', 'thank', 'ask'],
  cut: [4, 5],
  turns: [12, 8],
  otherTurns: 0,
};
const units = [
  { role: 'user', move: 0, leaf: 0 },
  { role: 'user', move: 0, leaf: 1 },
  { role: 'user', move: 1, leaf: 2 },
  { role: 'user', move: 1, leaf: 3 },
  // Its neighbors moved it from the second to the first.
  { role: 'user', move: 0, leaf: 3 },
  { role: 'system', move: 0, leaf: 0 },
] as const;
const sizes = [7, 4, 5, 3, 1, 9];
const under = (...decisions: MoveDecision[]) => {
  const { groups, left } = groupMoves(model, { units, sizes }, decisions);
  return { left, groups: Object.fromEntries(groups.map(({ label, units: own }) => [label, own])) };
};
const role = 'user';
const shownBy = (...own: number[]) => ({ units: own, label: 'none' });

describe('moves under decisions', () => {
  it('are those of the run without decisions', () => {
    expect(under()).toEqual({ left: 0, groups: { ask: [0, 1, 4], thank: [2, 3] } });
  });

  it('can be cut finer and coarser, and unchanged ones keep their names', () => {
    expect(under({ kind: 'cut', role, moves: 3 }).groups).toEqual({ ask: [0, 1, 4], thank: [2], bye: [3] });
    expect(under({ kind: 'cut', role, moves: 4 }).groups).toEqual({
      ask: [0, 4],
      'ask-price': [1],
      thank: [2],
      bye: [3],
    });
    expect(under({ kind: 'cut', role, moves: 1 }).groups).toEqual({ ask: [0, 1, 2, 3, 4] });
    expect(under({ kind: 'cut', role: 'system', moves: 1 }).groups).toEqual(under().groups);
  });

  it('are merged, split and renamed in order, at any cut', () => {
    const merge: MoveDecision = { kind: 'merge', role, move: shownBy(3), into: shownBy(0) };
    expect(under(merge).groups).toEqual({ ask: [0, 1, 2, 3, 4] });
    expect(under({ kind: 'cut', role, moves: 4 }, merge).groups).toEqual({
      ask: [0, 3, 4],
      'ask-price': [1],
      thank: [2],
    });
    const split: MoveDecision = { kind: 'split', role, move: shownBy(0, 1) };
    expect(under(split).groups).toEqual({ ask: [0, 4], 'ask-price': [1], thank: [2, 3] });
    const rename: MoveDecision = { kind: 'rename', role, move: shownBy(1, 1, 0), label: 7 };
    expect(under(split, rename).groups).toEqual({ ask: [0, 4], 7: [1], thank: [2, 3] });
  });

  it('are restored if a merged move is split again', () => {
    expect(
      under(
        { kind: 'merge', role, move: shownBy(2), into: shownBy(0) },
        { kind: 'split', role, move: shownBy(0) },
      ).groups,
    ).toEqual({ ask: [0, 1], thank: [2, 3, 4] });
  });

  it('are merged if a given name is now the name of another move', () => {
    expect(under({ kind: 'rename', role, move: shownBy(2), label: 'ask' }).groups).toEqual({
      ask: [0, 1, 2, 3, 4],
    });
  });

  it('are named at once, so that names can be exchanged, and those with the same name are merged', () => {
    const named = (unit: number, label: string | number) => ({ units: [unit], label });
    const name = (moves: number, ...names: ReturnType<typeof named>[]): MoveDecision => ({
      kind: 'name',
      role,
      moves,
      names,
    });
    expect(under(name(2, named(0, 'thank'), named(2, 'ask'))).groups).toEqual({
      thank: [0, 1, 4],
      ask: [2, 3],
    });
    // Moves without a decision keep their name; a name that matches nothing is counted.
    expect(under(name(4, named(0, 7), named(3, 7), named(2, 'bye'), named(-1, 8)))).toEqual({
      left: 1,
      groups: { 7: [0, 3, 4], 'ask-price': [1], bye: [2] },
    });
    // Of two names for one move, the first one counts.
    expect(under(name(2, named(0, 7), named(1, 8))).groups).toEqual({ 7: [0, 1, 4], thank: [2, 3] });
    expect(under({ kind: 'cut', role, moves: 1 }, name(2, named(0, 7), named(2, 8))).groups).toEqual({
      7: [0, 1, 4],
      8: [2, 3],
    });
  });

  it('keep their names if the number changes after naming: the nearest merge, the largest split', () => {
    const names = [
      { units: [0], label: 7 },
      { units: [1], label: 8 },
      { units: [2], label: 9 },
      { units: [3], label: 8 },
    ];
    const cutInto = (moves: number) =>
      groupMoves(model, { units, sizes }, [
        { kind: 'name', role, moves: 4, names },
        { kind: 'cut', role, moves },
      ]);
    const groupsAfter = (moves: number) =>
      Object.fromEntries(cutInto(moves).groups.map(({ label, units: own }) => [label, own]));
    // 8 belongs to the fine cluster of its first unit, which merges with the cluster of 7 first.
    expect(groupsAfter(3)).toEqual({ 7: [0, 4], 8: [1, 3], 9: [2] });
    expect(groupsAfter(2)).toEqual({ 7: [0, 1, 3, 4], 9: [2] });
    expect(groupsAfter(1)).toEqual({ 7: [0, 1, 2, 3, 4] });
    expect(groupsAfter(4)).toEqual({ 7: [0], ask: [4], 8: [1, 3], 9: [2] });
    expect(cutInto(5)).toMatchObject({ cut: 5, left: 0 });
    // There are only five.
    expect(cutInto(9).cut).toBe(5);
    expect(cutInto(2).cut).toBe(2);
  });

  it('count decisions that find no move or cannot split, and find a move by its name', () => {
    expect(under({ kind: 'split', role, move: shownBy(-1) })).toMatchObject({ left: 1 });
    expect(
      under(
        { kind: 'split', role, move: { units: [-1], label: 'ask' } },
        { kind: 'split', role, move: { units: [], label: 'ask-price' } },
      ),
    ).toEqual({ left: 1, groups: { ask: [0, 4], 'ask-price': [1], thank: [2, 3] } });
  });
});
