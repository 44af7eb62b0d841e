import { describe, expect, it } from 'vitest';
import { system, user } from '../../../tests/fixtures/generated-corpus.ts';
import { createRetrievers, type RetrievalMethod } from './methods.ts';
import { makeQuery } from './query.ts';
import {
  buildRetrievalCorpus,
  nearestReply,
  type RetrievalDialogue,
  type RetrievalTurn,
} from './retrieval-corpus.ts';

const dialogue = (key: string, ...turns: RetrievalTurn[]): RetrievalDialogue => ({ key, turns });

/** Copies of a dialogue with different keys. */
const copies = (count: number, key: string, ...turns: RetrievalTurn[]): RetrievalDialogue[] =>
  Array.from({ length: count }, (_, at) => dialogue(`${key}-${at}`, ...turns));

const hotel = user('a hotel', 'hotel');
const ask = system('Which area?', 'request');

/** Below q₀: "hotel" (13 dialogues) and "train" (8); below "hotel": "cheap" (7), but not "parking". */
const dialogues = [
  ...copies(
    7,
    'cheap',
    user('a cheap hotel', 'hotel', 'cheap'),
    ask,
    user('north', 'area'),
    system('Here.', 'offer'),
  ),
  ...copies(6, 'hotel', hotel, ask),
  ...copies(8, 'train', user('a train', 'train', 'parking'), system('Where to?', 'where')),
];
const corpus = buildRetrievalCorpus(dialogues);

function found(
  method: RetrievalMethod,
  turns: readonly RetrievalTurn[],
  options: { count?: number; not?: string } = {},
) {
  const excluded = options.not === undefined ? -1 : corpus.keys.indexOf(options.not);
  const retriever = createRetrievers(corpus, { seed: 3 }).create(method);
  const { candidates, route } = retriever.retrieve(makeQuery(corpus, turns, excluded), options.count ?? 5);
  return {
    route,
    candidates,
    kinds: candidates.map((candidate) => corpus.keys[candidate.dialogue].replace(/-\d+$/, '')),
  };
}

describe('nearestTurn', () => {
  const openings = buildRetrievalCorpus([
    dialogue('a', system('Hello.'), hotel, ask, hotel, ask),
    dialogue('b', hotel),
    dialogue('c', hotel, ask),
  ]);
  it.each([
    [0, 0, 2],
    [0, 2, 2],
    [0, 3, 2],
    [0, 4, 4],
    [0, 99, 4],
    [2, 0, 1],
    [2, 7, 1],
  ])('of dialogue %d and turn %d is turn %d: no opening, the earlier of two', (at, turn, expected) => {
    const reply = nearestReply(openings, at, turn);
    expect(openings.replyTurns[reply] - openings.turnOffsets[at]).toBe(expected);
  });

  it('is none where nobody answers', () => {
    expect(nearestReply(openings, 1, 0)).toBe(-1);
    expect(nearestReply(buildRetrievalCorpus([dialogue('b', hotel)]), 0, 1)).toBe(-1);
  });
});

describe('dfa-rag', () => {
  it('takes of the tags with a child the most travelled, in whichever order they stand, and skips none of them', () => {
    const { route, kinds } = found('dfa-rag', [user('cheap hotel', 'cheap', 'hotel')]);
    expect(route?.steps[0].matched).toEqual(['hotel', 'cheap']);
    expect(route?.stopped.kind).toBe('end-of-dialogue');
    expect(kinds).toEqual(new Array(5).fill('cheap'));
  });

  it('stops when tags are left and none has a child, and draws where it stands', () => {
    const { route, kinds } = found('dfa-rag', [user('a hotel with parking', 'parking', 'hotel'), ask]);
    expect(route?.stopped).toMatchObject({ kind: 'no-transition', turn: 0, tags: ['parking'] });
    expect(new Set(kinds)).not.toContain('train');
  });

  it('tops up from the states before it on the path, nearest first, and says which state tracks each', () => {
    const { route, candidates, kinds } = found('dfa-rag', [user('cheap hotel', 'hotel', 'cheap')], {
      count: 20,
    });
    expect(kinds).toEqual([
      ...new Array(7).fill('cheap'),
      ...new Array(6).fill('hotel'),
      ...new Array(7).fill('train'),
    ]);
    const [start, below, last] = route?.path ?? [];
    expect(candidates.map(({ why }) => why.state)).toEqual([
      ...new Array(7).fill(last),
      ...new Array(6).fill(below),
      ...new Array(7).fill(start),
    ]);
  });

  it('gives of each dialogue the turn nearest to the turn that is asked for', () => {
    const cheap = [user('cheap hotel', 'hotel', 'cheap'), ask, user('north', 'area')];
    expect(found('dfa-rag', cheap.slice(0, 1)).candidates.map(({ turn }) => turn)).toEqual(
      new Array(5).fill(1),
    );
    expect(found('dfa-rag', cheap).candidates.map(({ turn }) => turn)).toEqual(new Array(5).fill(3));
  });

  it('never gives the dialogue that asks, and tops up in its place', () => {
    const { candidates } = found('dfa-rag', [user('cheap hotel', 'hotel', 'cheap')], {
      count: 20,
      not: 'cheap-3',
    });
    expect(candidates).toHaveLength(20);
    expect(candidates.map((candidate) => corpus.keys[candidate.dialogue])).not.toContain('cheap-3');
  });

  it('routes through the tree, not through what is left of it by merging', () => {
    const merged = found('dfa-paper', [hotel]);
    const tree = found('dfa-rag', [hotel]);
    expect(tree.route?.support).toBe(13);
    expect(tree.candidates).toHaveLength(5);
    expect(merged.route?.path).toHaveLength(2);
  });
});

describe.each(['random-dialogue', 'bm25-dialogue', 'dfa-rag'] as const)('%s', (method) => {
  it('gives each dialogue once, though several of its turns would do', () => {
    const { candidates } = found(method, [user('a hotel', 'hotel')], { count: 50 });
    expect(new Set(candidates.map((candidate) => candidate.dialogue)).size).toBe(21);
    expect(candidates).toHaveLength(21);
  });

  it('gives turns of the turn that is asked for', () => {
    const { candidates } = found(method, [hotel, ask, user('north', 'area')], { count: 21 });
    for (const { dialogue, turn } of candidates) {
      expect(turn).toBe(corpus.keys[dialogue].startsWith('cheap') ? 3 : 1);
    }
  });
});

describe('bm25-dialogue', () => {
  it('orders dialogues by their best turn, and says the rank', () => {
    const { kinds, candidates } = found('bm25-dialogue', [user('north')]);
    expect(kinds).toEqual(new Array(5).fill('cheap'));
    expect(candidates.map(({ why }) => Object.values(why.ranks ?? {}))).toEqual([[1], [2], [3], [4], [5]]);
  });
});

it('random-dialogue draws by the seed and the query alone', () => {
  const keys = (text: string) =>
    found('random-dialogue', [user(text)]).candidates.map(({ dialogue }) => dialogue);
  expect(keys('one')).toEqual(keys('one'));
  expect(keys('one')).not.toEqual(keys('another'));
});
