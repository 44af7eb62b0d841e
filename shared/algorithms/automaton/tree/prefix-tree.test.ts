import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveTree } from '../../../../tests/fixtures/naive-learner.ts';
import {
  arbitraryDialogues,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
  dialogue,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { SymbolCorpus, TaggedDialogue } from '../../../domain/symbols.ts';
import { growPrefixTree } from './grow-tree.ts';
import type { PrefixTree, PrefixTreeOptions } from './prefix-tree.ts';

const EVERYTHING: PrefixTreeOptions = { tau: 0, depth: null, continueAt: 'ends' };

function nameOf(tree: PrefixTree, corpus: SymbolCorpus, state: number): string {
  const path: string[] = [];
  for (let at = state; at !== 0; at = tree.parents[at]) {
    const { role, tag } = corpus.symbols[tree.symbols[at]];
    path.unshift(`${role} ${tag}`);
  }
  return JSON.stringify(path);
}

function describeTree(
  dialogues: readonly TaggedDialogue[],
  options: Partial<PrefixTreeOptions> = {},
): string[] {
  const corpus = buildSymbolCorpus(dialogues);
  const tree = growPrefixTree(corpus, { ...EVERYTHING, ...options }).tree;
  return Array.from({ length: tree.stateCount }, (_, state) => {
    const path: string[] = JSON.parse(nameOf(tree, corpus, state));
    const short = path.map((symbol) => symbol.replace(/^(.)\w+ /, '$1:'));
    return [...short, `${tree.support[state]}${tree.ends[state] > 0 ? `/${tree.ends[state]}` : ''}`].join(
      ' ',
    );
  });
}

describe('growPrefixTree', () => {
  it('follows the more frequent tag first, whatever the order of the tags', () => {
    const dialogues = [
      dialogue('a', 'u:issues,battery'),
      dialogue('b', 'u:battery,issues'),
      dialogue('c', 'u:issues,screen'),
    ];
    expect(describeTree(dialogues)).toEqual([
      '3',
      'u:issues 3',
      'u:issues u:battery 2/2',
      'u:issues u:screen 1/1',
    ]);
  });

  it('counts again among the dialogues left, so a frequent tag that often occurs with another comes late', () => {
    const dialogues = [
      ...copies(3, 'ab', 'u:a,b'),
      ...copies(1, 'b', 'u:b'),
      ...copies(2, 'a', 'u:a'),
      ...copies(2, 'c', 'u:c'),
    ];
    // b occurs four times, but once among those without a. c occurs there twice, so it goes first.
    expect(describeTree(dialogues)).toEqual(['8', 'u:a 5/2', 'u:b 1/1', 'u:c 2/2', 'u:a u:b 3/3']);
  });

  it('breaks ties by code-point order of the tag', () => {
    expect(describeTree([dialogue('a', 'u:\uFF01,\u{1F600}')])).toEqual([
      '1',
      'u:\uFF01 1',
      'u:\uFF01 u:\u{1F600} 1/1',
    ]);
  });

  it('makes different transitions for the same tag of another role or turn', () => {
    expect(describeTree([dialogue('a', 'u:address', 's:address', 'u:address')])).toEqual([
      '1',
      'u:address 1',
      'u:address s:address 1',
      'u:address s:address u:address 1/1',
    ]);
  });

  it('does not let a later turn move a tag forward', () => {
    const dialogues = [dialogue('a', 'u:hello', 's:yes'), dialogue('b', 'u:bye', 's:yes')];
    expect(describeTree(dialogues)).toEqual([
      '2',
      'u:bye 1',
      'u:hello 1',
      'u:bye s:yes 1/1',
      'u:hello s:yes 1/1',
    ]);
  });

  it('does not split a group of τ dialogues, and splits a group of τ + 1 completely', () => {
    const six = [...copies(5, 'a', 'u:x,y'), ...copies(1, 'b', 'u:z')];
    expect(describeTree(six, { tau: 6 })).toEqual(['6']);
    expect(describeTree(six, { tau: 5 })).toEqual(['6', 'u:x 5', 'u:z 1/1']);
    expect(describeTree(six, { tau: 4 })).toEqual(['6', 'u:x 5', 'u:z 1/1', 'u:x u:y 5/5']);
  });

  it('compares τ with the dialogues that begin the turn, not with all that passed the state', () => {
    const dialogues = [...copies(2, 'short', 'u:x'), ...copies(4, 'long', 'u:x', 's:y')];
    expect(describeTree(dialogues, { tau: 4 })).toEqual(['6', 'u:x 6/2']);
    expect(describeTree(dialogues, { tau: 3 })).toEqual(['6', 'u:x 6/2', 'u:x s:y 4/4']);
  });

  it('counts dialogues without a remaining tag as part of the group', () => {
    const dialogues = [...copies(3, 'none', 'u:x', 's:', 'u:z'), ...copies(3, 'some', 'u:x', 's:y')];
    expect(describeTree(dialogues, { tau: 4 })).toEqual(['6', 'u:x 6', 'u:x s:y 3/3']);
  });

  it('stays at its state in a turn without tags', () => {
    const dialogues = copies(2, 'a', 'u:x', 's:', 'u:y');
    expect(describeTree(dialogues)).toEqual(['2', 'u:x 2', 'u:x u:y 2/2']);
  });

  it('merges dialogues that reach a state by the same symbol in different turns', () => {
    const dialogues = [dialogue('within', 'u:x,y'), dialogue('later', 'u:x', 's:', 'u:y')];
    expect(describeTree(dialogues)).toEqual(['2', 'u:x 2', 'u:x u:y 2/2']);
  });

  it('continues where any turn ended, or only from leaves', () => {
    const dialogues = [...copies(2, 'inner', 'u:x', 's:r'), ...copies(2, 'leaf', 'u:x,y', 's:r')];
    expect(describeTree(dialogues, { continueAt: 'ends' })).toEqual([
      '4',
      'u:x 4',
      'u:x s:r 2/2',
      'u:x u:y 2',
      'u:x u:y s:r 2/2',
    ]);
    expect(describeTree(dialogues, { continueAt: 'leaves' })).toEqual([
      '4',
      'u:x 4',
      'u:x u:y 2',
      'u:x u:y s:r 2/2',
    ]);
  });

  it('counts depth in transitions', () => {
    const dialogues = copies(2, 'a', 'u:x,y', 's:z');
    expect(describeTree(dialogues, { depth: 2 })).toEqual(['2', 'u:x 2', 'u:x u:y 2']);
    expect(describeTree(dialogues, { depth: 0 })).toEqual(['2']);
  });

  it.each([
    ['no dialogues', [], ['0']],
    ['a dialogue without turns', [dialogue('a')], ['1/1']],
    ['only empty tag sets', copies(9, 'a', 'u:', 's:'), ['9/9']],
    ['one turn', copies(2, 'a', 'u:x'), ['2', 'u:x 2/2']],
    ['the same tags everywhere', copies(9, 'a', 'u:x', 's:x'), ['9', 'u:x 9', 'u:x s:x 9/9']],
  ])('takes %s', (_, dialogues, expected) => {
    expect(describeTree(dialogues)).toEqual(expected);
  });

  it('handles a dialogue of 5,000 turns and turns of 1,000 tags', () => {
    const long = dialogue('long', ...Array.from({ length: 5000 }, (_, turn) => (turn % 2 ? 's:x' : 'u:x')));
    const wide = dialogue('wide', `u:${Array.from({ length: 1000 }, (_, tag) => `t${tag}`).join(',')}`);
    const tree = growPrefixTree(buildSymbolCorpus([long, wide]), EVERYTHING).tree;
    expect(tree.stateCount).toBe(1 + 5000 + 1000);
    expect(tree.ends[tree.stateCount - 1]).toBe(1);
  });

  it.each([
    [{ tau: -1 }, /tau is -1/],
    [{ tau: 1.5 }, /tau is 1.5/],
    [{ depth: -2 }, /depth is -2/],
    [{ depth: Number.NaN }, /depth is NaN/],
  ])('refuses the options %o', (options, message) => {
    expect(() => describeTree([], options)).toThrow(message);
  });

  it('agrees with the naive learner', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, (dialogues, options) => {
        const corpus = buildSymbolCorpus(dialogues);
        const tree = growPrefixTree(corpus, options).tree;
        const naive = naiveTree(dialogues, options);
        const names = Array.from({ length: tree.stateCount }, (_, state) => nameOf(tree, corpus, state));
        expect(new Set(names)).toEqual(new Set(naive.tracked.keys()));
        names.forEach((name, state) => {
          expect(tree.support[state]).toBe(naive.tracked.get(name)!.size);
          expect(tree.ends[state]).toBe(naive.ends.get(name)?.size ?? 0);
        });
        corpus.keys.forEach((key, d) => {
          const visits = Array.from(
            { length: tree.pathOffsets[d + 1] - tree.pathOffsets[d] },
            (_, visit) => ({
              turn: tree.pathTurns[tree.pathOffsets[d] + visit],
              state: names[tree.pathStates[tree.pathOffsets[d] + visit]],
            }),
          );
          expect(visits).toEqual(naive.paths.get(key));
        });
      }),
      { numRuns: 300 },
    );
  });

  it('tracks at a child only dialogues of its parent, for every path', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, (dialogues, options) => {
        const tree = growPrefixTree(buildSymbolCorpus(dialogues), options).tree;
        const tracked = Array.from({ length: tree.stateCount }, () => new Set<number>());
        for (let d = 0; d < tree.dialogueCount; d++) {
          let state = 0;
          tracked[0].add(d);
          for (let visit = tree.pathOffsets[d]; visit < tree.pathOffsets[d + 1]; visit++) {
            expect(tree.parents[tree.pathStates[visit]]).toBe(state);
            state = tree.pathStates[visit];
            tracked[state].add(d);
          }
        }
        for (let state = 1; state < tree.stateCount; state++) {
          const parent = tracked[tree.parents[state]];
          expect([...tracked[state]].every((dialogue) => parent.has(dialogue))).toBe(true);
          expect(tree.support[state]).toBe(tracked[state].size);
        }
      }),
    );
  });

  it('numbers states breadth first, siblings by symbol', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, (dialogues, options) => {
        const tree = growPrefixTree(buildSymbolCorpus(dialogues), options).tree;
        for (let state = 1; state < tree.stateCount; state++) {
          const parent = tree.parents[state];
          expect(state).toBeGreaterThanOrEqual(tree.childOffsets[parent]);
          expect(state).toBeLessThan(tree.childOffsets[parent + 1]);
          if (state > tree.childOffsets[parent]) {
            expect(tree.symbols[state]).toBeGreaterThan(tree.symbols[state - 1]);
          }
        }
      }),
    );
  });
});
