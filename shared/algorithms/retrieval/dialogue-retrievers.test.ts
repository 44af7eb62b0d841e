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

  it('is -1 if the dialogue has no answer', () => {
    expect(nearestReply(openings, 1, 0)).toBe(-1);
    expect(nearestReply(buildRetrievalCorpus([dialogue('b', hotel)]), 0, 1)).toBe(-1);
  });
});

describe('dfa-rag', () => {
  it('follows the most frequent transition first, whatever the order of the tags, and skips none', () => {
    const { route, kinds } = found('dfa-rag', [user('cheap hotel', 'cheap', 'hotel')]);
    expect(route?.steps[0].matched).toEqual(['hotel', 'cheap']);
    expect(route?.stopped.kind).toBe('end-of-dialogue');
    expect(kinds).toEqual(new Array(5).fill('cheap'));
  });

  it('stops if no remaining tag has a transition, and draws from that state', () => {
    const { route, kinds } = found('dfa-rag', [user('a hotel with parking', 'parking', 'hotel'), ask]);
    expect(route?.stopped).toMatchObject({ kind: 'no-transition', turn: 0, tags: ['parking'] });
    expect(new Set(kinds)).not.toContain('train');
  });

  it('adds dialogues from earlier states of the path, nearest first, and names their state', () => {
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

  it('returns the turn of each dialogue nearest to the position of the query', () => {
    const cheap = [user('cheap hotel', 'hotel', 'cheap'), ask, user('north', 'area')];
    expect(found('dfa-rag', cheap.slice(0, 1)).candidates.map(({ turn }) => turn)).toEqual(
      new Array(5).fill(1),
    );
    expect(found('dfa-rag', cheap).candidates.map(({ turn }) => turn)).toEqual(new Array(5).fill(3));
  });

  it("never returns the query's own dialogue, and replaces it", () => {
    const { candidates } = found('dfa-rag', [user('cheap hotel', 'hotel', 'cheap')], {
      count: 20,
      not: 'cheap-3',
    });
    expect(candidates).toHaveLength(20);
    expect(candidates.map((candidate) => corpus.keys[candidate.dialogue])).not.toContain('cheap-3');
  });

  it('routes through the tree, not through the merged automaton', () => {
    const merged = found('dfa-paper', [hotel]);
    const tree = found('dfa-rag', [hotel]);
    expect(tree.route?.support).toBe(13);
    expect(tree.candidates).toHaveLength(5);
    expect(merged.route?.path).toHaveLength(2);
  });
});

describe.each(['random-dialogue', 'bm25-dialogue', 'dfa-rag'] as const)('%s', (method) => {
  it('returns each dialogue once, even if several of its turns match', () => {
    const { candidates } = found(method, [user('a hotel', 'hotel')], { count: 50 });
    expect(new Set(candidates.map((candidate) => candidate.dialogue)).size).toBe(21);
    expect(candidates).toHaveLength(21);
  });

  it('returns turns at the position of the query', () => {
    const { candidates } = found(method, [hotel, ask, user('north', 'area')], { count: 21 });
    for (const { dialogue, turn } of candidates) {
      expect(turn).toBe(corpus.keys[dialogue].startsWith('cheap') ? 3 : 1);
    }
  });
});

describe('bm25-dialogue', () => {
  it('orders dialogues by their best turn, and gives the rank', () => {
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
