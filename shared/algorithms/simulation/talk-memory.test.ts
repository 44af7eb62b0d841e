import { expect, it } from 'vitest';
import type { RetrievalTurn } from '../retrieval/retrieval-corpus.ts';
import { createTalkMemory, tagsToAnswer } from './talk-memory.ts';

const user = (text: string, ...tags: string[]): RetrievalTurn => ({ role: 'user', text, tags });
const system = (text: string, ...tags: string[]): RetrievalTurn => ({ role: 'system', text, tags });

const about = (thing: string, detail: string, done: string) =>
  Array.from({ length: 20 }, (_, at) => [
    user(`I have a problem with my ${thing}.`, 'reports'),
    system(`What is the number of the ${thing}?`, 'asks-number'),
    user(`It is ${at} for the ${thing}.`, detail),
    system(`Thank you, the ${thing} is done.`, done),
  ]);
const DIALOGUES = [
  ...about('parcel', 'gives-parcel', 'sends-parcel'),
  ...about('card', 'gives-card', 'blocks-card'),
];
const memory = createTalkMemory(DIALOGUES);
const CARD = [
  user('I have a problem with my card.', 'reports'),
  system('What is the number?', 'asks-number'),
];

it('counts what customers say after the same turn of the agent, in dialogues about the same', () => {
  const matter = memory.matter([{ role: 'user', text: 'I have a problem with my card.' }]);
  const shares = memory.following(CARD, matter);
  expect(shares.get('gives-card')).toBeGreaterThan(shares.get('gives-parcel') ?? 0);
  expect(memory.following([], matter)).toEqual(new Map([['reports', 1]]));
  expect(memory.following([system('?')], matter)).toEqual(new Map());
});

it('tells which tags are usual in dialogues about the same', () => {
  const usual = memory.usual(memory.matter([{ role: 'user', text: 'I have a problem with my card.' }]));
  expect(usual('system', 'blocks-card')).toBe(1);
  expect(usual('system', 'sends-parcel')).toBeLessThan(1);
  expect([...memory.unusual(CARD).keys()]).toEqual(['sends-parcel']);
});

it('takes dialogues that open with the same tag to be about the same, whatever words come later', () => {
  const opened = ['return', 'parcel', 'card', 'flight', 'bill', 'router'].flatMap((thing) =>
    about('order', 'gives-number', `does-${thing}`).map(([, ...turns]) => [
      user('I have a problem with my order.', `reports-${thing}`),
      ...turns,
    ]),
  );
  const { unusual } = createTalkMemory(opened);
  const said = [user('It has a problem.', 'reports-card'), user('It is 4 for the order.', 'gives-number')];
  const usual = unusual(said);
  expect(usual.get('does-flight')).toBeLessThan(usual.get('does-card') ?? 1);
});

it('takes thanks and goodbyes as the form of the tags that have them', () => {
  const { likelyForm } = createTalkMemory(
    DIALOGUES.map((turns) => [...turns, user('Thanks, goodbye!', 'leaves')]),
  );
  expect(likelyForm('reports', 'No, have a great day!')).toBeLessThan(
    likelyForm('leaves', 'No, have a great day!') / 2,
  );
});

it('finds what agents only do early unusual in a long conversation, until the customer opens another matter', () => {
  const long = about('card', 'gives-card', 'blocks-card').map((turns) => [
    ...turns,
    user('What now?', 'asks'),
    system('A new card is on its way.', 'sends-card'),
    user('And the fee?', 'asks'),
    system('It is free.', 'tells-fee'),
  ]);
  const { unusual } = createTalkMemory(long);
  const asked = [...CARD, user('It is 4.', 'gives-card'), system('Thank you.', 'blocks-card')];
  expect(unusual([...CARD.slice(0, 1)]).has('asks-number')).toBe(false);
  expect(unusual([...asked, user('What now?', 'asks')]).get('asks-number')).toBe(0);
  expect(unusual([...asked, user('My other card is gone.', 'reports')]).has('asks-number')).toBe(false);
  // In short dialogues, everything comes early.
  expect(memory.unusual([...asked, user('What now?', 'asks')]).has('asks-number')).toBe(false);
});

it('forgets the matter before the customer turned to another one', () => {
  const router = about('router', 'gives-router', 'sends-router').map(([, ...turns]) => [
    user('My router is slow.', 'reports-slow'),
    ...turns,
  ]);
  const both = createTalkMemory([...DIALOGUES, ...router]);
  const turned = [...CARD, user('It is 4.', 'gives-card'), user('My router is slow.', 'reports-slow')];
  expect(both.sinceOpening(turned)).toEqual(turned.slice(-1));
  expect(both.sinceOpening([...CARD, ...CARD])).toEqual([...CARD, ...CARD]);
  expect([...both.unusual(turned).keys()]).toEqual(['sends-parcel', 'blocks-card']);
});

it('knows how much of a text customers say, and takes addresses and numbers as known', () => {
  expect(memory.familiarity('a problem with my card')).toBe(1);
  expect(memory.familiarity('It is jo@example.com')).toBe(1);
  expect(memory.familiarity('Parrots sing opera.')).toBe(0);
});

it('finds a tag less likely if its turns have a number and the text has none', () => {
  expect(memory.likelyForm('gives-card', 'It is 12.')).toBeGreaterThan(0.9);
  expect(memory.likelyForm('gives-card', 'It is red.')).toBeLessThan(0.2);
  expect(memory.likelyForm('reports', 'Is it a problem?')).toBeLessThanOrEqual(1);
});

it('does not take a short number for a long one', () => {
  const said = (text: string, tag: string) => [user(text, tag)];
  const forms = createTalkMemory([
    ...Array.from({ length: 20 }, (_, at) => said(`It is ${4000 + 7 * at}.`, 'gives-digits')),
    ...Array.from({ length: 20 }, (_, at) => said(`I paid ${at} euros.`, 'reports')),
  ]);
  expect(forms.likelyForm('gives-digits', 'It was 120 euros.')).toBeLessThan(0.1);
  expect(forms.likelyForm('gives-digits', '4471')).toBeGreaterThan(0.9);
});

it('tells a yes from a no at the beginning, even if both go on alike', () => {
  const said = (text: string, tag: string) => [{ role: 'user' as const, text, tags: [tag], words: [] }];
  const forms = createTalkMemory([
    ...Array.from({ length: 20 }, () => said('Yes, that was me, nothing else.', 'confirms')),
    ...Array.from({ length: 20 }, () => said('No, that was not me.', 'denies')),
  ]);
  expect(forms.likelyForm('confirms', 'No, nothing like that was me.')).toBeLessThan(0.1);
  expect(forms.likelyForm('denies', 'No, nothing like that was me.')).toBeGreaterThan(0.9);
});

it('recalls the answers to turns with the same tags, those about the same first, and says how agents use their tags', () => {
  const [first] = memory.recall([...CARD, user('It is 5.', 'gives-card')], []);
  expect(first).toMatchObject({ turn: 3 });
  expect(DIALOGUES[first!.dialogue]![3]!.tags).toEqual(['blocks-card']);
  expect(memory.recall(CARD, [])).toEqual([]);
  expect(memory.habits.get('asks-number')).toMatchObject({
    repeats: 0,
    answeredBy: ['gives-parcel', 'gives-card'],
    calledBy: ['reports'],
  });
  expect(memory.habits.get('asks-number')?.after.get('reports')).toBe(1);
  expect(memory.habits.get('asks-number')?.after.get('gives-card')).toBe(0);
});

it('counts what agents repeat only where they say more, and what customers call for', () => {
  const short = Array.from({ length: 20 }, () => [
    user('It is late.', 'complains'),
    system('Write to us.', 'asks-private'),
  ]);
  const long = [
    user('It is late.', 'complains'),
    system('Write to us.', 'asks-private'),
    user('I did.', 'has-done-it'),
    system('We will answer.', 'promises'),
    user('When?', 'asks'),
    system('Write to us.', 'asks-private'),
  ];
  const { habits } = createTalkMemory([...short, long]);
  expect(habits.get('asks-private')?.repeats).toBe(1);
  expect(habits.get('promises')).toMatchObject({ repeats: 0, calledBy: ['has-done-it'] });
  expect(habits.get('asks-private')?.calledBy).toEqual([]);
});

it('knows what agents say in general words, and what needs words about the matter', () => {
  const matters = ['lamp', 'kettle', 'bill', 'parcel', 'card', 'ticket', 'seat', 'router', 'song', 'flight'];
  const { habits, general } = createTalkMemory(
    Array.from({ length: 200 }, (_, at) => [
      user(`My ${matters[at % 10]} has a fault.`, 'reports'),
      system('Please send us the details.', 'asks-details'),
      user('Here it is.', 'gives-details'),
      system(`Turn the ${matters[at % 10]} upside down.`, 'instructs'),
    ]),
  );
  expect(general).toContain('detail');
  expect(general).not.toContain('lamp');
  expect(habits.get('asks-details')?.isParticular).toBe(false);
  expect(habits.get('instructs')?.isParticular).toBe(true);
});

it('takes for an answer only what customers hardly say without the question', () => {
  const asked = [
    user('Hi.', 'greets'),
    system('Which color?', 'asks-color'),
    user('Red.', 'names-color'),
    system('Okay.', 'ends'),
  ];
  const free = [
    user('Hi.', 'greets'),
    system('It is free.', 'explains'),
    user('And the price?', 'asks-price'),
  ];
  const price = Array.from({ length: 4 }, () => [
    user('What is the price?', 'asks-price'),
    system('None.', 'explains'),
  ]);
  const { habits } = createTalkMemory([asked, free, ...price]);
  expect(habits.get('asks-color')?.answeredBy).toEqual(['names-color']);
  expect(habits.get('explains')?.answeredBy).toEqual([]);
});

it('takes each of several reasons for an answer, if customers hardly ever give it unasked', () => {
  const reasons = ['broken', 'late', 'wrong', 'ugly', 'loud', 'small'];
  const dialogues = reasons.map((reason) => [
    user('I want to return it.', 'returns'),
    system('Why?', 'asks-reason'),
    user(`It is ${reason}.`, `is-${reason}`),
    system('Okay.', 'ends'),
  ]);
  const unasked = [user('It is small.', 'is-small'), system('Okay.', 'ends')];
  const { habits } = createTalkMemory([...dialogues, unasked]);
  const { answeredBy = [] } = habits.get('asks-reason') ?? {};
  expect([...answeredBy].sort()).toEqual(['is-broken', 'is-late', 'is-loud', 'is-ugly', 'is-wrong']);
});

it('goes on as after an answer that the customer gave before the question', () => {
  const answers = (of: string, repeats = 0) => ({
    repeats,
    answeredBy: [of],
    after: new Map([['number', 0.9]]),
  });
  const told = [
    user('I want my money back for order 12.', 'returns', 'refund'),
    system('Which order?', 'asks-number'),
  ];
  const turns = [...told, user('12', 'number')];
  const asks = new Map([['asks-wish', answers('refund')]]);
  expect([...tagsToAnswer(turns, asks)]).toEqual(['number', 'refund']);
  expect([...tagsToAnswer(turns, new Map([['asks-wish', answers('refund', 0.5)]]))]).toEqual(['number']);
  expect([...tagsToAnswer(turns, new Map([['asks-number', answers('refund')]]))]).toEqual(['number']);
  expect([...tagsToAnswer(turns, new Map([['asks-color', answers('color')]]))]).toEqual(['number']);
});

it('recalls sentences that fit where no answer does, those of the most similar dialogues first', () => {
  const { spare } = createTalkMemory(
    DIALOGUES.map((turns, at) => [
      ...turns,
      system(at < 20 ? 'I will check the parcel.' : 'I will check it. Bye!'),
    ]),
  );
  const [best] = spare(CARD);
  expect(best).toMatchObject({
    text: 'I will check it.',
    turn: 4,
    part: { start: 0, end: 16, kind: 'looks' },
  });
  expect(best!.dialogue).toBeGreaterThanOrEqual(20);
  expect(memory.spare(CARD)).toEqual([]);
});
