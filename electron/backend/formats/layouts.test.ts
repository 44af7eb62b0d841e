import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '#shared/domain/import-formats.ts';
import { detectFormat } from './detect.ts';
import { collect, scratchFile } from './testing.ts';

const json = (value: unknown): string => JSON.stringify(value);

const MULTIWOZ = {
  'MUL1.json': {
    goal: { hotel: { info: { area: 'east' } }, taxi: {}, message: ['…'] },
    log: [
      { text: 'A hotel in the east.', metadata: {}, dialog_act: { 'Hotel-Inform': [['Area', 'east']] } },
      {
        text: 'Sure. Anything else?',
        metadata: {
          hotel: { semi: { area: 'east', stars: 'not mentioned' }, book: { booked: [], day: '' } },
        },
        dialog_act: { 'general-reqmore': [['none', 'none']] },
      },
    ],
  },
};

const SGD_TURN = {
  speaker: 'USER',
  utterance: 'A table for two.',
  frames: [
    {
      service: 'Restaurants_1',
      actions: [
        { act: 'INFORM', slot: 'seats', values: ['2'] },
        { act: 'INFORM_INTENT', slot: 'intent', values: ['Reserve'] },
      ],
      state: { active_intent: 'Reserve', slot_values: { seats: ['2'] } },
    },
  ],
};

const INTERCOM = {
  type: 'conversation',
  id: '7',
  created_at: 1719492825,
  tags: { type: 'tag.list', tags: [{ name: 'refund' }] },
  custom_attributes: { plan: 'pro' },
  source: { body: '<p>Hello &amp; <b>help</b></p><p>Please</p>', author: { type: 'user', name: 'Jo' } },
  conversation_parts: {
    conversation_parts: [
      { part_type: 'note', body: '<p>secret</p>', author: { type: 'admin' } },
      { part_type: 'assignment', body: null, author: { type: 'bot' } },
      { part_type: 'comment', body: 'Hi', created_at: 1719492835, author: { type: 'bot', name: 'Op' } },
      { part_type: 'comment', body: 'What?', author: { type: 'ghost' } },
    ],
  },
};

/** Each layout as its tool writes it: the words it comes to, as `role: text {acts}`, and what is left out and rejected. */
const CASES: readonly {
  readonly format: ImportFormat;
  readonly how: string;
  readonly content: string;
  readonly turns: readonly string[];
  readonly ignored?: number;
  readonly rejected?: number;
}[] = [
  {
    format: 'multiwoz',
    how: 'an object keyed by id',
    content: JSON.stringify(MULTIWOZ, null, 1),
    turns: ['user: A hotel in the east. {inform-hotel.area}', 'system: Sure. Anything else? {reqmore}'],
  },
  {
    format: 'multiwoz',
    how: 'an object keyed by id, longer than the beginning that is looked at',
    content: json({
      ...MULTIWOZ,
      'Z.json': { goal: {}, log: [{ text: 'x'.repeat(400_000), metadata: {} }] },
    }),
    turns: [
      'user: A hotel in the east. {inform-hotel.area}',
      'system: Sure. Anything else? {reqmore}',
      `user: ${'x'.repeat(400_000)} {}`,
    ],
  },
  {
    format: 'sgd',
    how: 'an array',
    content: json([
      { dialogue_id: '1_00000', services: ['Restaurants_1'], turns: [SGD_TURN, { speaker: 'USER' }] },
    ]),
    turns: ['user: A table for two. {inform-Restaurants_1.seats,inform_intent-Restaurants_1.Reserve}'],
    rejected: 1,
  },
  {
    format: 'taskmaster',
    how: 'an array',
    content: json([
      {
        conversation_id: 'dlg-1',
        instruction_id: 'hotel-2',
        utterances: [
          { index: 0, speaker: 'ASSISTANT', text: 'Hello!' },
          {
            index: 1,
            speaker: 'USER',
            text: 'By the sea.',
            segments: [{ annotations: [{ name: 'hotel.place' }] }],
          },
        ],
      },
    ]),
    turns: ['system: Hello! {}', 'user: By the sea. {hotel.place}'],
  },
  {
    format: 'abcd',
    how: 'an object of splits',
    content: json({
      train: [
        {
          convo_id: 3592,
          scenario: { flow: 'product_defect', subflow: 'return_size' },
          original: [
            ['customer', 'It does not fit.'],
            ['action', 'Account has been pulled up.'],
            ['agent', 'I see.'],
          ],
          delexed: [{}, { targets: ['return_size', 'take_action', 'pull-up-account', [], -1] }, {}],
        },
      ],
      dev: [],
    }),
    turns: ['user: It does not fit. {}', 'system: I see. {action-pull-up-account}'],
    ignored: 1,
  },
  {
    format: 'star',
    how: 'one dialogue a file',
    content: JSON.stringify(
      {
        DialogueID: 9,
        Scenario: { Domains: ['trivia'], Happy: true },
        Events: [
          { Agent: 'UserGuide', Action: 'instruct', Text: 'Read the left panel.' },
          { Agent: 'User', Action: 'utter', Text: 'Trivia please', UnixTime: 1590447259 },
          { Agent: 'Wizard', Action: 'query', APIName: 'trivia' },
          { Agent: 'KnowledgeBase', Action: 'return_item', Item: { Answer: 'snail' } },
          { Agent: 'Wizard', Action: 'pick_suggestion', ActionLabel: 'ask', Text: 'Who is slow?' },
        ],
      },
      null,
      2,
    ),
    turns: ['user: Trivia please {}', 'system: Who is slow? {ask}'],
    ignored: 3,
  },
  {
    format: 'camrest',
    how: 'an array',
    content: json([
      {
        dialogue_id: 0,
        dial: [
          {
            usr: { transcript: 'Cheap food', slu: [], dialog_act: { inform: [['pricerange', 'cheap']] } },
            sys: { sent: 'None.', dialog_act: { nooffer: [['none', 'none']] } },
          },
        ],
      },
    ]),
    turns: ['user: Cheap food {inform-pricerange}', 'system: None. {nooffer}'],
  },
  {
    format: 'crosswoz',
    how: 'an object keyed by id',
    content: json({
      '23': {
        goal: [[1, '酒店', '价格', '', false]],
        messages: [
          { role: 'usr', content: '你好', dialog_act: [['General', 'greet', 'none', 'none']] },
          { role: 'sys', content: '可以', dialog_act: [['Inform', '酒店', '价格', '400元']] },
        ],
      },
    }),
    turns: ['user: 你好 {greet}', 'system: 可以 {inform-酒店.价格}'],
  },
  {
    format: 'multidogo',
    how: 'a table whose rows are the customer’s',
    content:
      'conversationId\tturnNumber\tutteranceId\tutterance\tslot-labels\tintent\na\t1\tx\tbook a flight to rome\tO O O O city\tbook<div>ask\na\t4\ty\t"two\nlines"\tO O\tother\n',
    turns: ['user: book a flight to rome {book,ask}', 'user: two\nlines {other}'],
  },
  {
    format: 'intercom',
    how: 'one conversation',
    content: JSON.stringify(INTERCOM, null, 2),
    turns: ['user: Hello & help\nPlease {}', 'system: Hi {}'],
    ignored: 2,
    rejected: 1,
  },
  {
    format: 'intercom',
    how: 'pages of a list, one a line',
    content: `${json({ type: 'conversation.list', conversations: [INTERCOM] })}\n${json({ conversations: [{ ...INTERCOM, id: '8' }] })}\n`,
    turns: [
      'user: Hello & help\nPlease {}',
      'system: Hi {}',
      'user: Hello & help\nPlease {}',
      'system: Hi {}',
    ],
    ignored: 4,
    rejected: 2,
  },
  {
    format: 'chat-jsonl',
    how: 'a transcript in one text',
    content: `${json({ messages_display: 'user: Hi\nthere\nassistant: None\ntool: 7\nassistant: Seven.' })}\n`,
    turns: ['user: Hi\nthere {}', 'system: Seven. {call-tool}'],
    ignored: 2,
  },
];

describe('a file as its tool writes it', () => {
  it.each(CASES)('$format: $how', async ({ format, content, turns, ignored = 0, rejected = 0 }) => {
    const path = await scratchFile('export', content);
    expect((await detectFormat(path)).candidates[0]).toMatchObject({ format });
    const found = await collect(path, format);
    expect(
      found.dialogues.flatMap(({ utterances }) =>
        utterances.map(({ role, text, acts }) => `${role}: ${text} {${(acts ?? []).join()}}`),
      ),
    ).toEqual(turns);
    const sum = (events: readonly { readonly records: number }[]): number =>
      events.reduce((total, { records }) => total + records, 0);
    expect([sum(found.ignored), sum(found.rejects)]).toEqual([ignored, rejected]);
    expect(found.rejects.every(({ reason }) => reason.length > 10)).toBe(true);
  });
});
