import { describe, expect, it } from 'vitest';
import { fitOfflineTagger } from '../../../tests/fixtures/offline-tagger.ts';
import { createAnalyser } from './analyse.ts';
import { type AnalysedUtterance, CUES, type Cue, type OfflineTaggerModel } from './offline-tagger-model.ts';
import { tagUtterance } from './tag.ts';

const model: OfflineTaggerModel = {
  kind: 'offline-tagger',
  version: 1,
  utterances: 100,
  minimumCount: 5,
  vocabulary: [
    { lemma: 'refund', score: 9, count: 20 },
    { lemma: 'order', score: 7, count: 30 },
    { lemma: 'card', score: 5, count: 10 },
    { lemma: 'bank', score: 5, count: 10 },
    { lemma: 'help', score: 1, count: 40 },
  ],
  cues: Object.fromEntries(
    CUES.map((cue) => [cue, { score: cue === 'question' ? 8 : 2, count: 9 }]),
  ) as OfflineTaggerModel['cues'],
};

function said(lemmas: string, cues: readonly Cue[] = []): AnalysedUtterance {
  const list = lemmas.split(' ').filter(Boolean);
  return { lemmas: list, writings: list.map(() => 'plain'), words: list, cues, cut: false };
}

const tagsOf = (utterance: AnalysedUtterance, limit?: number): string[] =>
  tagUtterance(model, utterance, limit).map((tag) => tag.tag);

describe('the tags of a message', () => {
  it('are its three best lemmas of the vocabulary, best first, equal scores in code-unit order', () => {
    expect(tagsOf(said('help card bank order unknown refund'))).toEqual(['refund', 'order', 'bank']);
    expect(tagsOf(said('card bank'))).toEqual(['bank', 'card']);
    expect(tagsOf(said('card bank help'), 1)).toEqual(['bank']);
  });

  it('include all its cues, which do not replace lemmas', () => {
    expect(tagUtterance(model, said('help card bank order refund', ['question', 'no']))).toEqual([
      { tag: 'refund', score: 9, cue: false },
      { tag: '[question]', score: 8, cue: true },
      { tag: 'order', score: 7, cue: false },
      { tag: 'bank', score: 5, cue: false },
      { tag: '[no]', score: 2, cue: true },
    ]);
  });

  it('are empty if nothing is known', () => {
    expect(tagsOf(said('unknown words'))).toEqual([]);
    expect(tagsOf(said(''))).toEqual([]);
  });

  it('are found from text by a fitted model', () => {
    const analyser = createAnalyser();
    const turn = (role: 'user' | 'system', text: string) => ({ role, utterances: [analyser.analyse(text)] });
    const corpus = Array.from({ length: 20 }, (_, index) => ({
      turns:
        index % 2 === 0
          ? [turn('user', 'Hello, I want a refund please'), turn('system', 'What is the order number?')]
          : [turn('user', 'Hello, my password is wrong'), turn('system', 'I have sent a reset link.')],
    }));
    const fitted = fitOfflineTagger(corpus);
    const tags = (text: string): string[] =>
      tagUtterance(fitted, analyser.analyse(text)).map((tag) => tag.tag);
    expect(tags('refunds, please?')).toEqual(['refund', '[question]']);
    expect(tags('PASSWORD WRONG')).toEqual(['password', 'wrong']);
    expect(tags('Is there a link?').sort()).toEqual(['[question]', 'link']);
  });
});
