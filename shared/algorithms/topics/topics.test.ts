import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpokenTurn } from '../moves/moves-corpus.ts';
import { findTopics } from './find-topics.ts';
import { groupTopics, phrasesOfGroup, type TopicDecision } from './group-topics.ts';
import { areAlike, neighboringWords, stemOf, topicRuns } from './topic-words.ts';
import { createTopicsCorpus } from './topics-corpus.ts';

const said = (user: string, system: string): SpokenTurn[] => [
  { role: 'user', texts: [user] },
  { role: 'system', texts: [system] },
];

const SUBJECTS = {
  parcel: ['my parcel has not arrived', 'the courier lost a parcel', 'where is the courier with my parcel'],
  invoice: ['the invoice is too high', 'you charged me twice on the invoice', 'an invoice charged twice'],
  router: ['my router shows no internet', 'internet is slow with this router', 'the router has no internet'],
  flight: ['the flight is delayed', 'i missed my flight at the gate', 'which gate has the delayed flight'],
  game: [
    'the game crashes on my console',
    'console shows no game',
    'a game crashes after the console starts',
  ],
} as const;
type Subject = keyof typeof SUBJECTS;

function mixed(many: number) {
  const corpus = createTopicsCorpus();
  const truth: Subject[] = [];
  const subjects = Object.keys(SUBJECTS) as Subject[];
  for (let at = 0; at < many; at++) {
    const subject = subjects[at % subjects.length];
    const texts = SUBJECTS[subject];
    corpus.add(
      said(`Hello, ${texts[Math.floor(at / 5) % texts.length]}, please help`, 'Sorry to hear that.'),
    );
    truth.push(subject);
  }
  return { corpus: corpus.finish(), truth };
}

const { corpus: MIXED, truth: TRUTH } = mixed(150);
const FOUND = findTopics(MIXED, { topics: 5, seed: 1 });
const topicOf = (at: number): number => FOUND.model.units[FOUND.units[at]]?.topic ?? -1;
const grouped = (decisions: readonly TopicDecision[] = []) =>
  groupTopics(FOUND.model, FOUND.units, FOUND.vectors, decisions);
const reference = (subject: Subject) => {
  const at = TRUTH.indexOf(subject);
  return { units: [FOUND.units[at]], name: grouped().groups[grouped().of[at]].name };
};

describe('topics', () => {
  it('are what dialogues are about, whatever else is said in all of them', () => {
    for (const subject of Object.keys(SUBJECTS))
      expect(new Set(TRUTH.flatMap((own, at) => (own === subject ? topicOf(at) : [])))).toHaveLength(1);
    expect(new Set(TRUTH.map((_, at) => topicOf(at)))).toHaveLength(5);
  });

  it('are named by what their customers say and others do not', () => {
    for (const subject of Object.keys(SUBJECTS) as Subject[]) {
      const name = FOUND.model.names[FOUND.model.cut[topicOf(TRUTH.indexOf(subject))]];
      const own = SUBJECTS[subject].join(' ');
      for (const word of name.split(' and ').flatMap((part) => part.split(' '))) expect(own).toContain(word);
    }
    expect(new Set(FOUND.model.cut.map((node) => FOUND.model.names[node]))).toHaveLength(5);
  });

  it('are named by words of different stems, joined by a comma where they are not English', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 60; at++) {
      corpus.add(said('i fly tomorrow, when is the flight? i hate to fly, is my flight at gate B?', 'Soon.'));
      corpus.add(said('you charged the invoice, which invoice is charged', 'That one.'));
    }
    const { model } = findTopics(corpus.finish(), { topics: 2, seed: 1 });
    const names = model.cut.map((node) => model.names[node]);
    expect(names.some((name) => /fl(ight|y)/.test(name))).toBe(true);
    for (const name of names) {
      const stems = name.split(/ and | /).map(stemOf);
      for (const [at, stem] of stems.entries())
        expect(stems.slice(0, at).some((other) => areAlike(stem, other))).toBe(false);
    }
    const portuguese = createTopicsCorpus();
    for (let at = 0; at < 60; at++) {
      portuguese.add(
        said('a minha encomenda não chegou, onde está a minha encomenda? a entrega', 'Já vemos.'),
      );
      portuguese.add(said('não consigo entrar na conta, esqueci a senha da minha conta', 'Um momento.'));
    }
    const found = findTopics(portuguese.finish(), { topics: 2, seed: 1 }).model;
    const foreign = found.cut.map((node) => found.names[node]).join('; ');
    expect(foreign).toContain(', encomenda');
    expect(foreign).not.toContain(' and ');
  });

  it('are named by things, by whole phrases, and never by two subjects at once', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 60; at++) {
      corpus.add(said('I want to eat. Can I eat my food there?', 'Yes.'));
      corpus.add(said('my credit card was stolen, please block the credit card', 'Done.'));
      corpus.add(said(at % 2 === 0 ? 'my phone is slow' : 'the episode is slow', 'Sorry.'));
    }
    const { model } = findTopics(corpus.finish(), { topics: 3, seed: 1 });
    const names = model.cut.map((node) => model.names[node]);
    expect(names).toEqual(expect.arrayContaining(['food', 'credit card']));
    expect(names.filter((name) => name === 'phone' || name === 'episode')).toHaveLength(1);
  });

  it('are named by the general word, and by what is said of a thing that other topics have too', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 60; at++) {
      corpus.add(
        said(at % 3 > 0 ? 'my suitcase is lost, the luggage never came' : 'where is the suitcase', 'Sorry.'),
      );
      corpus.add(
        said(
          at % 2 ? 'my card is blocked' : 'they blocked the card of my wife while we were abroad',
          'I see.',
        ),
      );
      corpus.add(
        said(
          at % 2 ? 'the password for my card is wrong' : 'i have no password, where does my card show it',
          'I see.',
        ),
      );
    }
    const { model } = findTopics(corpus.finish(), { topics: 3, seed: 1 });
    const names = model.cut.map((node) => model.names[node]);
    expect(names).toEqual(expect.arrayContaining(['luggage', 'blocked card']));
  });

  it('are named by what their customers open with, before a detail that comes up later', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 60; at++) {
      corpus.add([
        ...said('it is about the parcel', 'Where could it be?'),
        ...said('with the neighbors', 'Ask the neighbors.'),
      ]);
      corpus.add([...said('it is about the invoice', 'Why?'), ...said(at % 5 ? 'yes' : 'the parcel', 'Oh.')]);
      corpus.add(said('it is about the router', 'Which one?'));
    }
    const { model } = findTopics(corpus.finish(), { topics: 3, seed: 1 });
    const names = model.cut.map((node) => model.names[node]);
    expect(names.some((name) => name.startsWith('parcel'))).toBe(true);
  });

  it('are named by two things that come together, as customers write them', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 60; at++) {
      corpus.add(said(at % 3 ? 'the update is slow' : 'an update for iOS, the iOS update', 'Sorry.'));
      corpus.add(said(at % 2 ? 'trick or treat' : 'a treat for the dog, a trick', 'Yes.'));
      corpus.add(said(at % 20 ? 'the invoice is late' : 'an invoice with tax, the tax invoice', 'I see.'));
      corpus.add(said(at % 2 ? 'a non fat milk' : 'milk, but non fat milk', 'Here.'));
    }
    const { model } = findTopics(corpus.finish(), { topics: 4, seed: 1 });
    const names = model.cut.map((node) => model.names[node]);
    expect(names.toSorted()).toEqual(['iOS update', 'invoice', 'non fat milk', 'trick or treat']);
  });

  it('are named by nouns, and by a second thing if many dialogues do not have the first', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 60; at++) {
      corpus.add(said(at % 3 ? 'please cancel it, i have to cancel' : 'a cancellation, please', 'Done.'));
      corpus.add(said(at % 3 ? 'the account is blocked' : 'a new password', 'Oh.'));
      corpus.add(said(at % 3 ? 'a reservation, please' : 'reserve flight, a flight', 'Sure.'));
    }
    const { model } = findTopics(corpus.finish(), { topics: 3, seed: 1 });
    const names = model.cut.map((node) => model.names[node]);
    expect(names.toSorted()).toEqual(['account and password', 'cancellation', 'flight reservation']);
  });

  it('are named by phrases of three words, if no two of them stand alone', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 60; at++) {
      corpus.add(said('a moderately priced restaurant', 'Here is one.'));
      corpus.add(
        said(at % 2 ? 'i noticed frequent money transfers' : 'frequent money transfers again', 'We look.'),
      );
      corpus.add(said('a restaurant near the river', 'Here is one.'));
    }
    const { model } = findTopics(corpus.finish(), { topics: 3, seed: 1 });
    const names = model.cut.map((node) => model.names[node]);
    expect(names).toEqual(
      expect.arrayContaining(['moderately priced restaurant', 'frequent money transfers']),
    );
  });

  it('are named by what customers open with, before what all of them ask later', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 60; at++) {
      corpus.add([
        ...said(at % 2 ? 'i look for an attraction' : 'what is there in the centre', 'A museum.'),
        ...said('and the entrance fee', 'Free.'),
      ]);
      corpus.add(said('my router is broken', 'Oh.'));
    }
    const { model } = findTopics(corpus.finish(), { topics: 2, seed: 1 });
    const names = model.cut.map((node) => model.names[node]);
    expect(names.some((name) => name.includes('attraction') || name.includes('centre'))).toBe(true);
    expect(names.join()).not.toContain('fee');
  });

  it('are the same for the same seed', () => {
    const again = findTopics(MIXED, { topics: 5, seed: 1 });
    expect(again.model).toEqual(FOUND.model);
    expect(again.units).toEqual(FOUND.units);
  });

  it('are as many as stay apart, if nobody asks for a number', () => {
    const { model } = findTopics(MIXED, { topics: 'auto', seed: 2 });
    expect(model.cut.length).toBeGreaterThanOrEqual(5);
    expect(model.cut.length).toBeLessThanOrEqual(20);
    expect(model.stability).toBeGreaterThan(0.8);
  });

  it('come by what an encoder says beside the words', () => {
    // The encoder joins what no word joins.
    const texts = ['my parcel is late', 'the courier never rang', 'invoice too high', 'router is broken'];
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 80; at++) corpus.add(said(texts[at % 4], 'We look into it.'));
    const sides = Float32Array.from({ length: 160 }, (_, at) => (Math.floor(at / 2) % 2 === at % 2 ? 1 : 0));
    const vectors = { dimensions: 2, count: 80, values: sides };
    const { units, model } = findTopics(corpus.finish(), {
      topics: 2,
      seed: 1,
      encoded: { name: 'two sides', vectors },
    });
    const topics = Array.from(units.subarray(0, 4), (unit) => model.units[unit].topic);
    expect(model.encoder).toBe('two sides');
    expect([topics[0] === topics[2], topics[1] === topics[3], topics[0] === topics[1]]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of a dialogue that says nothing are none', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 40; at++)
      corpus.add(said(at < 4 ? 'hello, thanks!' : SUBJECTS.parcel[at % 3], 'You are welcome.'));
    const { units } = findTopics(corpus.finish(), { topics: 2, seed: 1 });
    expect(Array.from(units.subarray(0, 4))).toEqual([-1, -1, -1, -1]);
  });
});

describe('words of topics', () => {
  it('are read from texts without spaces between words', () => {
    const words = (text: string) => topicRuns(text, true).map((run) => run.map(({ written }) => written));
    expect(words('你好，请帮我找一家有烤鸭的餐馆，谢谢你了。')).toEqual([['烤鸭'], ['餐馆']]);
    expect(words('房间有wifi吗？')).toEqual([['房间'], ['wifi']]);
  });

  it('are no greeting, no word of grammar, no account and no number', () => {
    const words = topicRuns('@ShopHelp Hi there, my 2 parcels are late, please help! https://t.co/x').flat();
    expect(words.map(({ written }) => written)).toEqual(['parcels']);
  });

  it('are neighbors with at most a joining word and no mark between them', () => {
    expect(neighboringWords('Trick or treat, iOS update, terms of the service: update my phone')).toEqual([
      { first: 'trick', joint: 'or', second: 'treat' },
      { first: 'ios', joint: '', second: 'updat' },
    ]);
  });

  it.each([
    ['delivery', 'delivered'],
    ['charge', 'charged'],
    ['shipping', 'shipped'],
    ['flights', 'flight'],
    ['cancelled', 'cancel'],
    ['cancellation', 'canceled'],
    ['cancellation', 'canceled'],
  ])('%s and %s are one', (one, other) => {
    expect(stemOf(one)).toBe(stemOf(other));
  });

  it.each([
    ['flight', 'fly'],
    ['phone', 'iphone'],
    ['boorito', 'burritos'],
    ['boarding', 'board'],
  ])('%s and %s say the same in a name', (one, other) => {
    expect(areAlike(stemOf(one), stemOf(other))).toBe(true);
    expect(areAlike(stemOf(other), stemOf(one))).toBe(true);
  });

  it.each([
    ['delivery', 'package'],
    ['flight', 'seat'],
    ['light', 'night'],
    ['phone', 'screen'],
  ])('%s and %s do not', (one, other) => {
    expect(areAlike(stemOf(one), stemOf(other))).toBe(false);
  });

  it('leave out a brand, which its dialogues name by its account, and keep a word that others use too', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 20; at++) {
      corpus.add(said('@AcmeTrains acme is late and so is the trains app', 'Hello'));
      corpus.add(said('@OtherHelp the trains app is late', 'Hello'));
      corpus.add(said('@ThirdHelp my trains were canceled', 'Hello'));
      corpus.add(said('my invoice is wrong', 'Hello'));
    }
    const { written } = corpus.finish();
    expect([...written.keys()]).not.toContain('acme');
    expect([...written.keys()]).toContain('train');
  });

  it('leave out what is written with a capital inside sentences', () => {
    const corpus = createTopicsCorpus();
    for (let at = 0; at < 20; at++) corpus.add(said('I asked Miranda about my parcel', 'Hello'));
    for (let at = 0; at < 20; at++) corpus.add(said('my invoice is wrong', 'Hello'));
    expect([...corpus.finish().written.keys()]).not.toContain('miranda');
  });

  it('of any text are stems without white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const { stem, written } of topicRuns(text).flat()) {
          expect(stem).not.toMatch(/\s/);
          expect(stem.length).toBeGreaterThan(0);
          expect(text.replaceAll('’', "'").toLowerCase()).toContain(written.toLowerCase());
        }
      }),
    );
  });
});

describe('topics under decisions', () => {
  it('hold every dialogue of a topic once, whatever was decided', () => {
    const subjects = fc.constantFrom(...(Object.keys(SUBJECTS) as Subject[]));
    const decision: fc.Arbitrary<TopicDecision> = fc.oneof(
      fc.record({ kind: fc.constant('cut' as const), topics: fc.integer({ min: 1, max: 25 }) }),
      fc.record({
        kind: fc.constant('merge' as const),
        topic: subjects.map(reference),
        into: subjects.map(reference),
      }),
      fc.record({ kind: fc.constant('split' as const), topic: subjects.map(reference) }),
      fc.record({
        kind: fc.constant('rename' as const),
        topic: subjects.map(reference),
        name: fc.constantFrom('one', 'two'),
      }),
      fc.record({
        kind: fc.constant('teach' as const),
        topic: subjects.map(reference),
        dialogues: fc.array(fc.integer({ min: -1, max: 149 }), { maxLength: 2 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(decision, { maxLength: 6 }), (decisions) => {
        const { groups, of } = grouped(decisions);
        const units = groups.flatMap((group) => group.units);
        expect(new Set(units)).toHaveLength(units.length);
        expect(units).toHaveLength(FOUND.model.units.length);
        expect(new Set(groups.map(({ name }) => name))).toHaveLength(groups.length);
        for (const [at, group] of of.entries()) if (FOUND.units[at] >= 0) expect(groups[group]).toBeDefined();
      }),
      { numRuns: 60 },
    );
  });

  it('are merged, renamed and split again', () => {
    const merge = { kind: 'merge', topic: reference('parcel'), into: reference('invoice') } as const;
    expect(grouped([merge]).groups).toHaveLength(4);
    const rename = { kind: 'rename', topic: reference('invoice'), name: 'billing' } as const;
    const named = grouped([merge, rename]);
    expect(named.groups[named.of[TRUTH.indexOf('parcel')]].name).toBe('billing');
    const split = { kind: 'split', topic: reference('invoice') } as const;
    expect(grouped([merge, rename, split]).groups).toHaveLength(5);
  });

  it('follow an example: what is like it goes with it, what is not stays', () => {
    const [first, unlike] = [TRUTH.indexOf('game'), TRUTH.indexOf('flight')];
    const teach = { kind: 'teach', topic: { units: [], name: 'crashes' }, dialogues: [first] } as const;
    const { groups, of, taught } = grouped([teach]);
    const crashes = groups.findIndex(({ name }) => name === 'crashes');
    expect(of[first]).toBe(crashes);
    expect(of.filter((group) => group === crashes).length).toBeGreaterThan(5);
    expect(of[unlike]).not.toBe(crashes);
    expect([taught[first], taught[unlike]]).toEqual([1, 0]);
  });

  it('say what decision found nothing', () => {
    expect(grouped([{ kind: 'split', topic: { units: [], name: 'no such topic' } }]).left).toBe(1);
    expect(grouped([{ kind: 'teach', topic: reference('game'), dialogues: [-1] }]).left).toBe(1);
  });

  it('have phrases that share no word', () => {
    const { groups, of } = grouped();
    for (const [at, { units }] of groups.entries()) {
      const size = of.filter((group) => group === at).length;
      const phrases = phrasesOfGroup(FOUND.model.phrases, units, size, of.length, 6);
      expect(phrases.length).toBeGreaterThan(0);
      const words = phrases.flatMap(({ text }) => text.split(' ').map(stemOf));
      expect(new Set(words)).toHaveLength(words.length);
    }
  });
});
