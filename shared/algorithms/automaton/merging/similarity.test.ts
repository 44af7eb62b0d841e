import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveSimilarity, naiveTree } from '../../../../tests/fixtures/naive-learner.ts';
import {
  arbitraryDialogues,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../../domain/symbols.ts';
import { growPrefixTree } from '../tree/grow-tree.ts';
import { similarity } from './candidate-pairs.ts';

function treeOf(dialogues: readonly TaggedDialogue[], options = {}) {
  const corpus = buildSymbolCorpus(dialogues);
  const tree = growPrefixTree(corpus, { tau: 0, depth: null, continueAt: 'ends', ...options }).tree;
  return { corpus, tree };
}

/** Two user states, 1 and 2. #membership leads to three system tags, #subscription to two. */
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

  it('is 1/k for a state with k equal children and itself, so a wide state is not similar to an equal one', () => {
    const tags = Array.from({ length: 11 }, (_, tag) => `t${tag}`);
    const { tree } = treeOf(tags.flatMap((tag) => copies(1, tag, 'u:x', `s:${tag}`)));
    expect(similarity(tree, 1, 1)).toBe(1 / 11);
  });

  it('is 1 for the same single child, 0 if either state has no children', () => {
    const { tree } = treeOf([
      ...copies(2, 'a', 'u:x', 's:ok'),
      ...copies(5, 'b', 'u:y', 's:ok'),
      ...copies(1, 'c', 'u:z'),
    ]);
    expect(similarity(tree, 1, 2)).toBe(1);
    expect(similarity(tree, 1, 3)).toBe(0);
    expect(similarity(tree, 3, 3)).toBe(0);
  });

  it('agrees with φ computed with Maps', () => {
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
