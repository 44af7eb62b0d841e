import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../learn.ts';
import { checkStructure } from './check-automaton.ts';
import { describeLeftOut, shareableAutomaton } from './restrict.ts';

describe('shareableAutomaton', () => {
  it('leaves out whatever fewer than five dialogues share, including rare ends', () => {
    const dialogues = [
      ...copies(6, 'many', 'u:refund', 's:ok'),
      ...copies(4, 'few', 'u:secret', 's:ok'),
      ...copies(2, 'short', 'u:refund'),
    ];
    const { automaton } = learnPaperAutomaton(buildSymbolCorpus(dialogues), {
      ...DEFAULT_PAPER_OPTIONS,
      tau: 0,
      lambda: null,
    });
    expect(automaton.ends.includes(2)).toBe(true);
    const part = shareableAutomaton(automaton);
    expect(part.structure.symbols.map(({ tag }) => tag)).toEqual(['ok', 'refund']);
    expect([...part.structure.support]).toEqual([12, 8, 6]);
    expect([...part.structure.ends]).toEqual([0, 0, 6]);
    expect(describeLeftOut(part)).toBe('left out: 2 states and 2 transitions with fewer than 5 dialogues');
    expect(describeLeftOut(shareableAutomaton(part.structure))).toBe(
      'left out: nothing, because everything has at least 5 dialogues',
    );
  });

  it('contains no count between 0 and the least, for any automaton', () => {
    fc.assert(
      fc.property(
        arbitraryDialogues,
        arbitraryTreeOptions,
        arbitraryLambda,
        fc.integer({ min: 2, max: 6 }),
        (dialogues, options, lambda, least) => {
          const { automaton } = learnPaperAutomaton(buildSymbolCorpus(dialogues), { ...options, lambda });
          const { structure } = shareableAutomaton(automaton, least);
          checkStructure(structure);
          const states = structure.support.subarray(1);
          expect([...states, ...structure.transitionSupport].filter((count) => count < least)).toEqual([]);
          expect([...structure.ends].filter((count) => count > 0 && count < least)).toEqual([]);
        },
      ),
    );
  });
});
