import { expect, it } from 'vitest';
import { readTurn } from '#shared/algorithms/moves/support/support-features.ts';
import type { RetrievalTurn } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { createLiveTagger } from '#shared/algorithms/simulation/live-tagger.ts';
import { type LabelledDialogue, trainSupport } from '../../lab/train-support.ts';

const said = (role: 'user' | 'system', text: string, ...tags: string[]): RetrievalTurn => ({
  role,
  text,
  tags,
});

const DIALOGUES = Array.from({ length: 40 }, (_, at) => [
  said('user', `My parcel ${at} has not arrived.`, at % 2 === 0 ? 'reports-a-loss' : 'other'),
  said('system', `What is the number of parcel ${at}?`, 'asks-for-details'),
  said('user', `The number is ${at}.`, 'gives-details'),
]);

it('goes by the most similar turns alone without the support tagger, and leaves out what says nothing', () => {
  const live = createLiveTagger(DIALOGUES, DIALOGUES.flat(), null);
  expect(live.neighbourWeight).toBe(1);
  expect(live.suggest('user', 'The number is 5.', [])[0]).toMatchObject({ tag: 'gives-details' });
  const tags = live.suggest('user', 'My parcel has not arrived.', []).map(({ tag }) => tag);
  expect(tags).toEqual(['reports-a-loss']);
  expect(live.suggest('user', 'Parrots sing opera.', [])).toEqual([]);
});

it('tags by conversations about the same matter, and gives no large share where there is none', () => {
  const about = (matter: string, answer: string, tag: string) =>
    Array.from({ length: 20 }, () => [
      said('user', `I have a problem with my ${matter}.`, 'reports'),
      said('system', 'Is the address right?', 'asks'),
      said('user', answer, tag),
    ]);
  const dialogues = [
    ...about('parcel', 'Yes, it is right.', 'confirms-the-parcel'),
    ...about('card', 'Yes, that address is right.', 'confirms-the-card'),
  ];
  const live = createLiveTagger(dialogues, dialogues.flat(), null);
  const tagAfter = (problem: string) =>
    live.suggest('user', 'Yes, that address is right.', [
      { role: 'user', text: problem },
      { role: 'system', text: 'Is the address right?' },
    ])[0];
  expect(tagAfter('There is a problem with my card.')?.tag).toBe('confirms-the-card');
  expect(tagAfter('There is a problem with my parcel.')?.tag).toBe('confirms-the-parcel');

  const numbers = [...dialogues, ...about('router', 'The number is 7.', 'gives-a-number')];
  const other = createLiveTagger(numbers, numbers.flat(), null);
  const [number] = other.suggest('user', 'The number is 9.', [{ role: 'user', text: 'It is my parcel.' }]);
  expect(number).toMatchObject({ tag: 'gives-a-number', share: 1 });
});

it('knows a customer who turns to another matter by this turn alone', () => {
  const about = (openings: readonly [string, string], tag: string) =>
    Array.from({ length: 20 }, (_, at) => [
      said('user', openings[at % 2 === 0 ? 0 : 1], tag),
      said('system', 'Done. Anything else?', 'asks-for-more'),
      said('user', 'No, that is all.', 'declines'),
    ]);
  const dialogues = [
    ...about(['I cannot log in to my account.', 'My account is locked.'], 'reports-login'),
    ...about(['My internet line is slow.', 'The line has been slow for days.'], 'reports-slow'),
  ];
  const live = createLiveTagger(dialogues, dialogues.flat(), null);
  const before = [
    { role: 'user' as const, text: 'I cannot log in to my account.', tags: ['reports-login'] },
    { role: 'system' as const, text: 'Done. Anything else?', tags: ['asks-for-more'] },
  ];
  const [slow] = live.suggest('user', 'By the way, my line is slow.', before);
  expect(slow?.tag).toBe('reports-slow');
  expect(slow?.share).toBeGreaterThan(0.8);
  expect(live.suggest('user', 'No, that is all.', before)[0]?.tag).toBe('declines');
});

it('reads by the support tagger what similar turns do not tell, under the names that the corpus has', () => {
  const dialogues = Array.from({ length: 60 }, (_, at): LabelledDialogue => {
    const angry = at % 2 === 0;
    const spoken = [angry ? 'This is the worst, what a joke!' : 'How much is it?'].map((text) => ({
      role: 'user' as const,
      texts: [text],
    }));
    const answered = { role: 'system' as const, texts: [angry ? 'Sorry!' : 'It is free.'] };
    return {
      group: String(at % 10),
      turns: [...spoken, answered].map(readTurn),
      labels: [[angry ? 'complain' : 'ask-information'], [angry ? 'apologise' : 'give-information']],
      vectors: new Float32Array(4),
    };
  });
  const { model } = trainSupport(dialogues, { name: 'pairs', dimensions: 2 });
  const corpus = Array.from({ length: 40 }, (_, at) => [
    at % 4 < 2
      ? said('user', `worst joke ${'abcdefghij'[at % 10]}`, 'is-angry')
      : said('user', `how much ${'klmnopqrst'[at % 10]}`, 'wants-a-price'),
  ]);
  const live = createLiveTagger(corpus, [], model);
  expect(live.neighbourWeight).toBe(0.25);
  expect(live.suggest('user', 'worst joke', [])[0]?.tag).toBe('is-angry');
  expect(live.suggest('user', 'how much', [])[0]?.tag).toBe('wants-a-price');
});

it('goes by similar turns if these are surer of the right tags, though the support tagger gets a few more right', () => {
  const dialogues = Array.from({ length: 20 }, (_, at): LabelledDialogue => {
    const isLost = at % 2 === 0;
    const spoken = { role: 'user' as const, texts: [isLost ? 'my parcel is lost' : 'how much is it'] };
    return {
      group: String(at % 10),
      turns: [readTurn(spoken)],
      labels: [[isLost ? 'ask-help' : 'ask-information']],
      vectors: new Float32Array(2),
    };
  });
  const { model } = trainSupport(dialogues, { name: 'pairs', dimensions: 2 });
  // Two of three requests are about a parcel: the support tagger's likeliest tag is right more often than not.
  const things = ['parcel', 'parcel', 'card'];
  const corpus = Array.from({ length: 60 }, (_, at) => {
    const thing = things[at % 3]!;
    return [said('user', `my ${thing} is lost`, `reports-${thing}`)];
  });
  // Nothing similar is said, so only the support tagger gets them right.
  const unlike = ['how', 'much', 'how', 'much'].map((text) => [said('user', text, 'asks-a-price')]);
  const live = createLiveTagger([...corpus, ...unlike], corpus.flat(), model);
  expect(live.neighbourWeight).toBe(1);
  expect(live.suggest('user', 'my card is lost', [])[0]).toMatchObject({ tag: 'reports-card' });
});

it('understands words that the corpus does not have by sentence vectors, and gives no tag to what means nothing known', () => {
  const meanings: [RegExp, Float32Array][] = [
    [/parcel|package/, Float32Array.of(1, 0, 0)],
    [/refund|cash/, Float32Array.of(0, 1, 0)],
    [/./, Float32Array.of(0, 0, 1)],
  ];
  const vectors = {
    dimensions: 3,
    of: (text: string) => meanings.find(([words]) => words.test(text))?.[1] ?? null,
  };
  const dialogues = Array.from({ length: 40 }, (_, at) => [
    at % 2 === 0
      ? said('user', 'My parcel has not arrived.', 'late')
      : said('user', 'I want a refund.', 'refund'),
  ]);
  const tagsOf = (text: string, known: typeof vectors | null) =>
    createLiveTagger(dialogues, dialogues.flat(), null, known)
      .suggest('user', text, [])
      .map(({ tag }) => tag);
  expect(tagsOf('Give me cash back', vectors)[0]).toBe('refund');
  expect(tagsOf('Which package?', vectors)[0]).toBe('late');
  expect(tagsOf('Which package?', null)).toEqual([]);
  expect(tagsOf('I want a parrot.', vectors)).toEqual([]);
  expect(tagsOf('I want a parrot.', null)).not.toEqual([]);
});

it('compares a conversation with those of answers only if their turns were encoded', () => {
  const dialogue = [said('user', 'It is late.', 'late'), said('system', 'Sorry.', 'sorry')];
  const all = {
    dimensions: 2,
    of: (text: string) => (text === 'Sorry.' ? Float32Array.of(0, 1) : Float32Array.of(1, 0)),
  };
  const live = createLiveTagger([dialogue], dialogue, null, all);
  const asked = [said('user', 'Where is it?', 'late')];
  const place = [{ dialogue: 0, turn: 1 }];
  expect(live.compare(asked, place)?.[0]).toMatchObject({ said: 1, matter: 1, repeats: 0 });
  expect(live.compare([...asked, said('system', 'Sorry.'), ...asked], place)?.[0]).toMatchObject({
    repeats: 1,
  });
  const some = { ...all, of: (text: string) => (text === 'Sorry.' ? null : all.of(text)) };
  expect(createLiveTagger([dialogue], dialogue, null, some).compare(asked, place)).toBeNull();
  expect(createLiveTagger([dialogue], dialogue, null).compare(asked, place)).toBeNull();
});
