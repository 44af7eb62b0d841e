import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
  dialogue,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../../domain/symbols.ts';
import { growPrefixTree } from '../tree/grow-tree.ts';
import { acceptedPairs, childProfiles, similarity } from './candidate-pairs.ts';
import { createStrongestPairs, type StatePairs } from './strongest-pairs.ts';

function treeOf(dialogues: readonly TaggedDialogue[], options = {}) {
  const corpus = buildSymbolCorpus(dialogues);
  const tree = growPrefixTree(corpus, { tau: 0, depth: null, continueAt: 'ends', ...options }).tree;
  return { symbols: corpus.symbols, tree };
}

function rowsOf({ length, left, right, phi }: StatePairs): [number, number, number][] {
  return Array.from({ length }, (_, at) => [left[at], right[at], phi[at]]);
}

function accept(dialogues: readonly TaggedDialogue[], lambda: number, options = {}) {
  const { symbols, tree } = treeOf(dialogues, options);
  const { candidates, accepted } = acceptedPairs(tree, symbols, lambda);
  return { candidates, accepted: rowsOf(accepted) };
}

/** Two user states, 1 and 2. #membership leads to three system tags, #subscription to two of them. */
const subscriptions = [
  ...copies(3, 'm', 'u:membership', 's:refund'),
  ...copies(1, 'n', 'u:membership', 's:payment'),
  ...copies(4, 'o', 'u:membership', 's:hello'),
  ...copies(2, 's', 'u:subscription', 's:refund'),
  ...copies(6, 't', 'u:subscription', 's:payment'),
];

describe('acceptedPairs', () => {
  it('accepts pairs above λ, but not at λ', () => {
    const phi = (3 * 2 + 1 * 6) / (8 * 8);
    expect(accept(subscriptions, phi - 0.001)).toEqual({ candidates: 1, accepted: [[1, 2, phi]] });
    expect(accept(subscriptions, phi)).toEqual({ candidates: 0, accepted: [] });
  });

  it('counts every pair of equal states, and accepts one pair for each state but the smallest', () => {
    const alike = ['a', 'b', 'c', 'd'].map((tag) => dialogue(tag, `u:${tag}`, 's:ok'));
    expect(accept(alike, 0.1)).toEqual({
      candidates: 6,
      accepted: [
        [1, 2, 1],
        [1, 3, 1],
        [1, 4, 1],
      ],
    });
  });

  /** φ of a state with itself is 1. The dialogues of the other state also continue with other tags. */
  const narrow = (tag: string) => copies(1, tag, `u:${tag}`, 's:x');
  const wide = (tag: string, ...shares: string[]) =>
    shares.flatMap((share) => copies(1, tag + share, `u:${tag}`, `s:${share[0]}`));

  it('merges wide states through a narrow one although they are not similar enough themselves', () => {
    const shares = ['x1', 'x2', 'y', 'z'];
    // φ of two wide states is 6/16; of a wide and the narrow one, 1/2.
    expect(accept([...narrow('a'), ...wide('b', ...shares), ...wide('c', ...shares)], 0.4)).toEqual({
      candidates: 2,
      accepted: [
        [1, 2, 0.5],
        [1, 3, 0.5],
      ],
    });
    expect(accept([...wide('a', ...shares), ...wide('b', ...shares), ...narrow('c')], 0.4)).toEqual({
      candidates: 2,
      accepted: [
        [1, 3, 0.5],
        [2, 3, 0.5],
      ],
    });
  });

  it('prefers the smallest states if wide states are equally similar to the narrow one', () => {
    expect(accept([...narrow('a'), ...wide('b', 'x', 'y'), ...wide('c', 'x', 'y')], 0.4)).toEqual({
      candidates: 3,
      accepted: [
        [1, 2, 0.5],
        [1, 3, 0.5],
      ],
    });
  });

  it('makes no pair of states of two roles, even if they have a next tag in common', () => {
    // The user's #x and the system's #y both lead to the user's #more, one in the same turn and one in the next.
    const dialogues = [
      ...copies(3, 'a', 'u:x,more'),
      ...copies(1, 'b', 'u:x'),
      ...copies(2, 'c', 's:y', 'u:more'),
    ];
    expect(accept(dialogues, 0)).toEqual({ candidates: 0, accepted: [] });
  });

  it('leaves q₀ out', () => {
    const dialogues = copies(3, 'a', 'u:x', 's:ok', 'u:x');
    expect(similarity(treeOf(dialogues).tree, 0, 2)).toBe(1);
    expect(accept(dialogues, 0)).toEqual({ candidates: 0, accepted: [] });
  });

  it('handles a tree of q₀ alone', () => {
    expect(accept([], 0.1)).toEqual({ candidates: 0, accepted: [] });
  });

  it('returns the same as scoring every pair one by one', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, arbitraryLambda, (dialogues, options, lambda) => {
        const { symbols, tree } = treeOf(dialogues, options);
        const role = (state: number) => symbols[tree.symbols[state]].role;
        const strongest = createStrongestPairs(tree.stateCount);
        let candidates = 0;
        for (let left = 1; left < tree.stateCount; left++) {
          for (let right = left + 1; right < tree.stateCount; right++) {
            const phi = similarity(tree, left, right);
            if (role(left) !== role(right) || phi <= (lambda ?? 0)) continue;
            candidates++;
            strongest.add(left, right, phi);
          }
        }
        expect(accept(dialogues, lambda ?? 0, options)).toEqual({
          candidates,
          accepted: rowsOf(strongest.finish()),
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('childProfiles', () => {
  it('groups states by role and by the shares of their children', () => {
    const { symbols, tree } = treeOf([
      ...copies(2, 'a', 'u:a', 's:ok'),
      ...copies(5, 'b', 'u:b', 's:ok'),
      ...copies(2, 'c', 'u:c', 's:no'),
      ...copies(3, 'd', 'u:d', 's:ok'),
      ...copies(3, 'e', 'u:d', 's:no'),
      ...copies(1, 'f', 'u:e', 's:ok'),
      ...copies(1, 'g', 'u:e', 's:no'),
      ...copies(4, 'h', 's:hello', 's:ok'),
      ...copies(4, 'i', 'u:leaf'),
    ]);
    const { count, offsets, states, roles } = childProfiles(tree, symbols);
    const groups = Array.from({ length: count }, (_, profile) => [
      ...states.subarray(offsets[profile], offsets[profile + 1]),
    ]);
    // 1 hello; 2 to 6 the user's a to e; 7 leaf.
    expect(groups).toEqual([[1], [2, 3], [4], [5, 6]]);
    expect([...roles]).toEqual([0, 1, 1, 1]);
  });
});
