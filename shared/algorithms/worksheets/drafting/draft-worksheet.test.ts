import { describe, expect, it } from 'vitest';
import type { DialogueId } from '../../../domain/ids.ts';
import { validateWorksheets } from '../validation/validate.ts';
import { draftWorksheet, type HeardDialogue, type HeardTurn } from './draft-worksheet.ts';
import { askedFor, readAnswers } from './read-answers.ts';
import { asksIn } from './sentences-said.ts';

const TODAY = '2026-03-02';
const system = (text: string, ...tags: string[]): HeardTurn => ({
  isUser: false,
  text,
  tags,
  isChosen: true,
});
const user = (text: string): HeardTurn => ({ isUser: true, text, tags: [], isChosen: true });
const dialogue = (id: number, ...turns: HeardTurn[]): HeardDialogue => ({ id: id as DialogueId, turns });

const DIALOGUES = Array.from({ length: 12 }, (_, at) =>
  dialogue(
    at + 1,
    user('Hello'),
    system('Thanks! Which plan are you on?', 'ask-for-plan'),
    user(at % 2 === 0 ? 'Basic, please' : "I'm on premium."),
    system(`Please send us your order number. -J${at}`, 'ask-for-order-number'),
    user(at === 11 ? 'I have none' : `A-17${at}`),
    ...(at < 4 ? [system('When did it break?', 'ask-when'), user(`on March ${at + 1}`)] : []),
    system('I have sent you a new one. Have a nice day!', 'send-new'),
  ),
);

describe('draftWorksheet', () => {
  it('tells that dialogues have no common form where agents ask for nothing in a fifth of them', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        dialogue(100 + at, user('You are great'), system('Thank you, Ada!', 'thank')),
      );
    const draft = (count: number) =>
      draftWorksheet([...DIALOGUES, ...others(count)], { name: 'x', byTags: true, today: TODAY });
    // In 12 of 60 dialogues, customers are asked for their plan.
    expect(draft(48)).toMatchObject({ dialogues: 60, hasForm: true });
    expect(draft(49)).toMatchObject({ dialogues: 61, hasForm: false });
    expect(draft(49).fields.map(({ field }) => field)).toEqual(['plan', 'order_number', 'when']);
  });

  it('makes a field of what is asked and answered, typed by the answers, and an action of what follows', () => {
    const { set, fields, actions, dialogues, hasForm } = draftWorksheet(DIALOGUES, {
      name: 'broken things',
      byTags: true,
      today: TODAY,
    });
    const [sheet] = set.worksheets;
    expect(dialogues).toBe(12);
    expect(hasForm).toBe(true);
    expect(sheet?.name).toBe('BrokenThings');
    expect(sheet?.fields.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['plan', { kind: 'enum', values: ['Basic', 'premium'] }, true],
      ['order_number', { kind: 'str' }, true],
      ['when', { kind: 'date' }, false],
    ]);
    expect(sheet?.fields.map(({ description }) => description)).toEqual([
      'Which plan are you on?',
      'Could you please send us your order number?',
      'When did it break?',
    ]);
    expect(fields[0]).toMatchObject({
      tag: 'ask-for-plan',
      asked: 12,
      answered: 12,
      share: 1,
      values: [
        { value: 'Basic', answers: 6 },
        { value: 'premium', answers: 6 },
      ],
    });
    expect(fields[2]).toMatchObject({ asked: 4, share: 4 / 12, examples: [1, 2, 3, 4] });
    expect(actions).toEqual([
      {
        tag: 'send-new',
        says: 'I have sent you a new one.',
        dialogues: 12,
        share: 1,
        examples: [1, 2, 3, 4, 5],
      },
    ]);
    expect(validateWorksheets(set)).toEqual([]);
  });

  it('goes by the words where tags do not say what is asked for', () => {
    const moved = DIALOGUES.map(({ id, turns }) => ({
      id,
      turns: turns.map((turn) => ({ ...turn, tags: ['ask-question'] })),
    }));
    const { set } = draftWorksheet(moved, { name: 'x', byTags: false, today: TODAY });
    expect(set.worksheets[0]?.fields.map(({ name }) => name)).toEqual(['plan', 'order_number', 'when']);
  });

  it('takes only what is asked in chosen turns, and says what is asked too seldom', () => {
    const seldom = dialogue(
      20,
      system('What color is it?', 'ask-for-colour'),
      user('red'),
      { ...system('Which size is it?', 'ask-for-size'), isChosen: false },
      user('large'),
    );
    const { fields, leftOut } = draftWorksheet([seldom, seldom, seldom, ...Array(700).fill(DIALOGUES[0])], {
      name: 'x',
      byTags: true,
      today: TODAY,
    });
    expect(fields.map(({ tag }) => tag)).not.toContain('ask-for-size');
    expect(leftOut).toEqual([{ tag: 'ask-for-colour', dialogues: 3 }]);
  });

  it('makes no field of no dialogue', () => {
    expect(draftWorksheet([], { name: 'x', byTags: true, today: TODAY }).fields).toEqual([]);
  });
});

describe('what is read of sentences and answers', () => {
  it.each([
    ['Please DM us your account number so we can help.', ['account number']],
    ['Could you confirm your full name and email address?', ['full name', 'email address']],
    ['Which version of iOS are you using?', ['version']],
    ['Where are you travelling to?', ['location']],
    ['Do you know what happens when you lose your keys?', []],
    ['We are sorry for your trouble.', []],
  ])('%s asks for %j', (sentence, expected) => {
    expect(askedFor(sentence)).toEqual(expect.arrayContaining(expected));
    if (expected.length === 0) expect(askedFor(sentence)).toEqual([]);
  });

  it('tells asking from telling, without names, links and signs of one dialogue', () => {
    expect(
      asksIn('@12 Sorry! Please send us a photo https://x.y/z. What is wrong? Anything else? -Becky'),
    ).toEqual({
      asking: ['Please send us a photo.', 'What is wrong?'],
      telling: ['Sorry!'],
    });
  });

  it.each([
    ['bool', ['yes', 'No thanks', 'Sure', 'yep, that is it']],
    ['date', ['tomorrow', 'on 14 March', 'next Friday please']],
    ['time', ['7pm', 'at 20:30', 'noon']],
    ['int', ['4', 'for 3 people', '2 please', 'we are 5']],
    ['str', ['A-123', 'it does not work', 'I lost it', 'nothing']],
  ])('fills the type %s', (kind, answers) => {
    expect(readAnswers(answers, TODAY).type.kind).toBe(kind);
  });
});
