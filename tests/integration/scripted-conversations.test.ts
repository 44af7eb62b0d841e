import { expect, it } from 'vitest';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import type { FlowResult } from '#shared/algorithms/flows/results.ts';
import { runTurn, startRun } from '#shared/algorithms/flows/running/run-flow.ts';
import { recordOf } from '#shared/algorithms/worksheets/language/values.ts';
import { compile } from '#shared/algorithms/worksheets/runtime/compile.ts';
import { runTurn as runWorksheets } from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import { type Knowledge, NO_KNOWLEDGE, START } from '#shared/algorithms/worksheets/runtime/state.ts';
import { extractStatements } from '#shared/algorithms/worksheets/words/extract.ts';
import { wordAnswer } from '#shared/algorithms/worksheets/words/word-answer.ts';
import type { Flow, FlowSlot } from '#shared/domain/flow.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';
import { readFlowFolder } from '../../lab/flows/read-flow-folder.ts';
import { BOAT } from '../fixtures/boat-flow.ts';
import { corpusFile, describeWithCorpus } from '../fixtures/corpora.ts';
import { declared, field, SETTINGS, setOf, sheet } from '../fixtures/worksheet-runs.ts';

interface Talked {
  readonly answers: readonly string[];
  /** The acts of a flow, by label. */
  readonly labels: readonly (string | null)[];
  /** What is understood at the end. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The slots of each call of a flow's function. */
  readonly calls: readonly unknown[];
}

function talkToFlow(flow: Flow, result: FlowResult, said: readonly string[]): Talked {
  const graph = flowGraph(flow);
  const calls: unknown[] = [];
  const labels: (string | null)[] = [];
  let now = startRun(graph);
  const answers = said.map((text) => {
    const turn = runTurn(graph, now, text, (_, __, { slots }) => {
      calls.push(slots);
      return result;
    });
    now = turn.next;
    labels.push(turn.action ? (turn.action.label ?? turn.action.id) : now.lastLabel);
    return turn.answer;
  });
  return { answers, labels, calls, values: now.state.slots };
}

function talkToWorksheets(worksheets: WorksheetSet, said: readonly string[]): Talked {
  const set = compile(worksheets);
  const settings = { ...SETTINGS, knowledge: HOTELS };
  let state = START;
  const answers = said.map((text) => {
    const turn = runWorksheets(set, state, extractStatements(set, state, text, settings), settings);
    state = turn.state;
    return wordAnswer(set, state, turn.acts);
  });
  return { answers, labels: [], calls: [], values: state.instances[0]?.values ?? {} };
}

const slot = (type: FlowSlot['type'], message: string, more: Partial<FlowSlot> = {}): FlowSlot => ({
  description: '',
  type,
  examples: [],
  message,
  ...more,
});
const flowAsking = (slots: Readonly<Record<string, FlowSlot>>): Flow => ({
  ...BOAT,
  start: '1',
  nodes: [
    { id: '1', type: 'request', slots },
    { id: '2', type: 'external_action', action: 'send' },
    { id: '3', type: 'inform', message: 'It is done.' },
  ],
  edges: [
    { source: '1', target: '2' },
    { source: '2', target: '3', condition: 'Success' },
  ],
  globalActions: [{ id: 'human', message: 'I will get a colleague.', examples: ['talk to a human'] }],
});
const RETURN = flowAsking({
  order_number: slot('string', 'What is your order number?'),
  reason: slot('categorical', 'Why?', { examples: ['broken', 'too late'] }),
  damage: slot('string', 'What is broken?', { rule: 'only if the reason is broken' }),
});
const TABLE = flowAsking({
  restaurant: slot('name', 'Which restaurant?'),
  people: slot('integer', 'How many people?'),
});

const ROOMS = [
  ['Hotel Krafft', 'Basel', 'romantic'],
  ['Hotel Adler', 'Basel', 'business'],
  ['Kreuz', 'Bern', 'romantic'],
].map(([name, city, style]) => recordOf({ name: name!, city: city!, style: style! }));
const wordsOf = (row: (typeof ROOMS)[number]): string[] => Object.values(row.entries).join(' ').split(' ');
const HOTELS: Knowledge = {
  ...NO_KNOWLEDGE,
  find: (_, text) => ROOMS.find(({ entries: { name } }) => text.includes(String(name))) ?? null,
  query: (_, filters, text) => ({
    records: ROOMS.filter((row) =>
      'city' in filters
        ? row.entries.city === filters.city
        : text.split(/\W+/).some((word) => wordsOf(row).includes(word)),
    ),
    note: null,
  }),
};
const BOOKING = setOf([
  sheet(
    'Booking',
    [
      field('hotel', 'Hotel'),
      field('people', 'int', { description: 'For how many people?', validation: '0 < self.people <= 6' }),
      field('nights', 'int', { description: 'For how many nights?' }),
      field('wishes', 'str', { description: 'Any wishes?', required: false }),
      field('confirm', 'confirm', { description: 'Shall I book it?' }),
    ],
    { actions: '>say("Booked.")' },
  ),
  sheet('Hotel', [field('city', 'str', { required: false })], { type: 'db' }),
]);
const TICKET = setOf(
  [
    sheet(
      'Ticket',
      [
        field('origin', 'str', { description: 'Where do you leave from?' }),
        field('destination', 'str', { description: 'Where do you want to go?' }),
        field('confirm', 'confirm', { description: 'Shall I buy it?' }),
      ],
      { backend: 'buy', actions: '>say("Have a good trip.")' },
    ),
  ],
  [
    {
      ...declared('buy', ['destination'], '"Bought."'),
      answers: [{ when: 'destination == "Bern"', answer: '"Bought."' }],
    },
  ],
);
const COURSES = setOf([
  sheet('Main', [0, 1, 2, 3].map((at) => field(`course_${at}`, 'Course')).concat(field('full_name', 'str'))),
  sheet('Course', [field('name', 'str'), field('units', 'int')]),
]);

const KRAFFT = ROOMS[0];
const DONE = { message: 'Success' };
const BOATS = { message: 'Available', boat_name: 'Gull', number: 7 };

/** Nineteen conversations that failed once: fifteen with own designs, four with flows of STAR. */
it.each<[string, Flow | WorksheetSet, readonly (readonly [said: string, answer: string])[], Partial<Talked>]>(
  [
    [
      'a wish for a person is no order number',
      RETURN,
      [
        ['I want to return something', 'What is your order number?'],
        ['Can I talk to a human please?', 'I will get a colleague.'],
        ['4711', 'Why?'],
      ],
      { values: { order_number: '4711' } },
    ],
    [
      'a wish for a person in the middle of a sentence',
      RETURN,
      [
        ['I want to return something', 'What is your order number?'],
        ['This is useless, let me talk to a human!', 'I will get a colleague.'],
        ['4711', 'Why?'],
        ['it is broken', 'What is broken?'],
        ['The lid', 'It is done.'],
      ],
      { calls: [{ order_number: '4711', reason: 'broken', damage: 'The lid' }] },
    ],
    [
      'a slot only if the reason is broken',
      RETURN,
      [
        ['I want to return something', 'What is your order number?'],
        ['4711', 'Why?'],
        ['too late', 'It is done.'],
      ],
      { calls: [{ order_number: '4711', reason: 'too late' }] },
    ],
    [
      'a time is no restaurant',
      TABLE,
      [
        ['A table please', 'Which restaurant?'],
        ['8 pm', '"8 pm" is not a name. Which restaurant?'],
        ['Chez Odile', 'How many people?'],
      ],
      { values: { restaurant: 'Chez Odile' } },
    ],
    [
      'going back clears only what depends on it',
      BOAT,
      [
        ['A boat with 4 seats from the Old Harbour', 'The Gull has 4 seats. Shall I book it?'],
        ['Rather from the New Harbour', 'The Gull has 4 seats. Shall I book it?'],
        ['Yes', 'Booked as 7.'],
      ],
      {
        calls: [
          { harbour: 'Old Harbour', seats: '4' },
          { harbour: 'New Harbour', seats: '4' },
          { harbour: 'New Harbour', seats: '4' },
        ],
      },
    ],
    [
      'an optional field is asked for',
      BOOKING,
      [
        ['Hotel Krafft', 'For how many people?'],
        ['2', 'For how many nights?'],
        ['3', 'Any wishes? You can skip this.'],
        [
          'a quiet room',
          'This is what I have: hotel: Hotel Krafft, people: 2, nights: 3, wishes: a quiet room. Shall I book it?',
        ],
        ['yes', 'Booked.'],
      ],
      {},
    ],
    [
      'Book a romantic hotel in Basel for 2 nights',
      BOOKING,
      [
        [
          'Book a romantic hotel in Basel for 2 nights',
          'I searched for city Basel and found Hotel Krafft: city Basel, style romantic; Hotel Adler: city Basel, style business. What is the hotel?',
        ],
        ['Hotel Krafft', 'For how many people?'],
      ],
      { values: { hotel: KRAFFT, nights: 2 } },
    ],
    [
      'hotels in Basel, none in Bern',
      BOOKING,
      [
        [
          'hotels in Basel',
          'I searched for city Basel and found Hotel Krafft: city Basel, style romantic; Hotel Adler: city Basel, style business. What is the hotel?',
        ],
        ['the Adler please', 'For how many people?'],
      ],
      { values: { hotel: ROOMS[1] } },
    ],
    [
      'a refusal says why',
      BOOKING,
      [
        ['Hotel Krafft', 'For how many people?'],
        ['9', '9 is not possible for people: more than 0 and at most 6. For how many people?'],
        ['2', 'For how many nights?'],
      ],
      { values: { hotel: KRAFFT, people: 2 } },
    ],
    [
      'what is not understood is said, and not stored',
      BOOKING,
      [
        ['Hotel Krafft', 'For how many people?'],
        ['hmm well', 'I did not understand that. Please give me a number. For how many people?'],
        ['2', 'For how many nights?'],
      ],
      { values: { hotel: KRAFFT, people: 2 } },
    ],
    [
      'cancel',
      BOOKING,
      [
        ['Hotel Krafft', 'For how many people?'],
        ['cancel', 'Canceled. Nothing was done.'],
      ],
      {},
    ],
    [
      'never mind',
      BOOKING,
      [
        ['Hotel Krafft', 'For how many people?'],
        ['2', 'For how many nights?'],
        ['never mind', 'Canceled. Nothing was done.'],
        ['yes', 'Is there anything else that I can do for you?'],
      ],
      {},
    ],
    [
      'no wait, to Bern please',
      TICKET,
      [
        [
          'from Basel to Zurich please',
          'This is what I have: origin: Basel, destination: Zurich. Shall I buy it?',
        ],
        ['no wait, to Bern please', 'This is what I have: origin: Basel, destination: Bern. Shall I buy it?'],
        ['yes', 'Done. Bought. Have a good trip.'],
      ],
      { values: { origin: 'Basel', destination: 'Bern', confirm: true } },
    ],
    [
      'a failed function is no success',
      TICKET,
      [
        [
          'from Basel to Atlantis please',
          'This is what I have: origin: Basel, destination: Atlantis. Shall I buy it?',
        ],
        ['yes', 'This could not be done.'],
      ],
      {},
    ],
    [
      'My name is Tony Smith',
      COURSES,
      [['My name is Tony Smith', 'What is the name?']],
      { values: { course_0: { kind: 'instance', name: 'course_1' }, full_name: 'Tony Smith' } },
    ],
  ],
)('%s', (_, design, turns, end) => {
  const said = turns.map(([text]) => text);
  const talked =
    'nodes' in design
      ? talkToFlow(design, design === BOAT ? BOATS : DONE, said)
      : talkToWorksheets(design, said);
  expect(talked.answers).toEqual(turns.map(([, answer]) => answer));
  expect(talked).toMatchObject(end);
});

describeWithCorpus('with a flow of STAR', ['star'], () => {
  it.each<[string, string, FlowResult, readonly (readonly [said: string, label: string])[], Partial<Talked>]>(
    [
      [
        'an account number that the customer does not know',
        'bank_balance',
        { message: 'ok', balance: 55 },
        [
          ['What is my balance?', 'ask_name'],
          ['Jane Doe', 'bank_ask_account_number'],
          ["I don't know my account number", 'bank_ask_dob'],
          ['1 May 1980', 'bank_ask_mothers_maiden_name'],
          ['Smith', 'bank_ask_childhood_pets_name'],
          ['Rex', 'bank_inform_balance'],
          ['Thanks', 'anything_else'],
          ['Bye', 'goodbye_1'],
        ],
        {
          calls: [
            {
              customer_name: 'Jane Doe',
              account_number: null,
              dob: '1 May 1980',
              mothers_maiden_name: 'Smith',
              childhood_pets_name: 'Rex',
            },
          ],
        },
      ],
      [
        'yes is no account number',
        'bank_balance',
        { message: 'ok', balance: 55 },
        [
          ['What is my balance?', 'ask_name'],
          ['Jane Doe', 'bank_ask_account_number'],
          ['Yes', 'bank_ask_account_number'],
          ['4711', 'bank_ask_pin'],
        ],
        {
          answers: expect.arrayContaining([expect.stringMatching(/^"Yes" is not a whole number\. /)]),
          values: { customer_name: 'Jane Doe', account_number: '4711' },
          calls: [],
        },
      ],
      [
        'a question on the side is answered, and the flow returns',
        'hotel_search',
        { message: 'ok', name: 'Adler', price: 'cheap' },
        [
          ['I am looking for a hotel', 'hotel_inform_search_criteria'],
          ['Anything cheap', 'hotel_provide_search_result'],
          ['What is the price?', 'hotel_inform_price'],
          ['Thanks', 'hotel_ask_search_more'],
        ],
        { calls: [{}] },
      ],
      [
        'an optional condition after the search',
        'hotel_search',
        { message: 'ok', name: 'Adler', price: 'cheap' },
        [
          ['I am looking for a hotel', 'hotel_inform_search_criteria'],
          ['Anything cheap', 'hotel_provide_search_result'],
          ['What is the price?', 'hotel_inform_price'],
          ['In the North please', 'hotel_provide_search_result'],
          ['Thanks', 'hotel_ask_search_more'],
        ],
        { calls: [{}, { location: 'North' }] },
      ],
    ],
  )('%s', async (_, task, result, turns, end) => {
    const flows = await readFlowFolder(corpusFile('star', 'native/tasks'), new AbortController().signal);
    const talked = talkToFlow(
      flows.find(({ name }) => name === task)!,
      result,
      turns.map(([text]) => text),
    );
    expect(talked.labels).toEqual(turns.map(([, label]) => label));
    expect(talked).toMatchObject(end);
  });
});
