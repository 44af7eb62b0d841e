import { describe, expect, it } from 'vitest';
import { FIT_CASES } from '../../../../tests/fixtures/fit-cases.ts';
import { declared, field, SETTINGS, setOf, sheet } from '../../../../tests/fixtures/worksheet-runs.ts';
import { recordOf } from '../language/values.ts';
import { compile } from '../runtime/compile.ts';
import { runTurn } from '../runtime/run-turn.ts';
import { type DialogueState, type Knowledge, NO_KNOWLEDGE, START } from '../runtime/state.ts';
import { extractStatements } from './extract.ts';
import { readDate, readNumber, readTime, readYesNo } from './read-values.ts';
import { wordAnswer } from './word-answer.ts';

const lumen = recordOf({ name: 'Café Lumen', cuisine: 'Italian' });
const knowledge = {
  ...NO_KNOWLEDGE,
  find: (_: string, text: string) => (/lumen/i.test(text) ? lumen : null),
  query: () => ({ records: [lumen], note: null }),
};
const booking = compile(
  setOf(
    [
      sheet(
        'Main',
        [
          field('restaurant', 'Restaurant', { description: 'The restaurant' }),
          field('people', 'int', { description: 'How many people will come?' }),
          field('day', 'date', { description: 'The day of the booking' }),
          field('time', 'time'),
          field('full_name', 'str'),
          field('seating', 'Enum', { values: ['Indoor', 'Terrace'], dontAsk: true, required: false }),
          field('student_id', 'str'),
          field('confirm', 'confirm', { description: 'Shall I book it?' }),
        ],
        { backend: 'book' },
      ),
      sheet(
        'Restaurant',
        [
          field('cuisine', 'Enum', { values: ['Italian', 'Thai'], required: false }),
          field('name', 'str', { kind: 'output' }),
        ],
        { type: 'db' },
      ),
    ],
    [declared('book', ['restaurant', 'people'], '"Booked for " + str(people)')],
  ),
);

function talk(lines: readonly string[], known: Knowledge = knowledge) {
  const settings = { ...SETTINGS, knowledge: known };
  let state: DialogueState = START;
  return lines.map((said) => {
    const statements = extractStatements(booking, state, said, settings);
    const turn = runTurn(booking, state, statements, settings);
    state = turn.state;
    return {
      statements,
      answer: wordAnswer(booking, turn.state, turn.acts),
      notes: turn.notes,
      values: turn.state.instances[0]?.values,
    };
  });
}

describe('what a user says, without a model', () => {
  it('takes several fields from one sentence', () => {
    const [turn] = talk([
      'Please book Café Lumen for four people tomorrow at 8:30 pm, on the terrace. My name is Ada Byron.',
    ]);
    expect(turn?.statements.split('\n').sort()).toEqual([
      'main.day = "2026-03-03"',
      'main.full_name = "Ada Byron"',
      'main.people = 4',
      'main.restaurant = "Café Lumen"',
      'main.seating = "Terrace"',
      'main.time = "20:30"',
    ]);
    expect(turn?.answer).toBe('What is the student id?');
  });

  it('takes what was asked for, changes of mind, questions in between, and a confirmation', () => {
    const turns = talk([
      'I want to eat at Lumen',
      '3',
      'next Friday',
      'noon',
      'Ada Byron',
      'find me something Thai first',
      'it is S-1024',
      'no, make it 5 people',
      'yes please',
    ]);
    expect(turns.map(({ statements }) => statements.split('\n').at(-1))).toEqual([
      'main.restaurant = "Café Lumen"',
      'main_1.people = 3',
      'main_1.day = "2026-03-06"',
      'main_1.time = "12:00"',
      'main_1.full_name = "Ada Byron"',
      'Restaurant(cuisine="Thai", query="find me something Thai first")',
      'main_1.student_id = "S-1024"',
      'main_1.people = 5',
      'main_1.confirm = True',
    ]);
    expect(turns[5]?.answer).toBe(
      'I searched for cuisine Thai and found Café Lumen: cuisine Italian. What is the student id?',
    );
    expect(turns[7]?.answer).toMatch(/people: 5, .*Shall I book it\?$/);
    expect(turns[8]?.answer).toBe('Done. Booked for 5.');
  });

  it('takes all values of a list from one sentence, each at most once', () => {
    const catalog = ['CS 10', 'CS 21', 'ST 12'].map((name) => recordOf({ name }));
    const known = {
      ...NO_KNOWLEDGE,
      find: (_: string, text: string) =>
        catalog.find(({ entries }) => text.includes(String(entries.name))) ?? null,
    };
    const form = (type: string, values: readonly string[] = []) =>
      compile(
        setOf([
          sheet('Main', [field('courses', type, { values }), field('full_name', 'str')]),
          sheet('Course', [field('name', 'str', { kind: 'output' })], { type: 'db' }),
        ]),
      );
    const settings = { ...SETTINGS, knowledge: known };
    for (const set of [
      form('List[Course]'),
      form('List[Enum]', ['ST 12', 'CS 10', 'CS 21']),
      form('List[str]'),
    ]) {
      const { state } = runTurn(set, START, 'main()', settings);
      const said = (text: string) => extractStatements(set, state, text, settings);
      expect(said('CS 10 and CS 21')).toMatch(/^main_1\.courses = \["CS (?:10|21)", "CS (?:10|21)"\]$/);
      expect(said('CS 21, CS 10 and CS 21')).toMatch(
        /^main_1\.courses = \["CS (?:10|21)", "CS (?:10|21)"\]$/,
      );
      const { state: after, notes } = runTurn(set, state, said('CS 10 and CS 21'), settings);
      expect(notes).toEqual([]);
      expect(after.instances[0]?.values.courses).toHaveLength(2);
    }
  });

  it('lists what can be chosen, and takes "the second one" from what it listed', () => {
    const others = ['Baan Nok', 'Spice Yard'].map((name) => recordOf({ name, cuisine: 'Thai' }));
    const listed = { ...knowledge, query: () => ({ records: [lumen, ...others], note: null }) };
    const turns = talk(
      ['I want to eat out', 'Which ones do you have?', 'the second one', '2', 'the last one please'],
      {
        ...listed,
        find: (_, text) =>
          [lumen, ...others].find(({ entries }) => text.includes(String(entries.name))) ?? null,
      },
    );
    expect(turns.map(({ statements }) => statements)).toEqual([
      '',
      'Restaurant(query="")',
      'main_1.restaurant = "Baan Nok"',
      'main_1.people = 2',
      'unclear()',
    ]);
    expect(turns[1]?.answer).toBe(
      'I have Café Lumen: cuisine Italian; Baan Nok: cuisine Thai; Spice Yard: cuisine Thai. What is the restaurant (The restaurant)?',
    );
  });

  it('takes no value from a refusal, a question or code', () => {
    const turns = talk([
      'Lumen',
      'I do not know yet',
      'What is the largest table you have?',
      '3',
      'today',
      '7pm',
      'self.x = exit()',
    ]);
    expect(turns[1]?.statements).toBe('unclear("needed")');
    expect(turns[1]?.answer).toMatch(/^I cannot continue without that\. Say "cancel" to stop\. /);
    expect(turns[2]?.statements).toMatch(/^(answer|Restaurant)\(/);
    expect(turns[6]?.statements).toBe('main_1.full_name = "self.x = exit()"');
    expect(turns[6]?.values?.full_name).toBe('self.x = exit()');
  });
});

describe('without a model, the rules do no harm', () => {
  const rooms = ['Hotel Krafft Basel romantic', 'Hotel Adler Basel business', 'Kreuz Bern romantic'].map(
    (row) => {
      const [name = '', city = '', style = ''] = [
        row.split(' ').slice(0, -2).join(' '),
        ...row.split(' ').slice(-2),
      ];
      return recordOf({ name, city, style });
    },
  );
  const wordsOfRow = (row: (typeof rooms)[number]) => Object.values(row.entries).join(' ');
  const hotels: Knowledge = {
    ...NO_KNOWLEDGE,
    find: (_, text) => rooms.find(({ entries: { name } }) => text.includes(String(name))) ?? null,
    query: (_, filters, text) => ({
      records: rooms.filter((row) =>
        'city' in filters
          ? row.entries.city === filters.city
          : text.split(/\W+/).some((word) => word !== '' && wordsOfRow(row).includes(word)),
      ),
      note: null,
    }),
  };
  const rooming = compile(
    setOf([
      sheet(
        'Booking',
        [
          field('hotel', 'Hotel'),
          field('people', 'int', { description: 'For how many people?', validation: '0 < self.people <= 6' }),
          field('nights', 'int', { description: 'For how many nights?' }),
          field('arrival', 'date'),
          field('guest_name', 'str'),
          field('wishes', 'str', { required: false }),
          field('confirm', 'confirm'),
        ],
        { actions: '>say("Booked.")' },
      ),
      sheet(
        'Hotel',
        [
          field('city', 'str', { required: false }),
          field('price', 'int', { description: 'The price of a night', required: false }),
        ],
        {
          type: 'db',
        },
      ),
    ]),
  );
  const trains = compile(
    setOf([
      sheet('Ticket', [
        field('origin', 'str', { description: 'Where do you leave from?' }),
        field('destination', 'str', { description: 'Where do you want to go?' }),
        field('return_trip', 'bool'),
        field('confirm', 'confirm'),
      ]),
    ]),
  );
  const courses = compile(
    setOf([
      sheet('Main', [field('course_0', 'Course'), field('course_1', 'Course'), field('full_name', 'str')]),
      sheet('Course', [field('name', 'str'), field('units', 'int')]),
    ]),
  );
  const said = (set: typeof rooming, lines: readonly string[]) => {
    let state: DialogueState = START;
    let statements = '';
    for (const line of lines) {
      statements = extractStatements(set, state, line, { ...SETTINGS, knowledge: hotels });
      state = runTurn(set, state, statements, { ...SETTINGS, knowledge: hotels }).state;
    }
    return statements.split('\n');
  };

  it('takes a number only for what it counts', () => {
    const toPeople = ['Hotel Krafft'];
    expect(said(rooming, [...toPeople, '2 adults'])).toEqual(['booking_1.people = 2']);
    expect(said(rooming, [...toPeople, '3 nights'])).toEqual(['booking_1.nights = 3']);
    expect(said(rooming, [...toPeople, '3'])).toEqual(['booking_1.people = 3']);
    expect(said(trains, ['hello', '2 nights'])).toEqual(['unclear()']);
  });

  it('takes no record that no word names', () => {
    expect(said(rooming, ['hello', 'somewhere nice'])).toEqual(['unclear()']);
  });

  it('takes places by their prepositions, and corrections of them', () => {
    expect(said(trains, ['from Basel to Bern please'])).toEqual([
      'ticket.origin = "Basel"',
      'ticket.destination = "Bern"',
    ]);
    expect(said(trains, ['from Basel to Bern', 'no wait, to Zurich please'])).toEqual([
      'ticket_1.destination = "Zurich"',
    ]);
    expect(said(trains, ['hello', 'to Bern'])).toEqual(['ticket_1.destination = "Bern"']);
    expect(said(trains, ['hello', 'in Basel'])).toEqual(['ticket_1.origin = "Basel"']);
    expect(said(trains, ['hello', 'basel'])).toEqual(['ticket_1.origin = "basel"']);
  });

  it.each(['yes', 'maybe', 'what?', 'no', 'no wait, Bern'])('stores no "%s" as a place', (text) => {
    expect(said(trains, ['hello', text])).toEqual(['unclear()']);
  });

  it('takes the last such day for what has lasted since then', () => {
    const outage = compile(setOf([sheet('Main', [field('since', 'date'), field('until', 'date')])]));
    expect(said(outage, ['It has been down since Friday'])).toEqual(['main.since = "2026-02-27"']);
    expect(said(outage, ['Hello', 'Friday'])).toEqual(['main_1.since = "2026-02-27"']);
    expect(said(outage, ['since March 3'])).toEqual(['main.since = "2025-03-03"']);
    expect(said(outage, ['since yesterday, until Friday'])).toEqual([
      'main.since = "2026-03-01"',
      'main.until = "2026-03-06"',
    ]);
  });

  it('takes no name of a course for the name of a person', () => {
    expect(said(courses, ["I'm stuck on the waitlist for CS 101"])).not.toContain('main.full_name = "CS"');
    expect(said(courses, ["I'm Tony Smith"])).toEqual(['main.full_name = "Tony Smith"']);
  });

  it.each(['bye', 'OK, thanks, goodbye!', "That's all, bye", 'I have to go'])('leaves at "%s"', (text) => {
    expect(said(rooming, ['Hotel Krafft', text])).toEqual(['leave()']);
  });

  it('takes one name for one field', () => {
    expect(said(courses, ['hello', 'My name is Tony Smith'])).toEqual(['main_1.full_name = "Tony Smith"']);
  });

  it.each(['No, forget it.', 'please cancel the booking', 'I changed my mind'])('cancels at "%s"', (text) => {
    expect(said(rooming, ['Hotel Krafft', text])).toEqual(['cancel()']);
  });

  it('does not cancel at a change of mind', () => {
    expect(said(rooming, ['Hotel Krafft', 'never mind, 4 people'])).toEqual(['booking_1.people = 4']);
  });

  it.each(['no', 'skip', 'none', 'it does not matter', "I don't know", 'never mind'])(
    'passes over an optional field at "%s"',
    (text) => {
      const before = ['Hotel Krafft', '2', '3', 'tomorrow', 'Ada Byron'];
      expect(said(rooming, [...before, text])).toEqual(['booking_1.wishes = None']);
    },
  );

  it.each([
    ['for me and my wife', 2],
    ['me, my husband and our two kids', 4],
    ['just me', 1],
    ['me plus 3 friends', 4],
    ['the two of us', 2],
    ['no 5', 5],
    ['4, no wait, 5', 5],
    ['not for 4, for 5', 5],
  ])('counts "%s"', (text, people) => {
    expect(said(rooming, ['Hotel Krafft', text])).toEqual([`booking_1.people = ${people}`]);
  });

  it.each(['the first one', '4 or 5', 'my wife', 'at 7:30', 'no'])('counts nobody in "%s"', (text) => {
    expect(said(rooming, ['Hotel Krafft', text])).toEqual(['unclear()']);
  });

  const lastOf = (lines: readonly string[]) => talk(lines).at(-1)!.statements.split('\n');

  it('replaces the only number by "no 5", and keeps what was asked open', () => {
    const before = ['Hotel Krafft', '2'];
    expect(said(rooming, [...before, 'no 5'])).toEqual(['booking_1.nights = 5']);
    const toName = ['Hotel Krafft, 2 people', 'from Friday'];
    expect(said(rooming, [...toName, 'no 5'])).toEqual(['booking_1.nights = 5']);
    expect(lastOf(['Lumen', '3', 'today', 'no 5'])).toEqual(['main_1.people = 5']);
    const toConfirm = ['Lumen, 3 people, today at 7 pm', 'Ada Byron', 'S-1'];
    expect(lastOf([...toConfirm, 'no 5'])).toEqual(['main_1.people = 5']);
    expect(lastOf([...toConfirm, "I don't know"])).toEqual(['unclear("needed")']);
  });

  it('stores what a sentence corrects itself to', () => {
    const toDay = ['Lumen', '3'];
    expect(lastOf([...toDay, 'Friday, no, Saturday'])).toEqual(['main_1.day = "2026-03-07"']);
    expect(lastOf([...toDay, 'not Friday, Saturday'])).toEqual(['main_1.day = "2026-03-07"']);
    expect(lastOf([...toDay, 'today at 8 pm for 4 people, sorry 5 people']).sort()).toEqual([
      'main_1.day = "2026-03-02"',
      'main_1.people = 5',
      'main_1.time = "20:00"',
    ]);
    expect(lastOf([...toDay, 'Friday or Saturday'])).toEqual(['unclear()']);
    const toName = [...toDay, 'today', 'noon'];
    expect(lastOf([...toName, 'Ana Ruiz, no sorry, Ana Rios'])).toEqual(['main_1.full_name = "Ana Rios"']);
    expect(said(trains, ['hello', 'Basel, sorry, Bern'])).toEqual(['ticket_1.origin = "Bern"']);
  });

  it('takes a code beside another value, and none that belongs to something else', () => {
    const returning = compile(
      setOf([
        sheet('Return', [
          field('order_number', 'str'),
          field('reason', 'Enum', { values: ['Broken', 'Wrong size'] }),
          field('phone_number', 'str'),
          field('email', 'str'),
        ]),
      ]),
    );
    expect(said(returning, ['hello', "99812, it's broken"])).toEqual([
      'return_1.reason = "Broken"',
      'return_1.order_number = "99812"',
    ]);
    expect(said(returning, ['hello', 'by phone, 044 123 45 67'])).not.toContain(
      'return_1.order_number = "044 123 45 67"',
    );
    expect(said(returning, ['hello', '4471 or 4472'])).toEqual(['unclear()']);
    const toPhone = ['hello', '99812', 'broken'];
    expect(said(returning, [...toPhone, '7'])).toEqual(['unclear()']);
    expect(said(returning, [...toPhone, '044 123 45 67'])).toEqual([
      'return_1.phone_number = "044 123 45 67"',
    ]);
    expect(said(returning, [...toPhone, '044 123 45 67', 'jo at example dot org'])).toEqual(['unclear()']);
  });

  it('says what it expects after an answer that does not fit', () => {
    const answered = (set: typeof rooming, lines: readonly string[]) => {
      let state: DialogueState = START;
      let answer = '';
      for (const line of lines) {
        const turn = runTurn(set, state, extractStatements(set, state, line, SETTINGS), SETTINGS);
        ({ state } = turn);
        answer = wordAnswer(set, state, turn.acts);
      }
      return answer;
    };
    expect(answered(trains, ['from Basel to Bern', 'perhaps'])).toBe(
      'I did not understand that. Please answer yes or no. What is the return trip?',
    );
    expect(answered(rooming, ['hello', 'asdf'])).toBe(
      'I did not understand that. Please give me a name or number that is in my records. What is the hotel?',
    );
    expect(answered(rooming, ['40 people'])).toBe(
      '40 is not possible for people: more than 0 and at most 6. What is the hotel?',
    );
  });
});

describe('an answer that does not fit its field', () => {
  const KINDS = {
    string: 'str',
    name: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    date: 'date',
    time: 'time',
    categorical: 'Enum',
  } as const;
  // A field has no examples; only an enumeration lists its values.
  const cases = FIT_CASES.filter(
    ({ slot: { type, examples } }) => type === 'categorical' || examples.length === 0,
  );
  for (const { name, slot, wrong } of cases) {
    const { type, examples, message = '' } = slot;
    const set = compile(
      setOf([sheet('Main', [field(name, KINDS[type], { description: message, values: [...examples] })])]),
    );
    const asked = runTurn(set, START, 'Main()', SETTINGS).state;
    it.each(wrong)(`is not stored: ${name} "%s"`, (said) => {
      const given = extractStatements(set, asked, said, SETTINGS);
      const { state } = runTurn(set, asked, given, SETTINGS);
      expect(asked.asked).toMatchObject({ act: 'ASK', field: name });
      expect(state.instances[0]?.values[name] ?? null).toBeNull();
    });
  }
});

describe('values as people write them', () => {
  it.each([
    ['2026-03-14', '2026-03-14'],
    ['14 March', '2026-03-14'],
    ['March 14th, 2027', '2027-03-14'],
    ['1 January', '2027-01-01'],
    ['25/12/2026', '2026-12-25'],
    ['3/4/26', '2026-03-04'],
    ['tomorrow', '2026-03-03'],
    ['next Monday', '2026-03-09'],
    ['last Monday', '2026-02-23'],
    ['last Friday', '2026-02-27'],
    ['in two days', '2026-03-04'],
    ['31 February', null],
    ['soon', null],
  ])('reads the date %s', (text, date) => {
    expect(readDate(text, '2026-03-02')).toBe(date);
  });

  it('reads times, numbers, yes and no', () => {
    expect(['8:30 p.m.', '12am', '20:15', '7', '25:00', 'noon'].map(readTime)).toEqual([
      '20:30',
      '00:00',
      '20:15',
      null,
      null,
      '12:00',
    ]);
    const parts = [
      'eight',
      'eight in the evening',
      "7 o'clock in the morning",
      '12 at night',
      'two in the evening',
    ];
    expect(parts.map(readTime)).toEqual([null, '20:00', '07:00', '00:00', null]);
    expect(['1,200', 'four', '$12.50', 'many', '007'].map(readNumber)).toEqual([1200, 4, 12.5, null, 7]);
    expect(["That's right", 'nope', 'Actually, no', 'Bern', "I don't", 'Yes!'].map(readYesNo)).toEqual([
      true,
      false,
      false,
      null,
      false,
      true,
    ]);
  });
});
