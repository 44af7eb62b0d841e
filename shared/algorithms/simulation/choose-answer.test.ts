import { expect, it } from 'vitest';
import { stemOf } from '../topics/topic-words.ts';
import { type AnswerQuestion, chooseAnswer, type GivenAnswer } from './choose-answer.ts';
import type { AnswerMeaning } from './live-tagger.ts';
import { plainWords, type SaidTurn, talkOf } from './similar-talks.ts';

const user = (text: string, tags: string[] = ['asks']): SaidTurn => ({ role: 'user', text, tags });
const system = (text: string, tags: string[] = ['helps']): SaidTurn => ({ role: 'system', text, tags });

const givenFirst = (answer: SaidTurn, ...turns: SaidTurn[]): GivenAnswer => ({
  text: answer.text,
  tags: answer.tags,
  isHere: true,
  meaning: null,
  talk: talkOf(turns, [...turns, answer].map(({ text }) => text).join(' ')),
});
const given = (answer: SaidTurn, ...turns: SaidTurn[]): GivenAnswer =>
  givenFirst(answer, system('Welcome!', []), ...turns);

const FREE: AnswerQuestion = {
  followed: true,
  frequency: null,
  habits: new Map(),
  general: null,
  unusual: new Map(),
  spare: [],
};
const chosen = (answers: readonly GivenAnswer[], turns: readonly SaidTurn[], wanted = FREE) => {
  const { answer, nothing } = chooseAnswer(answers, turns, wanted);
  return nothing ?? answers[answer!]!.text;
};

const ASKED = user('My lamp arrived broken.');

it('does what the agent did most often in similar conversations, not what it did in the most similar one', () => {
  const answers = [
    given(system('We never sell lamps.', ['refuses']), user('My lamp arrived broken.')),
    given(system('Please send us a photo.', ['asks-photo']), user('The lamp arrived broken.')),
    given(system('Could you send us a photo?', ['asks-photo']), user('My new lamp arrived broken.')),
    given(system('Send us a photo, please.', ['asks-photo']), user('My lamp arrived, but broken.')),
  ];
  expect(chosen(answers, [ASKED])).toContain('photo');
});

it('neither repeats an answer nor does the same again while another one fits', () => {
  const turns = [ASKED, system('Please send us a photo.', ['asks-photo']), user('It is broken.')];
  const answers = [
    given(system('Please send us a photo.', ['asks-photo']), user('It is broken.')),
    given(system('May we see a picture of it?', ['asks-photo']), user('It is broken.')),
    given(system('We will send a new one.', ['promises']), user('It broke.'), user('It is broken.')),
  ];
  expect(chosen(answers, turns)).toBe('We will send a new one.');
  expect(chosen(answers.slice(0, 1), turns)).toBe('all-said');
});

it('does once what no customer calls for or answers, even if nothing else fits', () => {
  const turns = [
    ASKED,
    system('Please write to us in private.', ['asks-private']),
    user('It is the green one.', ['gives-details']),
  ];
  const said = user('It is the green one.', ['gives-details']);
  const again = given(system('Could you send a message so that we can look?', ['asks-private']), said);
  const promise = given(
    system('We will look into it.', ['promises']),
    user('It is the red one.', ['gives-details']),
  );
  const habits = (calledBy: string[]) =>
    new Map([
      [
        'asks-private',
        {
          repeats: 0.6,
          answeredBy: [],
          calledBy,
          isParticular: false,
          after: new Map([['gives-details', 0.6]]),
        },
      ],
    ]);
  expect(chosen([again, promise], turns, { ...FREE, habits: habits([]) })).toBe(promise.text);
  expect(chosen([again], turns, { ...FREE, habits: habits([]) })).toBe('all-said');
  expect(chosen([again], turns, { ...FREE, habits: habits(['gives-details']) })).toBe(again.text);
});

it('asks no question again that the customer has answered, if agents hardly ever do', () => {
  const turns = [
    user('My card is gone', ['lost']),
    system('Which digits does it have?', ['asks-digits']),
    user('4471', ['gives-digits']),
    system('Thanks.', ['thanks']),
    user('Block my card now', ['lost']),
  ];
  const again = given(
    system('Please give me the last four.', ['asks-digits']),
    user('Block my card', ['lost']),
  );
  const habits = (repeats: number) =>
    new Map([
      [
        'asks-digits',
        {
          repeats,
          answeredBy: ['gives-digits'],
          calledBy: ['lost'],
          isParticular: false,
          after: new Map([['lost', 0.9]]),
        },
      ],
    ]);
  expect(chosen([again], turns, { ...FREE, habits: habits(0.05) })).toBe('all-said');
  expect(chosen([again], turns, { ...FREE, habits: habits(0.5) })).toBe(again.text);
  const unanswered = [...turns.slice(0, 2), user('Now', ['lost'])];
  expect(chosen([again], unanswered, { ...FREE, habits: habits(0.05) })).toBe(again.text);
});

it('answers a question as questions are answered', () => {
  const answers = [
    given(system('Thanks for the information.', ['notes']), user('I want the old version back')),
    given(system('You find it in the settings.', ['tells']), user('Can I have the old version?')),
  ];
  expect(chosen(answers, [user('How do I get the old version back?')])).toBe('You find it in the settings.');
  expect(chosen(answers, [user('I would like the old version back.')])).toBe('Thanks for the information.');
});

it('reminds once of what the customer has not done, after something else was said', () => {
  const habits = new Map([
    [
      'asks-private',
      { repeats: 0.1, answeredBy: [], calledBy: [], isParticular: false, after: new Map([['asks', 0.6]]) },
    ],
  ]);
  const question = 'Will it be fixed?';
  const answers = [
    given(system('Could you send a message so that we can look?', ['asks-private']), user(question)),
  ];
  const before = [
    ASKED,
    system('Please write to us in private.', ['asks-private']),
    user('It is the green one.'),
    system('Thanks, we will follow up.', ['promises']),
  ];
  const answerTo = (...turns: SaidTurn[]) => chosen(answers, turns, { ...FREE, habits });
  expect(answerTo(...before, user(question))).toBe('Could you send a message so that we can look?');
  expect(answerTo(...before.slice(0, 2), user(question))).toBe('all-said');
  const reminder = [user('And?'), system('Write to us, then we can look.', ['asks-private'])];
  expect(answerTo(...before, ...reminder, user('Well?'), before[3]!, user(question))).toBe('all-said');
  expect(answerTo(...before, user('I sent you a message.'), before[3]!, user(question))).toBe('all-said');
});

it('greets nobody in the middle of a conversation', () => {
  const answers = [given(system('@115 Hello! How can we help?'), user('My lamp arrived broken.'))];
  expect(chosen(answers, [ASKED])).toBe('@115 Hello! How can we help?');
  expect(chosen(answers, [user('Hi'), system('Yes?', []), ASKED])).toBe('all-said');
});

it('is glad only about good news', () => {
  const answers = [given(system('Glad to hear that.'), user('I tried it again.'))];
  expect(chosen(answers, [user('I tried it again and it works.')])).toBe('Glad to hear that.');
  expect(chosen(answers, [user('I tried it again and it does not work.')])).toBe('nothing-similar');
});

it('gives no unfinished sentence where agents usually finish them', () => {
  const answers = [
    given(system('Can you send the mail asking if you want one'), user('My lamp arrived broken.')),
    given(system('Can we call you? ^AB https://t.co/a1'), user('My lamp arrived damaged.')),
    given(system('We are on it!'), user('Nothing works.')),
  ];
  expect(chosen(answers, [ASKED])).toBe('Can we call you? ^AB https://t.co/a1');
  expect(chosen(answers.slice(0, 1), [ASKED])).toBe('Can you send the mail asking if you want one');
});

it('takes an email for no direct message', () => {
  const answers = [given(system('We received your DM.'), user('I wrote to you.'))];
  expect(chosen(answers, [user('I emailed you.')])).toBe('nothing-similar');
  expect(chosen(answers, [user('I wrote you a message.')])).toBe('We received your DM.');
});

it('answers from conversations about the same matter', () => {
  const turns = [
    user('My suitcase did not come with my flight.'),
    system('Is it red?'),
    user('Yes, that is right.'),
  ];
  const card = given(
    system('The new card is ordered.'),
    user('I lost my card.'),
    user('Yes, that is right.'),
  );
  const luggage = given(
    system('We will look for it.'),
    user('My suitcase did not come.'),
    user('Yes, right.'),
  );
  expect(chosen([card, luggage, card, card], turns)).toBe('We will look for it.');
});

it('says nothing of another conversation: general words, and what this customer named', () => {
  const general = new Set([
    'sor',
    'about',
    'that',
    'we',
    'wil',
    'look',
    'into',
    'it',
    'the',
    'is',
    'missing',
    'mis',
  ]);
  const other = given(
    system('Sorry that the handle is missing, we will look into it.'),
    user('My lamp broke, the handle is missing.'),
  );
  const plain = given(
    system('Sorry about that, we will look into it.'),
    user('My cup broke yesterday evening.'),
  );
  const wanted = { ...FREE, general };
  expect(chosen([other, plain], [user('My lamp broke.')], wanted)).toBe(plain.text);
  expect(chosen([other], [user('My lamp broke.')], wanted)).toBe('nothing-similar');
  expect(chosen([other], [user('My lamp broke, look at the handle.')], wanted)).toBe(other.text);
});

it('informs only where the question is similar or similar conversations agree', () => {
  const habit = {
    repeats: 0,
    answeredBy: [],
    calledBy: [],
    isParticular: true,
    after: new Map([['asks', 1]]),
  };
  const wanted = {
    ...FREE,
    general: new Set(['give', 'it', 'a', 'try', 'later', 'then']),
    habits: new Map([['informs', habit]]),
  };
  const answer = given(
    system('Give it a try later then.', ['informs']),
    user('May I open the box?', ['asks']),
  );
  const ask = (said: number) => chosen([{ ...answer, meaning: alike(said, 0.9) }], [ASKED], wanted);
  expect(ask(0.4)).toBe('nothing-similar');
  expect(ask(0.9)).toBe(answer.text);
  const lamp = given(system('Give the lamp a try then.', ['informs']), user('My cup is here.', ['asks']));
  const agreed = [lamp, lamp].map((one) => ({ ...one, meaning: alike(0.4, 0.9) }));
  expect(chosen(agreed, [ASKED], wanted)).toBe(lamp.text);
});

it('answers an untagged turn in general words if any turn is like it', () => {
  const wanted = { ...FREE, followed: false, general: new Set(['we', 'wil', 'look', 'into', 'it', 'then']) };
  const answer = given(system('We will look into it then.', ['promises']), user('It is red.', ['describes']));
  const like = given(system('Which shade is it?', ['asks-which']), user('I sent the photo.', ['tells']));
  const say = (said: number) =>
    chosen(
      [
        { ...answer, meaning: alike(0.1, 0.5) },
        { ...like, meaning: alike(said, 0.5) },
      ],
      [ASKED, system('Tell us more.', ['asks']), user('I have a photo.', [])],
      wanted,
    );
  expect(say(0.5)).toBe(answer.text);
  expect(say(0.2)).toBe('nothing-similar');
});

it('says why nothing fits', () => {
  const answers = [given(system('Please send us a photo.'), user('My lamp arrived broken.'))];
  expect(chosen([], [ASKED])).toBe('no-examples');
  const parrot = [user('Parrots sing opera.', [])];
  expect(chosen(answers, parrot, { ...FREE, followed: false })).toBe('nothing-similar');
  expect(chosen(answers, [ASKED])).toBe('Please send us a photo.');
});

it('prefers an answer that usually follows at the state, but gives another one that fits much better', () => {
  const rare = given(system('Please name its own shop.', ['asks-which']), user('My lamp arrived broken.'));
  const usual = given(system('Please send us a photo.', ['asks-photo']), user('My lamp arrived broken.'));
  const frequency = (tag: string) => (tag === 'asks-which' ? 0.01 : 0.9);
  expect(chosen([rare, usual], [ASKED], { ...FREE, frequency })).toBe('Please send us a photo.');
  const other = given(system('Please send us a photo.', ['asks-photo']), user('My cup is blue.', ['tells']));
  expect(chosen([rare, other], [ASKED], { ...FREE, frequency })).toBe('Please name its own shop.');
});

it('takes an answer from another state if the customer did there what this one does', () => {
  const elsewhere = {
    ...given(system('You will get a label.', ['sends']), user('I want a refund.', ['refund'])),
    isHere: false,
  };
  const here = given(system('A new one is on its way.', ['replaces']), user('I want a new one.', ['new']));
  expect(chosen([here, elsewhere], [user('I want a refund.', ['refund'])])).toBe('You will get a label.');
});

it('neither asks what the customer has said already nor repeats what agents hardly ever do twice', () => {
  const EVERY = new Map([['gives-tag', 1]]);
  const habits = new Map([
    ['asks-tag', { repeats: 0, answeredBy: ['gives-tag'], calledBy: [], isParticular: false, after: EVERY }],
    ['asks-look', { repeats: 0, answeredBy: ['describes'], calledBy: [], isParticular: false, after: EVERY }],
    ['helps', { repeats: 0.5, answeredBy: [], calledBy: ['thanks'], isParticular: false, after: EVERY }],
  ]);
  const turns = [
    user('My bag is lost.', ['reports']),
    system('What is the tag number?', ['asks-tag']),
    user('It is a blue bag.', ['describes']),
    system('We help.', ['helps']),
    user('The tag number is 12.', ['gives-tag']),
  ];
  const said = user('The tag number is 34.', ['gives-tag']);
  const answers = [
    given(system('What does it look like?', ['asks-look']), said),
    given(system('May I have the number on the tag?', ['asks-tag']), said),
    given(system('I am looking for it.', ['helps']), user('The tag number is 5', ['gives-tag'])),
  ];
  expect(chosen(answers, turns, { ...FREE, habits })).toBe('I am looking for it.');
  expect(chosen(answers, turns)).not.toBe('I am looking for it.');
});

it('leaves out what agents do not do in conversations about the same', () => {
  const answers = [
    given(system('Which plan do you want?', ['asks-plan']), user('Okay, please book it.', ['accepts'])),
    given(system('I will book the seat.', ['books']), user('Okay, book it then.', ['accepts'])),
  ];
  const turns = [user('Okay, please book it.', ['accepts'])];
  const unusual = new Map([['asks-plan', 0]]);
  expect(chosen(answers, turns, { ...FREE, unusual })).toBe('I will book the seat.');
  expect(chosen(answers, turns)).toBe('Which plan do you want?');
});

/** Measures how similar an answer's conversation is in meaning. */
const alike = (said: number, matter: number, others: Partial<AnswerMeaning> = {}): AnswerMeaning => ({
  ...{ said, matter, repeats: 0, usual: 0.8, foreign: 0 },
  ...others,
});

it('goes by meaning where there are sentence vectors, not by common words', () => {
  const asked = [user('My wifi is dead.')];
  const answers = [
    { ...given(system('We can revive a dead plant.'), user('My plant is dead.')), meaning: alike(0.1, 0.1) },
    {
      ...given(system('Please restart the router.'), user('No connection at home.')),
      meaning: alike(0.8, 0.8),
    },
  ];
  expect(chosen(answers, asked)).toBe('Please restart the router.');
});

it('does not say in other words what it said before', () => {
  const turns = [ASKED, system('Send us a DM.', ['asks-private']), user('The order number is 5.', ['gives'])];
  const write = given(
    system('Can you follow and write to us?', ['asks-private']),
    user('It is order 7.', ['gives']),
  );
  const look = given(system('Thanks, we will look at it.', ['promises']), user('The order is 8.', ['gives']));
  const answers = [
    { ...write, meaning: alike(0.9, 0.9, { repeats: 0.9 }) },
    { ...look, meaning: alike(0.6, 0.6) },
  ];
  expect(chosen(answers, turns)).toBe('Thanks, we will look at it.');
  expect(chosen(answers.slice(0, 1), turns)).not.toBe('Can you follow and write to us?');
});

it('prefers an answer that does not fit its own dialogue alone', () => {
  const own = given(system('It is what you see on it.', ['asks']), user('My lamp arrived broken.'));
  const plain = given(system('Please tell us more about it.', ['asks']), user('It came broken.'));
  const answers = [
    { ...own, meaning: alike(0.6, 0.6, { foreign: 0.6 }) },
    { ...plain, meaning: alike(0.5, 0.5) },
  ];
  expect(chosen(answers, [ASKED])).toBe('Please tell us more about it.');
  expect(chosen(answers.slice(0, 1), [ASKED])).toBe('It is what you see on it.');
});

it('does again what the customer calls for again', () => {
  const turns = [
    user('I sent it.', ['has-done-it']),
    system('We got it and will answer.', ['promises']),
    user('I sent the photo too.', ['has-done-it']),
  ];
  const answers = [
    given(system('Our team will reply.', ['promises']), user('I sent it too.', ['has-done-it'])),
    given(system('Where did you buy the thing?', ['asks']), user('I sent one photo.', ['has-done-it'])),
  ];
  const both = answers.map((one, at) => ({ ...one, meaning: alike(0.8 - 0.4 * at, 0.8 - 0.3 * at) }));
  const habit = {
    repeats: 0.4,
    answeredBy: [],
    calledBy: ['has-done-it'],
    isParticular: false,
    after: new Map([['has-done-it', 0.3]]),
  };
  const called = new Map([['promises', habit]]);
  expect(chosen(both, turns, { ...FREE, habits: called })).toBe(answers[0]!.text);
  const uncalled = new Map([['promises', { ...habit, calledBy: [], repeats: 0.1 }]]);
  expect(chosen(both, turns, { ...FREE, habits: uncalled })).toBe(answers[1]!.text);
});

it('does what agents answer to the customer’s tag, though another answer is more similar, and nothing that they hardly ever do', () => {
  const asked = [user('Will it be fixed?', ['asks-a-question'])];
  const promise = given(system('We got your message.', ['promises']), user('Is it?', ['asks-a-question']));
  const answer = given(system('It takes two days.', ['informs']), user('When?', ['asks-a-question']));
  const answers = [
    { ...promise, meaning: alike(0.8, 0.8) },
    { ...answer, meaning: alike(0.6, 0.6) },
  ];
  const habit = (share: number) => ({
    repeats: 0,
    answeredBy: [],
    calledBy: [],
    isParticular: false,
    after: new Map([['asks-a-question', share]]),
  });
  const habits = (share: number) =>
    new Map([
      ['promises', habit(share)],
      ['informs', habit(0.6)],
    ]);
  expect(chosen(answers, asked, { ...FREE, habits: habits(0.02) })).toBe('It takes two days.');
  expect(chosen(answers, asked, { ...FREE, habits: habits(0.4) })).toBe('We got your message.');
  expect(chosen(answers.slice(0, 1), asked, { ...FREE, habits: habits(0.02) })).toBe('nothing-similar');
});

it('takes the answer that agents usually give among those that fit alike', () => {
  const answers = ['That costume suits you well.', 'Please tell us more about it.'].map((text, at) => ({
    ...given(system(text, ['helps']), user('My lamp arrived broken.')),
    meaning: alike(0.6, 0.6, { usual: 0.3 + 0.4 * at }),
  }));
  expect(chosen(answers, [ASKED])).toBe('Please tell us more about it.');
});

it('answers no message that the customer did not send', () => {
  const answers = [
    given(system('We have received your DM.', ['confirms']), user('My lamp arrived broken.')),
    given(system('Please send us a private note.', ['asks-note']), user('The lamp is broken.')),
  ].map((one) => ({ ...one, meaning: alike(0.8, 0.8) }));
  expect(chosen(answers, [ASKED])).toBe('Please send us a private note.');
  expect(chosen(answers.slice(0, 1), [ASKED])).toBe('nothing-similar');
  const sent = [ASKED, system('Tell us more.', ['asks']), user('I sent a DM, the lamp arrived broken.')];
  expect(chosen(answers.slice(0, 1), sent)).toBe('We have received your DM.');
});

it('answers thanks and goodbyes as agents answered them, and nothing else', () => {
  const welcome = given(system('You are very welcome, always.', ['is-kind']), user('It works now, thanks.'));
  const asks = given(system('Which lamp does it light?', ['asks-kind']), user('It works now with the lamp.'));
  expect(chosen([welcome, asks], [user('The lamp works now, thanks.')])).toBe(
    'You are very welcome, always.',
  );
  expect(chosen([welcome, asks], [user('The lamp works now.')])).toBe('Which lamp does it light?');
  const confirms = given(system('It is here now, all of it.', ['is-kind']), user('I sent you the photo.'));
  const again = given(system('Could you send it again now?', ['asks-kind']), user('The photo of the lamp.'));
  expect(chosen([confirms, again], [user('I sent the photo of the lamp.')])).toBe(
    'It is here now, all of it.',
  );
});

it('answers an untagged goodbye only as agents answered goodbyes', () => {
  const promise = given(
    system('We will look into the lamp for you.', ['promises']),
    user('Never mind the lamp.'),
  );
  const leaves = [
    ASKED,
    system('Tell us more, please.', ['asks-more']),
    user('Never mind the lamp. Bye!', []),
  ];
  expect(chosen([promise], leaves)).toBe('nothing-similar');
  const closing = given(system('Have a nice day, and good luck.', ['is-kind']), user('Never mind, goodbye!'));
  expect(chosen([promise, closing], leaves)).toBe('Have a nice day, and good luck.');
});

it('does nothing that is unusual in dialogues about the same, unless the turn is very similar', () => {
  const own = given(system('Please give me the luggage tag.', ['asks-tag']), user('Will you write?'));
  const tag = { ...own, meaning: alike(0.6, 0.6) };
  const unusual = new Map([['asks-tag', 0.05]]);
  const turns = [ASKED, system('We will look for it.'), user('Will I hear from you?')];
  expect(chosen([tag], turns, { ...FREE, unusual })).toBe('nothing-similar');
  expect(chosen([tag], turns)).toBe('Please give me the luggage tag.');
});

it('does not ask for what the customer told without being asked', () => {
  const told = user('Order 12 arrived broken.', ['reports', 'gives-number']);
  const habits = new Map([
    [
      'asks-number',
      {
        repeats: 0,
        answeredBy: ['gives-number'],
        calledBy: ['reports'],
        isParticular: false,
        after: new Map([['reports', 1]]),
      },
    ],
  ]);
  const asks = given(system('Which order is it?', ['asks-number']), user('It arrived broken.', ['reports']));
  const sends = given(
    system('We will send a new one.', ['promises']),
    user('It arrived late and broken.', ['reports']),
  );
  expect(chosen([asks, asks, sends], [told], { ...FREE, habits })).toBe(sends.text);
  expect(chosen([asks, asks, sends], [user('It arrived broken.', ['reports'])], { ...FREE, habits })).toBe(
    asks.text,
  );
  expect(chosen([asks], [told], { ...FREE, habits })).not.toBe(asks.text);
});

it('answers no question with general words that answered none', () => {
  const turns = [ASKED, system('A new lamp is on its way.', ['promises']), user('Will it come?')];
  const more = system('It is on its way.', ['tells']);
  const general = new Set(Array.from(plainWords(more.text), stemOf));
  const after = (said: string) => chosen(Array(3).fill(given(more, user(said))), turns, { ...FREE, general });
  expect(after('Does it come?')).toBe(more.text);
  expect(after('It will come then.')).toBe('nothing-similar');
});

const SPARE = (
  [
    ['looks', 'We will look into the lamp for you.', 1],
    ['looks', 'Our team will look into it.', 0.5],
    ['looks', 'One moment, I am looking at the pilot now.', 0.9],
    ['comes-back', 'Our team will get back to you.', 0.5],
    ['comes-back', 'A member of our team will be in touch shortly.', 0.4],
    ['passes-on', 'I will pass this on to the team.', 0.5],
    ['explains', 'Please send us a message, so we can look into it.', 0.5],
    ['explains', 'Please send us your number, so we can look into it.', 0.5],
  ] as const
).map(([kind, text, matter]) => ({ text, matter, part: { start: 0, end: text.length, kind } }));
const WORDS = new Set(
  Array.from(
    plainWords(
      'our team will we look into it one moment i am at the now for you thank a of be in this to please send us message your number so can',
    ),
    stemOf,
  ),
);
const spareFor = (turns: readonly SaidTurn[]) => {
  const { spare } = chooseAnswer([given(system('Yes.'), ASKED)], turns, {
    ...FREE,
    general: WORDS,
    spare: SPARE,
  });
  return spare === null ? null : SPARE[spare]!.text;
};

it('promises to look into what nothing answers, then that somebody comes back, then nothing', () => {
  const asks = [ASKED, system('Thank you.'), user('Is there a new lamp?')];
  expect(spareFor(asks)).toBe('We will look into the lamp for you.');
  const again = [...asks, system('We will look into the lamp for you.'), user('Is it a new one?')];
  expect(spareFor(again)).toBe('Our team will get back to you.');
  const third = [...again, system('Our team will get back to you.'), user('Is it a new one?')];
  expect(spareFor(third)).toBeNull();
});

it('names a time where a customer asks for one', () => {
  const asks = [ASKED, system('Thank you.'), user('ok how long will it take')];
  expect(spareFor(asks)).toBe('A member of our team will be in touch shortly.');
  const late = [...asks, system('Our team will get back to you.'), user('But when?')];
  expect(spareFor(late)).toBe('A member of our team will be in touch shortly.');
});

it('puts off neither thanks nor a refusal, and passes praise on', () => {
  const after = (said: string) => spareFor([ASKED, system('Do you want one?'), user(said)]);
  expect(after('Thanks, have a nice day!')).toBeNull();
  expect(after('No, it is fine.')).toBeNull();
  expect(after('The lamp is wonderful.')).toBe('I will pass this on to the team.');
  expect(after('Can you let her manager know?')).toBe('I will pass this on to the team.');
  expect(after('Thanks, but what does it cost?')).toBe('We will look into the lamp for you.');
});

it('says what a request is for if the customer asks that or would rather not do it', () => {
  const after = (said: string) => spareFor([ASKED, system('Please send us a private message.'), user(said)]);
  expect(after('Why do you need a message?')).toBe('Please send us a message, so we can look into it.');
  expect(after("I don't want to write a message")).toBe('Please send us a message, so we can look into it.');
  expect(after('What do you need?')).toBe('Please send us your number, so we can look into it.');
  expect(spareFor([user('Why do you need a message?')])).not.toContain('so we can');
});

it('says in the middle nothing that agents say to anyone as their first turn, and no goodbye to a question', () => {
  const contact = system('We are sorry. What is wrong?', ['asks-details']);
  const turns = [ASKED, system('We look into it.', ['promises']), user('Can you tell me more?')];
  const general = new Set(Array.from(plainWords(contact.text), stemOf));
  const first = givenFirst(contact, user('Can you tell me more?'));
  expect(chosen([first], turns, { ...FREE, general })).toBe('nothing-similar');
  expect(chosen([given(contact, user('Can you tell me more?'))], turns, { ...FREE, general })).toBe(
    contact.text,
  );
  expect(chosen([first], [user('Can you tell me more?')], { ...FREE, general })).toBe(contact.text);
  const bye = given(system('It is a lamp, take care!'), user('Can you tell me more?'));
  expect(chosen([bye], turns)).toBe('nothing-similar');
});
