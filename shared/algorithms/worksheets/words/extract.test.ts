import { describe, expect, it } from 'vitest';
import { recordOf } from '../language/values.ts';
import { compile } from '../runtime/compile.ts';
import { NO_KNOWLEDGE } from '../runtime/knowledge.ts';
import { runTurn } from '../runtime/run-turn.ts';
import { type DialogueState, START } from '../runtime/state.ts';
import { declared, field, SETTINGS, setOf, sheet } from '../runtime/testing.ts';
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

function talk(lines: readonly string[]) {
  let state: DialogueState = START;
  return lines.map((said) => {
    const statements = extractStatements(booking, state, said, { ...SETTINGS, knowledge });
    const turn = runTurn(booking, state, statements, { ...SETTINGS, knowledge });
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
    expect(turns[1]?.statements).toBe('');
    expect(turns[2]?.statements).toMatch(/^(answer|Restaurant)\(/);
    expect(turns[6]?.statements).toBe('main_1.full_name = "self.x = exit()"');
    expect(turns[6]?.values?.full_name).toBe('self.x = exit()');
  });
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
