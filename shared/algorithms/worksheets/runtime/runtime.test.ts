import { describe, expect, it } from 'vitest';
import {
  actsOf,
  declared,
  field,
  SETTINGS,
  setOf,
  sheet,
  turnsOf,
} from '../../../../tests/fixtures/worksheet-runs.ts';
import type { DeclaredFunction, Worksheet, WorksheetSet } from '../../../domain/worksheet.ts';
import { recordOf, type Value } from '../language/values.ts';
import { describeState } from '../model/describe.ts';
import { extractStatements } from '../words/extract.ts';
import { wordAnswer } from '../words/word-answer.ts';
import { compile } from './compile.ts';
import { actTexts, runTurn } from './run-turn.ts';
import { NO_KNOWLEDGE, START } from './state.ts';

const tickets = setOf(
  [
    sheet(
      'Main',
      [
        field('student_task', 'Enum', { values: ['TroubleShoot', 'Leave of Absence', 'Test Credits'] }),
        field('trouble_shoot', 'TroubleShoot', { predicate: 'self.student_task == "TroubleShoot"' }),
        field('leave', 'LeaveOfAbsence', { predicate: 'self.student_task == "Leave of Absence"' }),
        field('extra_details', 'str', {
          predicate: 'self.student_task is not None and (self.trouble_shoot or self.leave)',
        }),
        field('confirm', 'confirm', {
          actions: 'if self.confirm == False:\n  >say("Thank you, how else can I help you?")\n  >exitws()',
        }),
      ],
      { actions: '>say(submit_ticket(self.student_task, self.extra_details))' },
    ),
    sheet('TroubleShoot', [field('issue', 'Enum', { values: ['Waitlist', 'Hold'] }), field('since', 'date')]),
    sheet('LeaveOfAbsence', [field('reason', 'str', { confirm: true })]),
  ],
  [declared('submit_ticket', ['task', 'details'], 'f"Ticket sent: {task}, {details}"')],
);

describe('the policy', () => {
  it('takes the path of the ticket worksheets', () => {
    expect(
      actsOf(tickets, [
        '',
        'main.student_task = "troubleshoot"',
        'trouble_shoot.issue = "Hold"\ntrouble_shoot.since = "long ago"',
        'trouble_shoot_1.since = "2026-02-27"',
        'main.extra_details = "It is urgent"',
        'main.confirm = True',
      ]),
    ).toEqual([
      ['ASK(main_1, student_task)'],
      ['ASK(trouble_shoot_1, issue)'],
      ['SAY("\\"long ago\\" is not a valid date, such as 2026-03-14.")', 'ASK(trouble_shoot_1, since)'],
      ['ASK(main_1, extra_details)'],
      ['ASK(main_1, confirm)'],
      ['SAY("Ticket sent: TroubleShoot, It is urgent")'],
    ]);
  });

  it('takes all values at once, by names or as worksheets', () => {
    const [turn] = turnsOf(tickets, [
      'Main(student_task="TroubleShoot", trouble_shoot=TroubleShoot(issue="Waitlist", since="tomorrow"), extra_details="none")',
    ]);
    expect(turn?.state.instances.map(({ name, values }) => [name, values])).toEqual([
      [
        'main_1',
        {
          student_task: 'TroubleShoot',
          trouble_shoot: { kind: 'instance', name: 'trouble_shoot_1' },
          extra_details: 'none',
        },
      ],
      ['trouble_shoot_1', { issue: 'Waitlist', since: '2026-03-03' }],
    ]);
    expect(turn?.acts).toEqual([{ act: 'ASK', instance: 'main_1', field: 'confirm' }]);
  });

  it('hears a refusal, leaves the worksheet, and begins it anew when it is spoken of', () => {
    const all =
      'Main(student_task="TroubleShoot", trouble_shoot=TroubleShoot(issue="Hold", since="today"), extra_details="x")';
    const turns = turnsOf(tickets, [all, 'main.confirm = False', 'main.student_task = "Leave of Absence"']);
    expect(turns[1]?.acts).toEqual([{ act: 'SAY', text: 'Thank you, how else can I help you?' }]);
    expect(turns[2]?.acts).toEqual([{ act: 'ASK', instance: 'leave_of_absence_1', field: 'reason' }]);
    expect(turns[2]?.state.instances.map(({ name, left }) => [name, left])).toContainEqual(['main_2', false]);
  });

  it('counts no confirmation that was not asked for, nor one of other values than were shown', () => {
    const values =
      'main.student_task = "TroubleShoot"\nmain.trouble_shoot.issue = "Hold"\nmain.trouble_shoot.since = "today"';
    const turns = turnsOf(tickets, [
      `${values}\nmain.confirm = True`,
      'main.extra_details = "x"',
      'main.confirm = True\nmain.extra_details = "y"',
      'main.confirm = True',
    ]);
    expect(turns[0]?.notes[0]?.message).toMatch(/nothing to confirm/);
    expect(turns[2]?.acts).toEqual([{ act: 'ASK', instance: 'main_1', field: 'confirm' }]);
    expect(turns[2]?.notes[0]?.message).toMatch(/changed in the same turn/);
    expect(turns[3]?.acts[0]).toMatchObject({ act: 'SAY', text: 'Ticket sent: TroubleShoot, y' });
  });

  it('asks to confirm a value, and takes another instead', () => {
    const turns = turnsOf(tickets, [
      'main.student_task = "Leave of Absence"\nmain.leave.reason = "ill"',
      'leave_of_absence.reason = "travel"',
      'confirm()',
    ]);
    expect(turns.map(({ acts }) => acts.at(-1))).toEqual([
      { act: 'CONFIRM', instance: 'leave_of_absence_1', field: 'reason', value: 'ill' },
      { act: 'CONFIRM', instance: 'leave_of_absence_1', field: 'reason', value: 'travel' },
      { act: 'ASK', instance: 'main_1', field: 'extra_details' },
    ]);
  });

  it('undoes what depended on a value that changes', () => {
    const turns = turnsOf(tickets, [
      'main.student_task = "TroubleShoot"\nmain.trouble_shoot.issue = "Hold"\nmain.trouble_shoot.since = "today"\nmain.extra_details = "x"',
      'main.confirm = True',
      'main.student_task = "Leave of Absence"',
    ]);
    expect(turns[1]?.acts[0]?.act).toBe('SAY');
    const main = turns[2]?.state.instances[0];
    expect(main?.performed).toBe(false);
    expect(main?.values).toEqual({
      student_task: 'Leave of Absence',
      leave: { kind: 'instance', name: 'leave_of_absence_1' },
    });
    expect(turns[2]?.acts).toEqual([{ act: 'ASK', instance: 'leave_of_absence_1', field: 'reason' }]);
  });

  it('takes back what the actions of a field had set', () => {
    const set = setOf([
      sheet('Main', [
        field('people', 'int', { actions: 'if self.people > 6:\n  self.deposit = self.people * 10' }),
        field('deposit', 'int', { kind: 'internal', required: false }),
        field('card', 'str', { predicate: 'self.deposit is not None' }),
      ]),
    ]);
    const turns = turnsOf(set, ['main.people = 8', 'main.card = "1234"', 'main.people = 2']);
    expect(turns[0]?.acts).toEqual([{ act: 'ASK', instance: 'main_1', field: 'card' }]);
    expect(turns[1]?.state.instances[0]?.values).toEqual({ people: 8, deposit: 80, card: '1234' });
    expect(turns[2]?.state.instances[0]?.values).toEqual({ people: 2 });
  });

  it('begins a worksheet when its condition holds and leaves it when it holds no more', () => {
    const set = setOf([
      sheet('Main', [field('wants_hotel', 'bool'), field('name', 'str')]),
      sheet('Hotel', [field('stars', 'int')], { predicate: 'self.wants_hotel == True' }),
    ]);
    const turns = turnsOf(set, ['main.wants_hotel = True', 'main.wants_hotel = False']);
    expect(turns[0]?.acts).toEqual([{ act: 'ASK', instance: 'hotel_1', field: 'stars' }]);
    expect(turns[1]?.acts).toEqual([{ act: 'ASK', instance: 'main_1', field: 'name' }]);
  });

  it('proposes after what is asked, and begins what is accepted', () => {
    const set = setOf([
      sheet('Flight', [field('city', 'str'), field('confirm', 'confirm')], {
        actions: '>say("Booked.")\n>propose(Hotel, {"city": self.city})',
      }),
      sheet('Hotel', [field('city', 'str'), field('nights', 'int')], { predicate: 'False' }),
    ]);
    expect(actsOf(set, ['', 'flight.city = "Rome"', 'flight.confirm = True'])).toEqual([
      ['ASK(flight_1, city)'],
      ['ASK(flight_1, confirm)'],
      ['SAY("Booked.")', 'PROPOSE(Hotel, city)'],
    ]);
    const open = setOf([set.worksheets[0]!, { ...set.worksheets[1]!, predicate: '' }]);
    const turns = turnsOf(open, ['', 'flight.city = "Rome"', 'flight.confirm = True', 'accept()']);
    expect(turns[3]?.acts).toEqual([{ act: 'ASK', instance: 'hotel_1', field: 'nights' }]);
    expect(turns[3]?.state.instances[1]?.values).toEqual({ city: 'Rome' });
  });

  it('gives a field the one record that a question finds; of several the user chooses', () => {
    const set = setOf([
      sheet('Main', [field('restaurant', 'Restaurant'), field('people', 'int')]),
      sheet('Restaurant', [field('place', 'str'), field('mood', 'str', { required: false })], { type: 'db' }),
    ]);
    const rows = [
      recordOf({ name: 'Lumen', place: 'Basel', mood: 'romantic' }),
      recordOf({ name: 'Nok', place: 'Basel', mood: 'lively' }),
    ];
    const knowledge = {
      ...NO_KNOWLEDGE,
      query: (_: string, { place, mood }: Readonly<Record<string, Value>>) => ({
        records: rows.filter(
          ({ entries }) => entries.place === place && (mood === undefined || entries.mood === mood),
        ),
        note: null,
      }),
    };
    const turns = turnsOf(
      set,
      [
        'main.restaurant = Restaurant(mood="romantic")\nmain.people = 2',
        'answer.place = "Basel"',
        'main.restaurant = Restaurant(place="Basel")',
        'main.people = Restaurant(place="Basel")',
      ],
      knowledge,
    );
    expect(turns[0]?.acts).toEqual([{ act: 'ASK', instance: 'answer', field: 'place' }]);
    expect(turns[1]?.acts.map(({ act }) => act)).toEqual(['REPORT']);
    expect(turns[1]?.state.instances[0]?.values).toEqual({ restaurant: rows[0], people: 2 });
    expect(turns[2]?.acts).toMatchObject([
      { act: 'REPORT', result: rows },
      { act: 'ASK', instance: 'main_1', field: 'restaurant' },
    ]);
    expect(turns[3]?.notes[0]?.message).toContain('main_1.people cannot be set to Restaurant');
  });

  it('asks for what a question lacks, then answers it, and keeps the answer for one turn', () => {
    const set = setOf([
      sheet('Main', [field('restaurant', 'Restaurant'), field('people', 'int')]),
      sheet('Restaurant', [field('place', 'str'), field('cuisine', 'str', { required: false })], {
        type: 'db',
      }),
    ]);
    const row = recordOf({ name: 'Lumen', place: 'Basel' });
    const knowledge = {
      ...NO_KNOWLEDGE,
      query: () => ({ records: [row], note: null }),
      find: (_: string, text: string) => (text === 'Lumen' ? row : null),
    };
    const turns = turnsOf(
      set,
      [
        'Restaurant(cuisine="thai")',
        'answer.place = "Basel"',
        'main.restaurant = "Lumen"',
        'main.restaurant = "Nowhere"',
      ],
      knowledge,
    );
    expect(turns.map(({ acts }) => acts)).toEqual([
      [{ act: 'ASK', instance: 'answer', field: 'place' }],
      [
        { act: 'REPORT', instance: 'answer', result: [row] },
        { act: 'ASK', instance: 'main_1', field: 'restaurant' },
      ],
      [{ act: 'ASK', instance: 'main_1', field: 'people' }],
      [
        { act: 'SAY', text: 'No Restaurant is called "Nowhere".' },
        { act: 'ASK', instance: 'main_1', field: 'people' },
      ],
    ]);
    expect(turns[1]?.state.queries).toHaveLength(1);
    expect(turns[2]?.state.queries).toEqual([]);
    expect(turns[3]?.notes[0]?.message).toMatch(/No Restaurant is called "Nowhere"/);
  });

  it('shows a condition that fails as false, and a value that does not fit as not taken', () => {
    const set = setOf([
      sheet('Main', [
        field('people', 'int', { validation: '0 < self.people <= 20' }),
        field('card', 'str', { predicate: 'self.people > self.nobody' }),
        field('day', 'date'),
      ]),
    ]);
    const turns = turnsOf(set, [
      'main.people = "a few"\nmain.day = "someday"',
      'main.people = 40',
      'main.people = "four"',
    ]);
    expect(turns[0]?.notes.map(({ place }) => place)).toEqual(['main_1.people', 'main_1.day']);
    expect(turns[1]?.notes[0]?.message).toMatch(/not valid: 0 < self.people/);
    expect(turns[2]?.acts).toEqual([{ act: 'ASK', instance: 'main_1', field: 'day' }]);
    expect(turns[2]?.notes[0]).toMatchObject({ place: 'main_1.card' });
  });

  it('changes nothing by statements that fail on their way, nor calls what only actions may', () => {
    for (const bad of [
      'main.student_task = "TroubleShoot"\nmain.nobody = 1',
      'submit_ticket("x")',
      '>exitws()',
      'main.x = (',
      'import os',
      'main.student_task = self.constructor',
    ]) {
      const [turn] = turnsOf(tickets, [bad]);
      expect(turn?.state.instances[0]?.values, bad).toEqual({});
      expect(turn?.notes[0]?.place, bad).toBe('statements');
    }
  });

  it('ends actions that set each other off', () => {
    const set = setOf([
      sheet('Main', [
        field('a', 'int', { actions: 'self.b = self.a + 1' }),
        field('b', 'int', { kind: 'internal', required: false, actions: 'self.a = self.b + 1' }),
      ]),
    ]);
    expect(turnsOf(set, ['main.a = 1'])[0]?.notes[0]?.message).toMatch(/triggered each other/);
  });

  it('calls nothing that is not declared', () => {
    const notesOf = (actions: string) =>
      turnsOf(setOf([sheet('Main', [field('c', 'str', { actions })], { backend: 'nobody' })]), [
        'main.c = "x"',
      ])[0]?.notes.map(({ message }) => message);
    expect(notesOf('@launch(self.c)')).toEqual([
      'The action stopped at line 1, column 1: There is no function "launch". Declare the function or correct its name.',
    ]);
    expect(notesOf('')).toEqual(['The function "nobody" is not declared, so nothing was called.']);
  });

  describe('when an action fails', () => {
    const bookTrip = (answer: string, when = ''): DeclaredFunction => ({
      ...declared('book_trip', ['city'], answer),
      answers: [{ when, answer }],
    });
    const trips = (functions: readonly DeclaredFunction[], trip: Partial<Worksheet>, action = '') =>
      setOf(
        [
          sheet('Main', [field('trip', 'Trip')], { actions: '>say("All is done.")' }),
          sheet('Trip', [field('city', 'str'), field('confirm', 'confirm', { actions: action })], {
            actions: '>say("Your trip is booked.")',
            ...trip,
          }),
        ],
        functions,
      );
    const toAtlantis = ['', 'trip.city = "Atlantis"', 'trip.confirm = True'];

    it.each<[string, WorksheetSet]>([
      [
        'the function has no answer for these values',
        trips([bookTrip('"done"', 'city == "Rome"')], { backend: 'book_trip' }),
      ],
      ['the function answers False', trips([bookTrip('city == "Rome"')], { backend: 'book_trip' })],
      ['the function is not declared', trips([], { backend: 'book_trip' })],
      [
        'an action calls a function that has no answer',
        trips([bookTrip('"done"', 'city == "Rome"')], {
          actions: '@book_trip(self.city)\n>say("Your trip is booked.")',
        }),
      ],
      [
        'an action cannot compute what it passes to a function',
        trips([bookTrip('"done"')], {
          actions: '@book_trip(self.city + 1)\n>say("Your trip is booked.")',
        }),
      ],
      [
        'the action of a field calls a function that has no answer',
        trips([bookTrip('"done"', 'city == "Rome"')], {}, 'if self.confirm:\n  @book_trip(self.city)'),
      ],
    ])('says that it could not be done, and no worksheet reports success, if %s', (_, set) => {
      expect(actsOf(set, [...toAtlantis, '', 'confirm()'])).toEqual([
        ['ASK(trip_1, city)'],
        ['ASK(trip_1, confirm)'],
        ['SAY("This could not be done.")'],
        [],
        [],
      ]);
    });

    it('tries again once a value has changed and the user has confirmed it', () => {
      const set = trips([bookTrip('"done"', 'city == "Rome"')], { backend: 'book_trip' });
      expect(actsOf(set, [...toAtlantis, 'trip.city = "Rome"', 'trip.confirm = True']).slice(3)).toEqual([
        ['ASK(trip_1, confirm)'],
        ['REPORT(trip_1)', 'SAY("Your trip is booked.")', 'SAY("All is done.")'],
      ]);
    });

    it('tries again if the user asks for it', () => {
      const set = trips([bookTrip('"done"', 'city == "Rome"')], { backend: 'book_trip' });
      expect(actsOf(set, [...toAtlantis, '', 'retry()']).slice(-2)).toEqual([
        [],
        ['SAY("This could not be done.")'],
      ]);
    });

    it('goes on if only a lookup failed, or if the action stopped after the function was called', () => {
      const price = { ...declared('price_of', ['city'], '100', false), answers: [] };
      const ask = trips([price], {}, '>say(f"It costs {price_of(self.city)}.")');
      const late = trips([bookTrip('"done"')], {
        actions: '@book_trip(self.city)\n>say("Your trip is booked.")\n>propose(Nowhere)',
      });
      for (const set of [ask, late]) {
        const last = turnsOf(set, toAtlantis).at(-1)!;
        expect(actTexts(last.acts)).toEqual(['SAY("Your trip is booked.")', 'SAY("All is done.")']);
        expect(last.notes[0]?.message).toMatch(/^The action stopped/);
      }
    });

    it('tells the user so, and asks what else it can do when the user says no', () => {
      const set = compile(trips([bookTrip('"done"', 'city == "Rome"')], { backend: 'book_trip' }));
      let state = START;
      const answers = ['A trip, please', 'Atlantis', 'Yes, please', 'No, thank you'].map((text) => {
        const turn = runTurn(set, state, extractStatements(set, state, text, SETTINGS), SETTINGS);
        state = turn.state;
        return wordAnswer(set, turn.state, turn.acts);
      });
      expect(answers).toEqual([
        'What is the city?',
        'This is what I have: city: Atlantis. Shall I go ahead?',
        'This could not be done.',
        'Is there anything else that I can do for you?',
      ]);
      expect(describeState(state)).toContain('# failed');
    });
  });

  describe('optional fields', () => {
    const set = setOf(
      [
        sheet(
          'Main',
          [
            field('city', 'str'),
            field('wish', 'str', { required: false }),
            field('note', 'str', { required: false, dontAsk: true }),
            field('extra', 'Extra', { required: false }),
          ],
          { backend: 'send' },
        ),
        sheet('Extra', [field('kind', 'str'), field('size', 'int', { required: false })]),
      ],
      [declared('send', ['city', 'wish'], 'f"{city}, {wish}"')],
    );

    it('are asked for before anything is done, unless they are marked as never asked', () => {
      expect(
        actsOf(set, [
          'main.city = "Bern"',
          'main.wish = "a quiet room"',
          'extra.kind = "bed"',
          'extra.size = 2',
        ]),
      ).toEqual([['ASK(main_1, wish)'], ['ASK(extra_1, kind)'], ['ASK(extra_1, size)'], ['REPORT(main_1)']]);
    });

    it('can be passed over, also a worksheet as a whole', () => {
      const turns = turnsOf(set, ['main.city = "Bern"', 'main.wish = None', 'extra.kind = None']);
      expect(turns.map(({ acts }) => actTexts(acts))).toEqual([
        ['ASK(main_1, wish)'],
        ['ASK(extra_1, kind)'],
        ['REPORT(main_1)'],
      ]);
      expect(turns.at(-1)?.state.instances[0]?.skipped).toEqual(['wish', 'extra']);
    });
  });

  it('says why a value is refused, and asks again', () => {
    const set = setOf([
      sheet('Main', [
        field('people', 'int', { validation: '0 < self.people <= 20' }),
        field('code', 'str', { validation: 'len(self.code) == 4 and self.code != "0000"' }),
      ]),
    ]);
    expect(actsOf(set, ['main.people = 40', 'main.people = "a few"', 'main.code = "12"'])).toEqual([
      ['SAY("40 is not possible for people: more than 0 and at most 20.")', 'ASK(main_1, people)'],
      ['SAY("\\"a few\\" is not a valid number.")', 'ASK(main_1, people)'],
      ['SAY("12 is not possible for code: exactly 4 characters and not 0000.")', 'ASK(main_1, people)'],
    ]);
  });

  it('cancels what is open, and says that nothing was done', () => {
    const set = setOf([sheet('Main', [field('a', 'str'), field('b', 'str')], { actions: '>say("Done")' })]);
    const left = turnsOf(set, ['main.a = "x"', 'leave()', 'leave()']);
    expect(left.map(({ acts }) => actTexts(acts).at(-1)).slice(1)).toEqual([
      'SAY("Nothing was done. Goodbye.")',
      'SAY("Goodbye.")',
    ]);
    const turns = turnsOf(set, ['main.a = "x"', 'cancel()', 'cancel()', 'main.b = "y"']);
    expect(turns.map(({ acts }) => actTexts(acts))).toEqual([
      ['ASK(main_1, b)'],
      ['SAY("Canceled. Nothing was done.")'],
      ['SAY("There is nothing to cancel.")'],
      ['ASK(main_2, a)'],
    ]);
  });

  it('asks what to change after a refusal, and confirms again after a change or a yes', () => {
    const set = setOf([
      sheet('Main', [field('a', 'str'), field('confirm', 'confirm')], { actions: '>say("Sent")' }),
    ]);
    const start = ['main.a = "x"', 'main.confirm = False'];
    const held = ['SAY("Nothing was done. What should I change? Say \\"cancel\\" to stop.")'];
    expect(actsOf(set, [...start, 'main.a = "y"', 'main.confirm = True']).slice(1)).toEqual([
      held,
      ['ASK(main_1, confirm)'],
      ['SAY("Sent")'],
    ]);
    expect(actsOf(set, [...start, 'main.confirm = True']).slice(1)).toEqual([held, ['SAY("Sent")']]);
  });

  it('takes conditions that ask of each other', () => {
    const set = setOf([
      sheet('Main', [
        field('a', 'str', { predicate: 'self.b is None' }),
        field('b', 'str', { predicate: 'self.a is None' }),
      ]),
    ]);
    expect(actsOf(set, ['', 'main.a = "x"'])).toEqual([['ASK(main_1, a)'], []]);
  });

  it('does a turn of 1,000 fields in 100 worksheets', () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      sheet(
        `Sheet${at}`,
        Array.from({ length: 10 }, (_, number) =>
          field(`f${number}`, 'str', { predicate: number ? `self.f${number - 1} != "x"` : '' }),
        ),
        at > 0 ? { predicate: `sheet0.f0 == "${at}"` } : {},
      ),
    );
    const set = compile(setOf(many));
    expect(set.problems).toEqual([]);
    const lines = Array.from({ length: 10 }, (_, at) => `sheet0.f${at} = "y"`);
    expect(actsOf(set, lines).at(-2)).toEqual(['ASK(sheet0_1, f9)']);
  });
});
