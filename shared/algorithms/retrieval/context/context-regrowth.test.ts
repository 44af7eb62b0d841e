import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedCorpora } from '../../../../tests/fixtures/corpus-edits.ts';
import { buildSymbolCorpus } from '../../../../tests/fixtures/tagged-dialogues.ts';
import { compareCorpora } from '../../automaton/tree/corpus-change.ts';
import { type ReplyCorpus, withReplies } from '../retrieval-corpus.ts';
import { learnContextAutomaton } from './context-automaton.ts';
import type { ContextAutomaton } from './context-states.ts';

const arbitraryOptions = fc.record({
  turns: fc.integer({ min: 1, max: 4 }),
  splitThreshold: fc.integer({ min: 0, max: 4 }),
  minimumSupport: fc.integer({ min: 1, max: 3 }),
});

describe('learnContextAutomaton with an earlier automaton', () => {
  it('gives the same result as learning from scratch, edit by edit', () => {
    fc.assert(
      fc.property(editedCorpora, arbitraryOptions, (versions, options) => {
        let before: { corpus: ReplyCorpus; automaton: ContextAutomaton } | null = null;
        for (const dialogues of versions) {
          const corpus = withReplies(buildSymbolCorpus(dialogues));
          const automaton: ContextAutomaton = learnContextAutomaton(
            corpus,
            options,
            before && { ...before, change: compareCorpora(before.corpus, corpus) },
          );
          expect(automaton).toEqual(learnContextAutomaton(corpus, options));
          before = { corpus, automaton };
        }
      }),
      { numRuns: 1000 },
    );
  });
});
