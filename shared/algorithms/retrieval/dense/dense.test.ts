import { describe, expect, it } from 'vitest';
import { generatedDialogues, system, user } from '../../../../tests/fixtures/generated-corpus.ts';
import { buildRetrievalCorpus, encodeHistory, historyOfReply } from '../retrieval-corpus.ts';
import {
  answerSpace,
  bm25Channel,
  contextSpace,
  denseChannel,
  distanceMarkedTags,
  distanceMarkedWords,
  plainWords,
  roleMarkedWords,
  turnWords,
} from '../words/channel.ts';

const corpus = buildRetrievalCorpus(generatedDialogues(50, 8));
const history = encodeHistory(corpus, [
  user('I want a taxi and its time', 'taxi'),
  system('The time', 'tell-time'),
  user('thanks'),
]);

describe('readings of a history', () => {
  const word = (text: string) => corpus.words.ids.get(text)!;

  it('marks by turn, by role and by distance', () => {
    const words = corpus.words.entries.length;
    expect([...turnWords('', 1).read(history, corpus)]).toEqual([word('thanks')]);
    expect([...turnWords('', 9).read(history, corpus)]).toEqual([]);
    expect([...roleMarkedWords('', 2).read(history, corpus)]).toEqual([
      2 * word('the'),
      2 * word('time'),
      2 * word('thanks') + 1,
    ]);
    expect([...distanceMarkedWords('', 2).read(history, corpus)]).toEqual([
      word('thanks'),
      words + word('the'),
      words + word('time'),
    ]);
    const tag = corpus.symbolLookup.get('system\u0000tell-time')!;
    expect([...distanceMarkedTags('', 6).read(history, corpus)]).toContain(corpus.symbols.length + tag);
  });

  it('leaves unknown words out', () => {
    expect([...plainWords('', 1).read(encodeHistory(corpus, [user('xyzzy taxi')]), corpus)]).toEqual([
      -1,
      word('taxi'),
    ]);
  });
});

describe.each([
  ['BM25', () => bm25Channel(corpus, roleMarkedWords('three', 3))],
  [
    'dense',
    () =>
      denseChannel(
        'dense',
        contextSpace(corpus, distanceMarkedWords('three', 3), { dimensions: 8, seed: 1 }),
      ),
  ],
  [
    'dense to answers',
    () => denseChannel('answers', answerSpace(corpus, plainWords('three', 3), { dimensions: 8, seed: 1 })),
  ],
] as const)('the %s channel', (_, make) => {
  it('scores a pool like the whole corpus', () => {
    const channel = make();
    const all = channel.scoreAll(history).slice();
    const pool = Int32Array.from([5, 0, 17]);
    const some = channel.scorePool(history, pool);
    pool.forEach((reply, at) => {
      expect(some[at]).toBeCloseTo(all[reply], 5);
    });
  });
});

describe('the dense encoder', () => {
  it('finds a turn by its own history', () => {
    const space = contextSpace(corpus, distanceMarkedWords('three', 3), { dimensions: 16, seed: 1 });
    const scores = denseChannel('dense', space).scoreAll(historyOfReply(corpus, 7));
    expect(scores[7]).toBeCloseTo(1, 4);
    expect(Math.max(...scores)).toBeLessThan(1.0001);
  });
});

it('scores every turn by its dot product with the query, the same in every call', () => {
  const dimensions = 5;
  const replies = Array.from({ length: 19 }, (_, reply) => reply);
  const vectors = Float32Array.from({ length: replies.length * dimensions }, (_, at) => Math.sin(at));
  const query = Float32Array.from({ length: dimensions }, (_, at) => Math.cos(at));
  const channel = denseChannel('made up', { dimensions, vectors, encode: () => query });
  const all = Float32Array.from(channel.scoreAll(history));
  expect(channel.scorePool(history, Int32Array.from(replies))).toEqual(all);
  for (const reply of replies)
    expect(all[reply]).toBeCloseTo(
      query.reduce((sum, value, at) => sum + value * (vectors[reply * dimensions + at] ?? 0), 0),
      6,
    );
});
