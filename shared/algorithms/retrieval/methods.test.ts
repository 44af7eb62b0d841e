import { describe, expect, it } from 'vitest';
import { generatedDialogues, user } from '../../../tests/fixtures/generated-corpus.ts';
import { createRetrievers, RETRIEVAL_METHODS, type RetrievalMethod } from './methods.ts';
import { makeQuery } from './query.ts';
import { buildRetrievalCorpus, replyOfTurn, withOtherTags } from './retrieval-corpus.ts';
import { createTextSources } from './words/text-sources.ts';

const dialogues = generatedDialogues(60, 3);
const corpus = buildRetrievalCorpus(dialogues);
const OPTIONS = { seed: 5, trainingSteps: 20 };
const factory = createRetrievers(corpus, OPTIONS);
const retrievers = new Map(RETRIEVAL_METHODS.map((method) => [method, factory.create(method)]));
const retrieverOf = (method: RetrievalMethod) => retrievers.get(method)!;
const question = makeQuery(corpus, [user('I want a train and its day please', 'train', 'day')]);

describe.each(RETRIEVAL_METHODS)('%s', (method) => {
  it('returns at most the requested number of candidates, all distinct turns of the corpus', () => {
    const { candidates } = retrieverOf(method).retrieve(question, 5);
    expect(candidates.length).toBeLessThanOrEqual(5);
    expect(new Set(candidates.map((candidate) => candidate.reply)).size).toBe(candidates.length);
    for (const { reply, dialogue, turn } of candidates) {
      expect(replyOfTurn(corpus, dialogue, turn)).toBe(reply);
      expect(dialogues[dialogue].turns[turn].role).toBe('system');
    }
  });

  it("never returns the query's own dialogue", () => {
    for (let dialogue = 0; dialogue < 20; dialogue++) {
      const query = makeQuery(corpus, dialogues[dialogue].turns.slice(0, 3), dialogue);
      const { candidates } = retrieverOf(method).retrieve(query, 5);
      expect(candidates.map((candidate) => candidate.dialogue)).not.toContain(dialogue);
    }
  });

  it('gives the same answer after other queries, and when built again', () => {
    const first = retrieverOf(method).retrieve(question, 5);
    retrieverOf(method).retrieve(makeQuery(corpus, [user('a museum and its price', 'museum')]), 5);
    expect(retrieverOf(method).retrieve(question, 5)).toEqual(first);
    expect(createRetrievers(corpus, OPTIONS).create(method).retrieve(question, 5)).toEqual(first);
  });

  it('gives the same answer with shared word sources and other tags as when built from scratch', () => {
    const earlier = buildRetrievalCorpus(
      dialogues.map(({ key, turns }) => ({
        key,
        turns: turns.map((turn, at) => ({ ...turn, tags: at % 3 === 0 ? ['other'] : turn.tags })),
      })),
    );
    const texts = createTextSources(earlier, OPTIONS);
    createRetrievers(earlier, OPTIONS, texts).create(method).retrieve(question, 5);
    const renewed = createRetrievers(withOtherTags(earlier, dialogues), OPTIONS, texts).create(method);
    expect(renewed.retrieve(question, 5)).toEqual(retrieverOf(method).retrieve(question, 5));
  });

  it('works for a query without known words or tags, and without a history', () => {
    for (const turns of [[user('xyzzy', 'xyzzy')], []]) {
      const { candidates } = retrieverOf(method).retrieve(makeQuery(corpus, turns), 5);
      expect(candidates.length).toBeLessThanOrEqual(5);
    }
  });

  it('works on a corpus without dialogues', () => {
    const nothing = buildRetrievalCorpus([]);
    const retriever = createRetrievers(nothing, OPTIONS).create(method);
    expect(retriever.retrieve(makeQuery(nothing, [user('hello', 'hello')]), 5).candidates).toEqual([]);
  });
});

describe.each(['context', 'context-rrf', 'context-ranker'] as const)('%s', (method) => {
  it('always finds five, however strange the query', () => {
    for (const turns of [[user('xyzzy', 'xyzzy')], [user('', '')], []]) {
      expect(retrieverOf(method).retrieve(makeQuery(corpus, turns), 5).candidates).toHaveLength(5);
    }
  });
});

describe('withOtherTags', () => {
  it('gives the same corpus as building it again', () => {
    const retagged = dialogues.map(({ key, turns }, at) => ({
      key,
      turns: turns.map((turn) => ({ ...turn, tags: [...turn.tags, `tag ${at % 7}`, 'tag 1'] })),
    }));
    const expected = buildRetrievalCorpus(retagged);
    expect(withOtherTags(corpus, retagged.toReversed())).toEqual(expected);
    expect(withOtherTags(corpus, retagged).wordIds).toBe(corpus.wordIds);
  });

  it.each([
    ['a dialogue less', dialogues.slice(1)],
    ['another key', [{ ...dialogues[0], key: 'another' }, ...dialogues.slice(1)]],
    ['a turn less', [{ ...dialogues[0], turns: dialogues[0].turns.slice(1) }, ...dialogues.slice(1)]],
  ])('refuses %s', (_, others) => {
    expect(() => withOtherTags(corpus, others)).toThrow(RangeError);
  });
});

describe('finding the right next move', () => {
  const rightShare = (method: RetrievalMethod): number => {
    const { candidates } = retrieverOf(method).retrieve(question, 5);
    const right = candidates.filter(({ dialogue, turn }) =>
      dialogues[dialogue].turns[turn].tags.includes('tell-day'),
    );
    return right.length / 5;
  };

  it.each(['bm25-last', 'context', 'context-rrf', 'context-ranker'] as const)('%s finds it', (method) => {
    expect(rightShare(method)).toBe(1);
  });

  it('scope "route" finds it among the turns along the route', () => {
    const near = createRetrievers(corpus, { seed: 5, scope: 'route' }).create('context-ranker');
    const { candidates } = near.retrieve(question, 5);
    expect(candidates).toHaveLength(5);
    for (const { dialogue, turn } of candidates) {
      expect(dialogues[dialogue].turns[turn].tags).toContain('tell-day');
    }
  });

  it('gives reasons: ranks, the shared state, the weight and the agreement', () => {
    const { candidates, contextRoute } = retrieverOf('context-ranker').retrieve(question, 5);
    expect(contextRoute?.steps[0].outcome).toBe('matched');
    expect(Object.keys(candidates[0].why.ranks ?? {}).length).toBeGreaterThan(0);
    expect(candidates[0].why.weight).toBeGreaterThan(0);
    expect(candidates[0].why.agreement).toBeGreaterThan(0);
    expect(contextRoute?.path).toContain(candidates[0].why.state);
  });
});
