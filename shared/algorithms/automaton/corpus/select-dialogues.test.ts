import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryDialogues, buildSymbolCorpus } from '../../../../tests/fixtures/tagged-dialogues.ts';
import { selectDialogues } from './select-dialogues.ts';

describe('selectDialogues', () => {
  it('returns the corpus of the selected dialogues alone', () => {
    fc.assert(
      fc.property(arbitraryDialogues, fc.nat(7), (dialogues, bits) => {
        const isKept = (key: string): boolean => ((bits >> (key.length % 3)) & 1) === 1 || key.endsWith('1');
        const corpus = buildSymbolCorpus(dialogues);
        expect(selectDialogues(corpus, (dialogue) => isKept(corpus.keys[dialogue]))).toEqual(
          buildSymbolCorpus(dialogues.filter(({ key }) => isKept(key))),
        );
      }),
    );
  });
});
