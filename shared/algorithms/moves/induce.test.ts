import { describe, expect, it } from 'vitest';
import { comparePartitions } from '../agreement/partition-agreement.ts';
import { createRandom } from '../random/random.ts';
import { nodesOfCut } from './clusters/merge-tree.ts';
import { induceMoves } from './induce.ts';
import { createMovesCorpus, type SpokenTurn } from './moves-corpus.ts';
import type { SupportTags } from './support/support-reading.ts';

const TAG_NAME = /^[^\s,\p{Cc}#][^\s,\p{Cc}]{0,79}$/u;

const SUBJECTS = 'table taxi flight song doctor house ticket parcel'.split(' ');
const SCRIPT: readonly (readonly string[])[] = [
  ['I need a * for two', 'could you get me a *', 'looking for a *', 'a * for my friend'],
  ['Which day shall it be?', 'What is your date?', 'Tell me the date for the *?', 'When is it for?'],
  ['It is for Monday', 'On Friday morning', 'the * is for tomorrow', 'for today'],
  ['The * is booked', 'Your * has been reserved', 'Done, the * is reserved for you', 'I have booked it'],
  ['Great, many thanks', 'Thank you so much', 'thanks for the *', 'Thanks, bye'],
  ['You are welcome', 'My pleasure, good bye', 'Have a nice day', 'Any time, enjoy the *'],
];

function scripted(dialogues: number, order: readonly number[]) {
  const random = createRandom(7);
  const corpus = createMovesCorpus();
  const truth: number[] = [];
  for (let dialogue = 0; dialogue < dialogues; dialogue++) {
    const subject = random.pick(SUBJECTS);
    const moves =
      random.next() < 0.3 ? [order[0], order[1], order[1] === 1 ? 2 : 4, ...order.slice(3)] : order;
    const turns = moves.map((move, at): SpokenTurn => {
      truth.push(move);
      const text = random.pick(SCRIPT[move]).replace('*', subject);
      return { role: at % 2 === 0 ? 'user' : 'system', texts: [text] };
    });
    corpus.add(turns);
  }
  return { corpus: corpus.finish(), truth };
}

describe('moves of dialogues that follow a script', () => {
  const { corpus, truth } = scripted(300, [0, 1, 2, 3, 4, 5]);
  const induced = induceMoves(corpus, { method: 'context', moves: 3, seed: 1 });

  it('are those of the script', () => {
    for (const role of ['user', 'system'] as const) {
      const turns = [...truth.keys()].filter((turn) => corpus.roles[turn] === role);
      const { vMeasure } = comparePartitions(
        turns.map((turn) => induced.turns[turn].moves[0]?.move ?? -1),
        turns.map((turn) => truth[turn]),
      );
      expect(vMeasure).toBeGreaterThan(0.85);
    }
  });

  it('are the same for the same seed', () => {
    expect(induceMoves(corpus, { method: 'context', moves: 3, seed: 1 })).toEqual(induced);
  });

  it('count every turn once, have a confidence, and are at most two per turn', () => {
    for (const { role, turns, otherTurns } of induced.model.roles) {
      const all = corpus.roles.filter((said) => said === role).length;
      expect(turns.reduce((sum, count) => sum + count, otherTurns)).toBe(all);
    }
    for (const { moves } of induced.turns) {
      expect(moves.length).toBeLessThanOrEqual(2);
      for (const { confidence } of moves) {
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }
  });

  it('have valid tag names that differ at every cut and mostly stay from one cut to the next', () => {
    for (const { tree, names } of induced.model.roles) {
      for (let moves = 1; moves <= 12; moves++) {
        const shown = nodesOfCut(tree, moves).map((node) => names[node]);
        expect(new Set(shown).size).toBe(shown.length);
        for (const name of shown) expect(name).toMatch(TAG_NAME);
        const next = nodesOfCut(tree, moves + 1).map((node) => names[node]);
        expect(shown.filter((name) => !next.includes(name))).toEqual([]);
      }
    }
  });
});

describe('the choice of a method', () => {
  it('is explained, with its figures', () => {
    const { model } = induceMoves(scripted(120, [0, 1, 2, 3, 4, 5]).corpus, {
      method: 'auto',
      moves: 'auto',
      seed: 1,
    });
    const { context, plain } = model.stability;
    expect(model.method).toBe((context ?? 0) > (plain ?? 0) ? 'context' : 'cues');
    expect(model.why).toContain((context ?? 0).toFixed(2));
    expect(model.why).toContain((plain ?? 0).toFixed(2));
  });

  it('is the support tagger only if it expects to be right often enough', () => {
    const { corpus } = scripted(40, [0, 1, 2, 3, 4, 5]);
    const tags = (confidence: number): SupportTags => ({
      moves: { user: ['gives-details'], system: ['asks-for-details'] },
      turns: Array.from(corpus.roles, () => [{ move: 0, confidence }]),
      sure: [],
      confidence,
      encoder: null,
      vectors: null,
    });
    const chosenAt = (confidence: number) =>
      induceMoves(corpus, { method: 'auto', moves: 'auto', seed: 1, support: tags(confidence) }).model;
    expect(chosenAt(0.8)).toMatchObject({
      method: 'support',
      why: 'The support tagger is probably right in 80 % of the turns (at least 60 % is needed). The tagger used the words alone and left 0 % of the turns untagged.',
    });
    expect(chosenAt(0.5).method).not.toBe('support');
    expect(chosenAt(0.5).why).toMatch(
      /^The support tagger was not used, because it would probably be right in only 50 % of the turns \(at least 60 % is needed\)\. /,
    );
  });
});

it('sets turns in another language apart with the support tagger, even in many dialogues', () => {
  const corpus = createMovesCorpus();
  for (let at = 0; at < 40; at++)
    corpus.add([
      {
        role: 'user',
        texts: [
          at % 4 === 0
            ? '¿Dónde está mi pedido? No lo he recibido y nadie me contesta'
            : 'The app is not loading. Can someone help me?',
        ],
      },
    ]);
  const read = corpus.finish();
  const support: SupportTags = {
    moves: { user: ['asks-for-help'], system: [] },
    turns: Array.from(read.roles, () => [{ move: 0, confidence: 0.9 }]),
    sure: [],
    confidence: 0.9,
    encoder: null,
    vectors: null,
  };
  const { model, turns } = induceMoves(read, { method: 'auto', moves: 'auto', seed: 1, support });
  expect(model.method).toBe('support');
  expect(read.foreign).not.toContain(1);
  for (const [at, { foreign, moves }] of turns.entries())
    expect([foreign, moves.length]).toEqual(at % 4 === 0 ? [true, 0] : [false, 1]);
});

describe('moves by cues', () => {
  const corpus = createMovesCorpus();
  for (let at = 0; at < 40; at++) {
    corpus.add([
      { role: 'user', texts: ['Hi there! The app is not loading. Can someone help me?'] },
      { role: 'system', texts: ['We are so sorry. Please send us a DM.'] },
      { role: 'user', texts: ['Thanks!'] },
    ]);
  }
  corpus.add([{ role: 'user', texts: ['¿Dónde está mi pedido? No lo he recibido y nadie me contesta'] }]);
  corpus.add([{ role: 'user', texts: ['...'] }]);
  const { model, turns } = induceMoves(corpus.finish(), { method: 'cues', moves: 'auto', seed: 1 });
  const said = (turn: number, role: number): string[] =>
    turns[turn].moves.map(({ move }) => model.roles[role].names[model.roles[role].cut[move]]);

  it('name a turn by what it asks, then by what it reports, then by courtesies', () => {
    expect(said(0, 1)).toEqual(['asks-for-help', 'reports-a-problem']);
    expect(said(1, 0)).toEqual(['asks-to-write-privately', 'apologizes']);
    expect(said(2, 1)).toEqual(['says-thanks']);
  });

  it('set turns of other languages apart, and count turns without words as other', () => {
    expect(turns[120]).toMatchObject({ foreign: true, moves: [] });
    expect(turns[121]).toMatchObject({ foreign: false, moves: [] });
    expect(model.roles[1].otherTurns).toBe(1);
  });

  it('are empty for a turn in another language, however long its English dialogue is', () => {
    const english =
      'Thanks for reaching out to us, we would love to help you with that on this page. '.repeat(5);
    const corpus = createMovesCorpus();
    for (const text of [
      'Hola necesito urgente la actualización de mi teléfono',
      'epıl bana yardımcı olur musun telefon internet konusunda çok yakıyo napcaz',
      'why is my phone so slow, could you tell me what is wrong with it',
    ])
      corpus.add([
        { role: 'user', texts: [text] },
        { role: 'system', texts: [english] },
      ]);
    const { languages, foreign } = corpus.finish();
    expect(languages).toEqual(['es', 'en', 'tr', 'en', 'en', 'en']);
    expect([...foreign]).toEqual([1, 0, 1, 0, 0, 0]);
  });
});

it('are empty without dialogues', () => {
  const { model, turns } = induceMoves(createMovesCorpus().finish(), {
    method: 'auto',
    moves: 'auto',
    seed: 1,
  });
  expect(turns).toEqual([]);
  expect(model.roles).toEqual([]);
});
