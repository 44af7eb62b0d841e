import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveSimilarity, naiveTree } from '../../../tests/fixtures/naive-learner.ts';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  copies,
} from '../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../domain/symbols.ts';
import { forEachCandidatePair } from './candidate-pairs.ts';
import { similarity } from './similarity.ts';
import { buildSymbolCorpus } from './symbol-corpus.ts';
import { buildTagTree } from './tag-tree.ts';

function treeOf(dialogues: readonly TaggedDialogue[], options = {}) {
  const corpus = buildSymbolCorpus(dialogues);
  const tree = buildTagTree(corpus, { tau: 0, depth: null, continueAt: 'ends', ...options });
  return { corpus, tree };
}

/** Two user states, 1 and 2: #membership goes on to three system tags, #subscription to two. */
const subscriptions = [
  ...copies(3, 'm', 'u:membership', 's:refund'),
  ...copies(1, 'n', 'u:membership', 's:payment'),
  ...copies(4, 'o', 'u:membership', 's:hello'),
  ...copies(2, 's', 'u:subscription', 's:refund'),
  ...copies(6, 't', 'u:subscription', 's:payment'),
];

describe('similarity', () => {
  it('weighs the shared tags by their dialogues', () => {
    const { tree } = treeOf(subscriptions);
    expect(similarity(tree, 1, 2)).toBe((3 * 2 + 1 * 6) / (8 * 8));
    expect(similarity(tree, 2, 1)).toBe(similarity(tree, 1, 2));
  });

  it('is 1/k of a state with k equal children and itself, so a wide state fails its own twin', () => {
    const tags = Array.from({ length: 11 }, (_, tag) => `t${tag}`);
    const { tree } = treeOf(tags.flatMap((tag) => copies(1, tag, 'u:x', `s:${tag}`)));
    expect(similarity(tree, 1, 1)).toBe(1 / 11);
  });

  it('is 1 for the same single child, 0 without children on either side', () => {
    const { tree } = treeOf([
      ...copies(2, 'a', 'u:x', 's:ok'),
      ...copies(5, 'b', 'u:y', 's:ok'),
      ...copies(1, 'c', 'u:z'),
    ]);
    expect(similarity(tree, 1, 2)).toBe(1);
    expect(similarity(tree, 1, 3)).toBe(0);
    expect(similarity(tree, 3, 3)).toBe(0);
  });
});

describe('forEachCandidatePair', () => {
  function pairsOf(dialogues: readonly TaggedDialogue[], lambda: number, options = {}) {
    const { corpus, tree } = treeOf(dialogues, options);
    const pairs: [number, number, number][] = [];
    const count = forEachCandidatePair(tree, corpus.symbols, lambda, (left, right, phi) =>
      pairs.push([left, right, phi]),
    );
    expect(count).toBe(pairs.length);
    return { corpus, tree, pairs: pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]) };
  }

  it('tells the pairs over λ, not those at it', () => {
    const phi = 12 / 64;
    expect(pairsOf(subscriptions, phi - 0.001).pairs).toEqual([[1, 2, phi]]);
    expect(pairsOf(subscriptions, phi).pairs).toEqual([]);
  });

  it('pairs no states of two roles, though the same tag leaves both', () => {
    // Both #x and #y of the user go on to the user's #more: one within the round, one after the system's.
    const dialogues = [
      ...copies(2, 'a', 'u:x,more'),
      ...copies(1, 'b', 'u:x'),
      ...copies(2, 'c', 's:y', 'u:more'),
    ];
    expect(pairsOf(dialogues, 0).pairs).toEqual([]);
  });

  it('leaves q₀ out', () => {
    const dialogues = copies(3, 'a', 'u:x', 's:ok', 'u:x');
    const { tree, pairs } = pairsOf(dialogues, 0);
    expect(similarity(tree, 0, 2)).toBe(1);
    expect(pairs).toEqual([]);
  });

  it('takes a tree of q₀ alone', () => {
    expect(pairsOf([], 0.1).pairs).toEqual([]);
  });

  it('tells all pairs of one role that the formula gives, and no other', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, arbitraryLambda, (dialogues, options, lambda) => {
        const { corpus, tree, pairs } = pairsOf(dialogues, lambda ?? 0, options);
        const role = (state: number) => corpus.symbols[tree.symbols[state]].role;
        const expected: [number, number, number][] = [];
        for (let left = 1; left < tree.stateCount; left++) {
          for (let right = left + 1; right < tree.stateCount; right++) {
            const phi = similarity(tree, left, right);
            if (role(left) === role(right) && phi > (lambda ?? 0)) expected.push([left, right, phi]);
          }
        }
        expect(pairs).toEqual(expected);
      }),
    );
  });

  it('agrees with φ over Maps', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, (dialogues, options) => {
        const { corpus, tree } = treeOf(dialogues, options);
        const naive = naiveTree(dialogues, options);
        const nameOf = (state: number): string[] => {
          if (state === 0) return [];
          const { role, tag } = corpus.symbols[tree.symbols[state]];
          return [...nameOf(tree.parents[state]), `${role} ${tag}`];
        };
        const names = Array.from({ length: tree.stateCount }, (_, state) => JSON.stringify(nameOf(state)));
        names.forEach((left, leftState) => {
          names.forEach((right, rightState) => {
            expect(similarity(tree, leftState, rightState)).toBe(naiveSimilarity(naive, left, right));
          });
        });
      }),
      { numRuns: 30 },
    );
  });
});
