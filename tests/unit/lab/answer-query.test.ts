import { beforeAll, describe, expect, it } from 'vitest';
import {
  answerableTurns,
  answerQuery,
  isNested,
  isSeeded,
} from '#backend/features/retrieval/answer-query.ts';
import { comparedMethodsNamed, menuOf, methodInfo } from '#backend/features/retrieval/methods.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { createRetrievers, RETRIEVAL_METHODS } from '#shared/algorithms/retrieval/methods.ts';
import { makeQuery, type Retriever } from '#shared/algorithms/retrieval/query.ts';
import { ANSWER_POOL } from '#shared/algorithms/retrieval/ranking/chosen-answer.ts';
import { buildRetrievalCorpus, type RetrievalCorpus } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import { routeEnd } from '../../../lab/retrieval/route-end.ts';

const dialogues = generateDemoDialogues({ seed: 3, count: 48 }).map(({ id, turns }) => ({
  key: id,
  turns: turns.map(({ speaker, text, acts }) => ({ role: speaker, text, tags: [...(acts ?? [])] })),
}));
const held = dialogues.slice(40);
const scorer = createTextScorer();

let corpus: RetrievalCorpus;
let factory: ReturnType<typeof createRetrievers>;

beforeAll(() => {
  corpus = buildRetrievalCorpus(dialogues.slice(0, 40));
  // Less training finds other examples, but in the same way.
  factory = createRetrievers(corpus, { seed: 1, trainingSteps: 20 });
});

const queries = () => held.map(({ turns }) => makeQuery(corpus, turns.slice(0, 1)));
const textOf = (reply: number): string => {
  const key = corpus.keys[corpus.replyDialogues[reply]];
  const turn = corpus.replyTurns[reply] - corpus.turnOffsets[corpus.replyDialogues[reply]];
  return dialogues.find((dialogue) => dialogue.key === key)?.turns[turn].text ?? '';
};

const TIMEOUT_MS = 60_000;

describe.each(RETRIEVAL_METHODS)('%s', { timeout: TIMEOUT_MS }, (name) => {
  let retriever: Retriever;
  beforeAll(() => {
    retriever = factory.create(name);
  }, TIMEOUT_MS);

  it('returns the same first examples if more are requested', () => {
    for (const query of queries()) {
      const { retrieval, answer, answerPool } = answerQuery(retriever, query, 5, { scorer, textOf });
      expect(retrieval.candidates).toEqual(retriever.retrieve(query, 5).candidates);
      expect(answerQuery(retriever, query, 5, null)).toMatchObject({
        retrieval,
        answer: null,
        answerPool: 0,
      });
      expect(answerPool).toBeLessThanOrEqual(ANSWER_POOL);
      expect(answer === null).toBe(answerPool === 0);
    }
  });

  it('says where the route ended if and only if the method has a route', () => {
    const [query] = queries();
    const end = routeEnd(retriever.retrieve(query, 5));
    expect(end !== null).toBe(methodInfo(name).kind !== 'baseline');
    if (isNested(name) && end) expect(end.reason).toBe('deepest-state');
  });
});

it('lists which methods draw at random and therefore need the seed', () => {
  const drawing = RETRIEVAL_METHODS.filter(isSeeded);
  const others = createRetrievers(corpus, { seed: 2, trainingSteps: 20 });
  const drawsOtherwise = (name: (typeof RETRIEVAL_METHODS)[number]): boolean => {
    const [before, after] = [factory.create(name), others.create(name)];
    return queries().some(
      (query) =>
        JSON.stringify(before.retrieve(query, 5).candidates) !==
        JSON.stringify(after.retrieve(query, 5).candidates),
    );
  };
  const drawn = ['random', 'random-dialogue', 'dfa-rag', 'context'] as const;
  expect(drawing).toEqual(expect.arrayContaining([...drawn]));
  expect(drawing).not.toContain('bm25-dialogue');
  for (const name of drawn) expect(drawsOtherwise(name), name).toBe(true);
  expect(drawsOtherwise('bm25-dialogue')).toBe(false);
});

describe('comparedMethodsNamed', () => {
  it('returns each name once, in the given order, and every method for "all"', () => {
    expect(comparedMethodsNamed(['rrf', 'dense', 'rrf'], [])).toEqual(['rrf', 'dense']);
    expect(comparedMethodsNamed(['context', 'all'], [])).toHaveLength(RETRIEVAL_METHODS.length);
    expect(comparedMethodsNamed(['context', 'all'], [])[0]).toBe('context');
  });

  it('names an unknown method, and the known ones', () => {
    expect(() => comparedMethodsNamed(['bm26'], [])).toThrow(/"bm26"/);
    expect(() => comparedMethodsNamed([], [])).toThrow(/No retrieval method/);
  });
});

describe('menuOf', () => {
  it('replaces LSA by an encoder, and keeps the number of methods', () => {
    const plain = menuOf([]);
    expect(plain).toEqual(expect.arrayContaining(['context-ranker', 'dense']));
    const folder = ['dense-onnx', 'dense-onnx-trained', 'context-ranker-onnx'] as const;
    const over = (name: string) => ({ dense: 'dense-onnx', 'context-ranker': 'context-ranker-onnx' })[name];
    expect(menuOf(['dense-use', ...folder])).toEqual(plain.map((name) => over(name) ?? name));
    expect(menuOf(['dense-use'])).toEqual(plain.map((name) => (name === 'dense' ? 'dense-use' : name)));
  });
});

describe('answerableTurns', () => {
  it('returns the system turns that follow a user turn', () => {
    const roles = ['system', 'user', 'system', 'user'] as const;
    expect(answerableTurns(roles.map((role) => ({ role })))).toEqual([2]);
  });
});
