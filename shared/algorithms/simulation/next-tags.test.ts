import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../automaton/learn.ts';
import { nextTags } from './next-tags.ts';

describe('the tags that may come next', () => {
  it('come most taken first, with the share of the dialogues at the state', () => {
    const dialogue = (key: number, tag: string) => ({
      key: `${key}`,
      turns: [{ role: 'user' as const, tags: [tag] }],
    });
    const tags = ['refund', 'refund', 'refund', 'parcel', 'greet', 'greet', 'greet', 'parcel'];
    const { automaton } = learnPaperAutomaton(buildSymbolCorpus(tags.map((tag, at) => dialogue(at, tag))), {
      ...DEFAULT_PAPER_OPTIONS,
      tau: 1,
      lambda: null,
    });
    const next = nextTags(automaton, 0);
    expect(next.map(({ symbol, support, share }) => [symbol.tag, support, share])).toEqual([
      ['greet', 3, 0.375],
      ['refund', 3, 0.375],
      ['parcel', 2, 0.25],
    ]);
    expect(nextTags(automaton, next[0].to)).toEqual([]);
    const unused = { ...automaton, transitionSupport: automaton.transitionSupport.map(() => 0) };
    expect(nextTags(unused, 0)).toEqual([]);
  });
});
