import { gzipSync } from 'node:zlib';
import type { ImportFormat } from '#shared/domain/import-formats.ts';

/** What tests of the readers share: a small file of each layout, exactly as its tool writes it. */

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

/** The words that a file comes to, as `role: text {acts}`, and what is left out and rejected. */
interface LayoutCase {
  readonly format: ImportFormat;
  readonly how: string;
  readonly content: string | Uint8Array;
  readonly turns: readonly string[];
  readonly ignored?: number;
  readonly rejected?: number;
}

export const LAYOUT_CASES: readonly LayoutCase[] = [
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
  {
    format: 'zendesk',
    how: 'tickets with their comments, one a line',
    content: `${json({
      id: 35,
      subject: 'Broken lamp',
      description: 'It broke.',
      requester_id: 1,
      requester: { id: 1, name: 'Jo', role: 'end-user' },
      comments: [
        { id: 2, author_id: 9, body: 'So sorry.', public: true, created_at: '2024-05-01T10:05:00Z' },
        {
          id: 1,
          author_id: 1,
          html_body: '<p>It broke.</p>',
          public: true,
          created_at: '2024-05-01T10:00:00Z',
        },
        { id: 3, author_id: 9, body: 'secret', public: false, created_at: '2024-05-01T10:06:00Z' },
      ],
    })}\n`,
    turns: ['user: It broke. {}', 'system: So sorry. {}'],
    ignored: 3,
  },
  {
    format: 'zendesk',
    how: 'lists of tickets, comments and users in one file',
    content: json({
      tickets: [
        { id: 35, subject: 'Lamp', description: 'It broke.', requester_id: 1 },
        {
          id: 36,
          subject: 'Bulb',
          description: 'Gone.',
          requester_id: 1,
          created_at: '2024-05-01T10:00:00Z',
        },
      ],
      comments: [
        { ticket_id: 35, author_id: 1, plain_body: 'It broke.', public: true },
        { ticket_id: 35, author_id: 9, plain_body: 'Sorry.', public: true },
        { author_id: 9, plain_body: 'lost', public: true },
      ],
      users: [{ id: 9, name: 'Ann', role: 'agent', email: 'a@example.org' }],
    }),
    turns: ['user: It broke. {}', 'system: Sorry. {}', 'user: Bulb\nGone. {}'],
    ignored: 2,
    rejected: 1,
  },
  {
    format: 'freshdesk',
    how: 'tickets with their conversations',
    content: json([
      {
        id: 5,
        requester_id: 1,
        responder_id: 2,
        description_text: 'Where is it?',
        created_at: '2024-05-01T10:00:00Z',
        conversations: [
          {
            body_text: 'On its way.',
            incoming: false,
            private: false,
            user_id: 2,
            created_at: '2024-05-01T11:00:00Z',
          },
          { body_text: 'late?', incoming: false, private: true, user_id: 2 },
        ],
      },
    ]),
    turns: ['user: Where is it? {}', 'system: On its way. {}'],
    ignored: 2,
  },
  {
    format: 'help-scout',
    how: 'a page whose threads stand newest first',
    content: JSON.stringify({
      _embedded: {
        conversations: [
          {
            id: 12,
            subject: 'Lamp',
            _embedded: {
              threads: [
                {
                  type: 'message',
                  body: 'Sorry<br>Ann',
                  createdBy: { type: 'user' },
                  createdAt: '2024-05-01T11:00:00Z',
                },
                { type: 'lineitem', createdAt: '2024-05-01T10:30:00Z' },
                {
                  type: 'customer',
                  body: 'It broke',
                  createdBy: { type: 'customer' },
                  createdAt: '2024-05-01T10:00:00Z',
                },
              ],
            },
          },
        ],
      },
    }),
    turns: ['user: It broke {}', 'system: Sorry\nAnn {}'],
    ignored: 1,
  },
  {
    format: 'front',
    how: 'a page of messages, newest first',
    content: json({
      _results: [
        {
          is_inbound: false,
          body: '<p>Yes</p>',
          created_at: 1453770985.1,
          _links: { related: { conversation: 'https://x/cnv_1' } },
        },
        {
          is_inbound: true,
          body: 'Hello?',
          created_at: 1453770984.1,
          _links: { related: { conversation: 'https://x/cnv_1' } },
        },
      ],
    }),
    turns: ['user: Hello? {}', 'system: Yes {}'],
  },
  {
    format: 'slack',
    how: 'a day of a channel',
    content: JSON.stringify(
      [
        {
          type: 'message',
          user: 'U1',
          text: 'It fails, see <https://x.org|this>',
          ts: '1714557600.000100',
          thread_ts: '1714557600.000100',
        },
        { type: 'message', subtype: 'channel_join', user: 'U2', text: 'joined', ts: '1714557601.000100' },
        {
          type: 'message',
          user: 'U2',
          text: 'Fixed',
          ts: '1714557602.000100',
          thread_ts: '1714557600.000100',
        },
      ],
      null,
      4,
    ),
    turns: ['user: It fails, see this {}', 'system: Fixed {}'],
    ignored: 1,
  },
  {
    format: 'teams',
    how: 'a page of messages of a chat',
    content: json({
      '@odata.count': 2,
      value: [
        {
          id: '2',
          chatId: 'c',
          messageType: 'message',
          createdDateTime: '2024-05-01T10:01:00Z',
          from: { user: { id: 'b', displayName: 'Ann' } },
          body: { contentType: 'html', content: '<p>Sure</p>' },
        },
        {
          id: '1',
          chatId: 'c',
          messageType: 'message',
          createdDateTime: '2024-05-01T10:00:00Z',
          from: { user: { id: 'a', displayName: 'Jo' } },
          body: { contentType: 'text', content: 'Help' },
        },
        {
          id: '0',
          chatId: 'c',
          messageType: 'systemEventMessage',
          createdDateTime: '2024-05-01T09:00:00Z',
          body: { content: '' },
        },
      ],
    }),
    turns: ['user: Help {}', 'system: Sure {}'],
    ignored: 1,
  },
  {
    format: 'convokit',
    how: 'utterances.jsonl, older and newer keys',
    content: [
      json({
        id: '1',
        speaker: 'ann',
        conversation_id: '1',
        reply_to: null,
        timestamp: null,
        text: 'Why?',
        meta: {},
      }),
      json({ id: '2', user: 'bob', root: '1', 'reply-to': '1', timestamp: null, text: 'Because.' }),
    ].join('\n'),
    turns: ['user: Why? {}', 'system: Because. {}'],
  },
  {
    format: 'rasa-tracker',
    how: 'trackers, one a line',
    content: `${json({
      sender_id: 'u1',
      events: [
        { event: 'action', name: 'action_session_start', timestamp: 1714557600.1 },
        { event: 'user', text: 'hi', parse_data: { intent: { name: 'greet' } }, timestamp: 1714557601.1 },
        { event: 'action', name: 'utter_greet' },
        { event: 'bot', text: 'Hello!', timestamp: 1714557602.1 },
      ],
    })}\n`,
    turns: ['user: hi {greet}', 'system: Hello! {utter_greet}'],
    ignored: 2,
  },
  {
    format: 'whatsapp',
    how: 'a chat of Android, with an event and a message of two lines',
    content:
      '31/12/2024, 22:09 - Messages are end-to-end encrypted.\n31/12/2024, 22:10 - Jo: It broke\nyesterday\n31/12/2024, 22:11 - Shop: Sorry: really\n02/01/2025, 23:00 - Jo: Thanks\n',
    turns: ['user: It broke\nyesterday {}', 'system: Sorry: really {}', 'user: Thanks {}'],
    ignored: 1,
  },
  {
    format: 'whatsapp',
    how: 'a chat of an iPhone',
    content: '\u200e[12/31/24, 10:10:05\u202fPM] Jo: Hi\r\n[12/31/24, 10:11:05\u202fPM] Shop: Hello\r\n',
    turns: ['user: Hi {}', 'system: Hello {}'],
  },
  {
    format: 'mbox',
    how: 'a thread with a quote, a signature and an encoded body',
    content: [
      'From jo@example.org Wed May 01 10:00:00 2024',
      'From: Jo <jo@example.org>',
      'Date: Wed, 1 May 2024 10:00:00 +0000 (UTC)',
      'Subject: Lamp',
      'Message-ID: <1@x>',
      '',
      'It broke.',
      '-- ',
      'Jo',
      '',
      'From shop@example.org Wed May 01 11:00:00 2024',
      'From: shop@example.org',
      'Date: Wed, 1 May 2024 11:00:00 +0000',
      'Subject: Re: Lamp',
      'In-Reply-To: <1@x>',
      'Message-ID: <2@x>',
      'Content-Type: multipart/alternative; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Caf=C3=A9 lamps =',
      'break.',
      'On Wed, 1 May 2024 Jo wrote:',
      '> It broke.',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>no</p>',
      '--b--',
      '',
    ].join('\n'),
    turns: ['user: It broke. {}', 'system: Café lamps break. {}'],
  },
  {
    format: 'subtitles',
    how: 'WebVTT with voices',
    content:
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Caller>Hello there</v>\n\n00:00:03.000 --> 00:00:04.000\n<v Agent>Good <b>morning</b></v>\n\n00:00:05.000 --> 00:00:06.000\n\n',
    turns: ['user: Hello there {}', 'system: Good morning {}'],
    ignored: 1,
  },
  {
    format: 'subtitles',
    how: 'SubRip with names',
    content:
      '1\r\n00:00:01,000 --> 00:00:02,000\r\nSpeaker 1: Hello\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nSpeaker 2: Hi\r\nat 10:30\r\n',
    turns: ['user: Hello {}', 'system: Hi\nat 10:30 {}'],
  },
  {
    format: 'xes',
    how: 'packed, with an attribute inside another',
    content: gzipSync(
      '<?xml version="1.0"?>\n<log xes.version="1.0">\n<trace>\n<string key="concept:name" value="c1"/>\n<event>\n<string key="concept:name" value="ask &amp; wait"><string key="concept:name" value="inner"/></string>\n<string key="org:resource" value="Customer"/>\n<date key="time:timestamp" value="2024-05-01T10:00:00.000+02:00"/>\n</event>\n<event><string key="concept:name" value="answer"/><string key="org:resource" value="Ann"/><string key="text" value="Sure"/></event>\n</trace>\n</log>\n',
    ),
    turns: ['user: ask & wait {ask & wait}', 'system: Sure {answer}'],
  },
  {
    format: 'rasa-stories',
    how: 'YAML',
    content:
      'version: "3.1"\nstories:\n- story: happy path\n  steps:\n  - user: |\n      hello there\n    intent: greet\n  - action: utter_greet\n  - slot_was_set:\n    - mood: good\n  - intent: goodbye # end\n',
    turns: ['user: hello there {greet}', 'system: utter_greet {utter_greet}', 'user: goodbye {goodbye}'],
    ignored: 1,
  },
  {
    format: 'rasa-stories',
    how: 'the older Markdown',
    content: '## happy path\n* greet{"name":"Jo"}\n  - utter_greet\n',
    turns: ['user: greet {greet}', 'system: utter_greet {utter_greet}'],
  },
  {
    format: 'neutral',
    how: 'one a line',
    content: `${json({
      id: 'a',
      domain: ['x'],
      turns: [
        { speaker: 'user', text: 'Hi', acts: ['greet'] },
        { speaker: 'system', text: 'Yes' },
      ],
    })}\n${json({ id: 'b', turns: [{ speaker: 'nobody', text: 'Hi' }] })}\n`,
    turns: ['user: Hi {greet}', 'system: Yes {}'],
    rejected: 1,
  },
  {
    format: 'chat-jsonl',
    how: 'messages with null and list content, and calls',
    content: `${json({
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'text', text: 'Where is it?' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: '1', function: { name: 'track', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: '1', content: 'Rome' },
        { role: 'assistant', content: 'In Rome.' },
      ],
    })}\n`,
    turns: ['user: Where is it? {}', 'system: In Rome. {call-track}'],
    ignored: 3,
  },
  {
    format: 'long-csv',
    how: 'a row an utterance',
    content:
      'conversation_id,timestamp,speaker,text\nc1,2024-05-01T10:00:00Z,customer,"It says ""no"",\ntwice"\nc1,2024-05-01T10:01:00Z,agent,Sorry\n,2024-05-01T10:01:00Z,agent,lost\n',
    turns: ['user: It says "no",\ntwice {}', 'system: Sorry {}'],
    rejected: 1,
  },
  {
    format: 'twcs',
    how: 'replies',
    content:
      'tweet_id,author_id,inbound,created_at,text,response_tweet_id,in_response_to_tweet_id\n1,7,True,Tue Oct 31 22:10:47 +0000 2017,Help,2,\n2,Shop,False,Tue Oct 31 22:11:47 +0000 2017,Sure,,1\n',
    turns: ['user: Help {}', 'system: Sure {}'],
  },
];
