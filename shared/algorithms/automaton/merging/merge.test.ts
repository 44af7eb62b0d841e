import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus, copies, dialogue } from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../../domain/symbols.ts';
import { mergeStates } from '../learn.ts';
import { growPrefixTree } from '../tree/grow-tree.ts';

function merge(dialogues: readonly TaggedDialogue[], lambda: number | null) {
  const corpus = buildSymbolCorpus(dialogues);
  const tree = growPrefixTree(corpus, { tau: 0, depth: null, continueAt: 'ends' }).tree;
  const merging = mergeStates(tree, corpus.symbols, lambda);
  const byClass = new Map<number, number[]>();
  merging.classOf.forEach((stateClass, state) => {
    byClass.set(stateClass, [...(byClass.get(stateClass) ?? []), state]);
  });
  return { merging, merged: [...byClass.values()].filter((states) => states.length > 1) };
}

describe('mergeStates', () => {
  it('merges the doubled "#link → #thank" and, for determinism, what follows it', () => {
    // The tree: 1 #battery, 2 #screen; below them 3, 4 #link; below those 5, 6 #thank.
    const { merging, merged } = merge(
      [
        ...copies(2, 'b', 'u:battery', 's:link', 'u:thank'),
        ...copies(3, 's', 'u:screen', 's:link', 'u:thank'),
      ],
      0.1,
    );
    expect(merged).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(merging).toMatchObject({ candidates: 2, forced: 1, classesBeforeClosure: 5, classes: 4 });
    expect([...merging.accepted.left]).toEqual([1, 3]);
    expect([...merging.accepted.right]).toEqual([2, 4]);
    expect([...merging.accepted.phi]).toEqual([1, 1]);
  });

  it('merges the targets of equal symbols even if they have nothing in common', () => {
    // 1 #x and 2 #y share s:a and s:b, whose own children differ.
    const { merging, merged } = merge(
      [
        dialogue('1', 'u:x', 's:a', 'u:p'),
        dialogue('2', 'u:x', 's:b', 'u:q'),
        dialogue('3', 'u:y', 's:a', 'u:r'),
        dialogue('4', 'u:y', 's:b', 'u:q'),
      ],
      0.4,
    );
    expect(merged).toEqual([
      [1, 2],
      [3, 5],
      [4, 6],
      [8, 10],
    ]);
    expect(merging).toMatchObject({ candidates: 2, forced: 2, classesBeforeClosure: 9, classes: 7 });
  });

  it('makes a loop if a state is merged with its child', () => {
    const { merged } = merge(copies(2, 'a', 'u:x', 's:ok', 'u:x', 's:ok'), 0.1);
    expect(merged).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it('counts a candidate as accepted only if it merges something new', () => {
    const { merging } = merge(
      ['x', 'y', 'z'].map((tag) => dialogue(tag, `u:${tag}`, 's:ok')),
      0.5,
    );
    expect(merging.candidates).toBe(3);
    expect(merging.accepted.length).toBe(2);
    expect(merging.forced).toBe(2);
  });

  it('does not merge at φ = λ, or without λ', () => {
    const twins = ['x', 'y'].flatMap((tag) => [
      dialogue(`${tag}1`, `u:${tag}`, 's:a'),
      dialogue(`${tag}2`, `u:${tag}`, 's:b'),
    ]);
    expect(merge(twins, 0.5).merged).toEqual([]);
    expect(merge(twins, 0.499).merged).not.toEqual([]);
    expect(merge(twins, null).merging).toMatchObject({ candidates: 0, forced: 0, classes: 7 });
  });

  it.each([-0.1, Number.NaN])('refuses λ = %d', (lambda) => {
    expect(() => merge([], lambda)).toThrow(`lambda is ${lambda}`);
  });
});
