import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { lab } from '../fixtures/command-line.ts';
import { corpusPath, describeWithCorpus } from '../fixtures/corpora.ts';

type SpokenTurns = readonly [user: string, system: string, act: string | null];

function written(tasks: readonly string[], turns: readonly SpokenTurns[]): string {
  const file = join(temporaryFolder(), 'dialogues.jsonl');
  const dialogue = {
    id: 'one',
    tasks,
    turns: turns.flatMap(([user, system, act]) => [
      { speaker: 'user', text: user },
      { speaker: 'system', text: system, ...(act === null ? {} : { acts: [act] }) },
    ]),
  };
  writeFileSync(file, `${JSON.stringify(dialogue)}\n`);
  return file;
}

const evaluate = (domain: string, file: string, state = 'annotations') =>
  lab('worksheets', '--domain', domain, '--dialogues', file, '--state', state);

const BANK: readonly SpokenTurns[] = [
  ['Somebody stole money from my account', 'May I have your full name?', 'ask_name'],
  ['Ada Byron', 'And the account number?', 'bank_ask_account_number'],
  ['I forgot it', 'When were you born?', 'bank_ask_dob'],
  ['1/2/1980', "What is your mother's maiden name?", 'bank_ask_mothers_maiden_name'],
  ['Milbanke', 'What was the name of your pet?', 'bank_ask_childhood_pets_name'],
  ['Puff', 'The report was submitted.', 'bank_inform_fraud_report_submitted'],
  ['thanks', 'Goodbye.', 'goodbye_1'],
];

it.each(['annotations', 'extracted'])('predicts the path of a fraud report, state: %s', async (state) => {
  const { output } = await evaluate('bank', written(['bank_fraud_report'], BANK), state);
  expect(output).toMatchObject({
    dialogues: 1,
    turns: 7,
    countedAsRight: 1,
    f1: 100,
    f1Labelled: 100,
    errors: [],
  });
  expect(output.acts.bank_ask_dob).toEqual({ due: 1, right: 1 });
});

it('says which acts differed from the expected ones', async () => {
  const odd: readonly SpokenTurns[] = [
    ['Hello', 'And your PIN?', 'bank_ask_pin'],
    ['why', 'What?', null],
  ];
  const { output } = await evaluate('bank', written(['bank_fraud_report'], odd));
  expect(output.f1Labelled).toBe(0);
  expect(output.errors).toEqual([
    {
      due: 'bank_ask_pin',
      predicted: 'ask_name',
      count: 1,
      example: { dialogueId: 'one', turn: 1, acts: ['ASK(main_1, full_name)'] },
    },
  ]);
});

it('requires dialogues of the domain', async () => {
  const { output } = await evaluate('trip', written(['trivia'], BANK));
  expect(output.error).toMatchObject({
    code: 'INVALID',
    message: expect.stringContaining('trip_directions'),
  });
});

describeWithCorpus('on STAR', ['star'], () => {
  it.each([
    ['bank', 80, 60],
    ['trip', 78, 60],
    ['trivia', 90, 75],
  ])('reaches the minimum on %s', async (domain, given, extracted) => {
    const file = corpusPath('star');
    expect((await evaluate(domain, file)).output.f1).toBeGreaterThanOrEqual(given);
    expect((await evaluate(domain, file, 'extracted')).output.f1).toBeGreaterThanOrEqual(extracted);
  });
});
