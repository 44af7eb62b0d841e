import { describe, expect, it } from 'vitest';
import { chooseAnswer } from './chosen-answer.ts';
import { candidateOf } from './query.ts';
import { buildRetrievalCorpus } from './retrieval-corpus.ts';
import { system, user } from './test-corpus.ts';

describe('the chosen answer', () => {
  const corpus = buildRetrievalCorpus(
    ['what day do you leave', 'on what day do you leave', 'what day', 'goodbye'].map((text, at) => ({
      key: `${at}`,
      rounds: [user('a train'), system(text)],
    })),
  );
  const candidates = [3, 2, 0, 1].map((turn) => candidateOf(corpus, turn, 1, {}));

  it('is the one most like the others', () => {
    expect(chooseAnswer(corpus, candidates)?.turn).toBe(0);
  });

  it('is the only one there is, or none', () => {
    expect(chooseAnswer(corpus, candidates.slice(0, 1))?.turn).toBe(3);
    expect(chooseAnswer(corpus, [])).toBeNull();
  });
});
