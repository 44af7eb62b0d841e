import { describe, expect, it } from 'vitest';
import { generatedDialogues, system, user } from '../../../../tests/fixtures/generated-corpus.ts';
import { createRetrievers } from '../methods.ts';
import { type Candidate, makeQuery } from '../query.ts';
import { buildRetrievalCorpus, type RetrievalTurn } from '../retrieval-corpus.ts';
import { fitFamiliarity, strangeness } from './ranked-retriever.ts';

describe('strangeness', () => {
  it('falls from 1 for the worst twentieth of training turns to 0 for all but the worst fifth', () => {
    const familiarity = fitFamiliarity(Array.from({ length: 100 }, (_, at) => 99 - at));
    expect(familiarity).toEqual({ strange: 5, usual: 20 });
    expect([0, 5, 8, 12.5, 20, 99].map((best) => strangeness(familiarity, best))).toEqual([
      1, 1, 0.8, 0.5, 0, 0,
    ]);
  });

  it('is 0 if nothing was learned, or if all training turns are equal', () => {
    expect(strangeness(fitFamiliarity([]), 0)).toBe(0);
    expect(strangeness(fitFamiliarity([7, 7, 7]), 7)).toBe(0);
    expect(strangeness(fitFamiliarity([7, 7, 7]), 6)).toBe(1);
  });
});

describe('the learned ranker', () => {
  const dialogues = generatedDialogues(80, 3);
  const corpus = buildRetrievalCorpus(dialogues);
  const retriever = createRetrievers(corpus, { seed: 1 }).create('context-ranker');
  const asked = (...turns: RetrievalTurn[]) => retriever.retrieve(makeQuery(corpus, turns), 5).candidates;
  const agreements = (found: readonly Candidate[]) => found.map(({ why }) => why.agreement);
  const scores = (found: readonly Candidate[]) => found.map(({ score }) => score);

  it('uses only agreement if the query is like others', () => {
    const found = asked(user('I want a taxi and its day please', 'taxi', 'day'));
    expect(scores(found)).toEqual(agreements(found));
  });

  it('subtracts the similarity to all answers if the query is strange', () => {
    const found = asked(user('Whence does one board the museum omnibus', 'museum'));
    expect(found).toHaveLength(5);
    for (const { score, why } of found) expect(score).toBeLessThan(why.agreement ?? 0);
    expect(scores(found)).toEqual(scores(found).toSorted((a, b) => b - a));
  });

  it('uses earlier turns if no word of the last turn is known', () => {
    const wordy = (key: string, topic: string) => ({
      key,
      turns: [
        user(`Could somebody tell me how often a ${topic} leaves for the city on weekdays`, topic),
        system(`Every hour a ${topic} leaves`, 'tell'),
        user(`Then which ${topic} would still arrive before noon on a rainy holiday`, topic),
        system(`That ${topic} is the second one`, 'tell'),
      ],
    });
    const topics = ['taxi', 'train', 'coach', 'ferry'];
    const some = buildRetrievalCorpus(
      Array.from({ length: 40 }, (_, at) => wordy(`${at}`, topics[at % 4] ?? '')),
    );
    const ranker = createRetrievers(some, { seed: 1 }).create('context-ranker');
    const turns = [user('My ferry', 'ferry'), system('Whereto?'), user('Xyzzy')];
    const found = ranker.retrieve(makeQuery(some, turns), 5).candidates;
    expect(found.map(({ why }) => why.ranks?.['dense, three turns'])).toEqual([1, 2, 3, 4, 5]);
    expect(scores(found)).toEqual([1, 1 / 2, 1 / 3, 1 / 4, 1 / 5]);
    expect(new Set(found.map(({ dialogue }) => topics[Number(some.keys[dialogue]) % 4]))).toEqual(
      new Set(['ferry']),
    );
  });
});
