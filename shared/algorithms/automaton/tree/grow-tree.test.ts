import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedCorpora } from '../../../../tests/fixtures/corpus-edits.ts';
import {
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import { growPrefixTree } from './grow-tree.ts';
import type { GrownTree } from './prefix-tree.ts';

describe('growPrefixTree', () => {
  it('returns the same tree as growing from scratch, edit by edit', () => {
    fc.assert(
      fc.property(editedCorpora, arbitraryTreeOptions, (versions, options) => {
        let grown: GrownTree | null = null;
        for (const dialogues of versions) {
          const corpus = buildSymbolCorpus(dialogues);
          grown = growPrefixTree(corpus, options, grown);
          const fresh = growPrefixTree(corpus, options);
          expect(grown.tree).toEqual(fresh.tree);
          expect(grown.begunAt).toEqual(fresh.begunAt);
          expect(grown.followed.counts).toEqual(fresh.followed.counts);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('ignores a tree that was grown with other options', () => {
    const corpus = buildSymbolCorpus(copies(4, 'd', 'u:a,b', 's:c'));
    const before = growPrefixTree(corpus, { tau: 5, depth: null, continueAt: 'ends' });
    const options = { tau: 1, depth: null, continueAt: 'ends' } as const;
    expect(growPrefixTree(corpus, options, before).tree).toEqual(growPrefixTree(corpus, options).tree);
  });
});
