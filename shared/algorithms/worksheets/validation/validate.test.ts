import { describe, expect, it } from 'vitest';
import { declared, field, setOf, sheet } from '../../../../tests/fixtures/worksheet-runs.ts';
import { uncheckedValidations, validateWorksheets } from './validate.ts';

const problemsOf = (...given: Parameters<typeof setOf>): string[] =>
  validateWorksheets(setOf(...given)).map(
    ({ level, worksheet, field: name, line, column, message }) =>
      `${level} ${[worksheet, name].filter(Boolean).join('.')}${line === null ? '' : ` ${line}:${column}`} ${message}`,
  );

describe('validateWorksheets', () => {
  it('finds nothing in worksheets that are right', () => {
    const main = sheet(
      'Main',
      [
        field('kind', 'Enum', { values: ['a', 'b'] }),
        field('people', 'int', {
          predicate: 'self.kind == "a" and not self.note',
          validation: 'self.people > 0',
        }),
        field('note', 'str', { required: false, actions: 'if self.note:\n  >say(f"Noted: {self.note}")' }),
        field('confirm', 'confirm', { validation: 'must be a yes from the user' }),
      ],
      { backend: 'send', actions: '@send(self.kind)\n>propose(Other, {"day": "2026-01-01"})' },
    );
    const other = sheet('Other', [field('day', 'date')], { predicate: 'main.kind == "b"' });
    expect(problemsOf([main, other], [declared('send', ['kind'], 'kind')])).toEqual([]);
  });

  it.each<[string, string, Parameters<typeof field>[2], RegExp]>([
    [
      'a condition of no field',
      'str',
      { predicate: 'self.nobody is None' },
      /error Main.x 1:1 Main has no field "nobody", only kind, n, x/,
    ],
    [
      'a condition that cannot be read',
      'str',
      { predicate: 'self.kind =' },
      /error Main.x 1:11 The predicate cannot be read: "=" does not fit/,
    ],
    [
      'a name of nothing',
      'str',
      { predicate: 'kind == "a"' },
      /error Main.x 1:1 There is no "kind". Write self.kind/,
    ],
    [
      'a value that is none',
      'str',
      { predicate: 'self.kind == "c"' },
      /error Main.x 1:14 self.kind is of type Enum: "c" is not one of its values: a, b/,
    ],
    [
      'a number in quotes',
      'str',
      { predicate: '"3" == self.n' },
      /error Main.x 1:1 self.n is of type int: "3" is text, not a number/,
    ],
    ['an order of what has none', 'str', { predicate: 'self.kind > "a"' }, /which has no order/],
    [
      'a function that nobody declared',
      'str',
      { actions: '@launch(self.x)' },
      /error Main.x 1:1 The function "launch" is not declared/,
    ],
    ['an effect in a condition', 'str', { predicate: 'send(1)' }, /error Main.x 1:1 A condition cannot call/],
    ['a type that there is not', 'Cuorse', {}, /error Main.x "Cuorse" is neither a type/],
    ['an enumeration of nothing', 'Enum', {}, /error Main.x An enumeration needs at least two values/],
    [
      'what is required and never asked for',
      'str',
      { dontAsk: true },
      /warning Main.x The agent never asks for this required field/,
    ],
    ['what never counts', 'str', { predicate: 'False' }, /warning Main.x The condition is never true/],
    [
      'a confirmation that nothing follows',
      'confirm',
      {},
      /warning Main.x Nothing happens after the customer confirms/,
    ],
    ['a cycle of conditions', 'str', { predicate: 'self.n > 1' }, /error Main.n n waits for x waits for n/],
    ['a worksheet that needs itself', 'Main', {}, /error Main Main needs Main/],
    ['a name that is none', 'str', { name: 'two words' }, /error Main.two words "two words" is not a valid/],
    ['two fields of one name', 'str', { name: 'n' }, /error Main.n Main has two fields called n/],
  ])('finds %s', (_, type, more, expected) => {
    const n = field('n', 'int', {
      predicate: expected.source.includes('waits for') ? 'self.x is not None' : '',
    });
    const main = sheet('Main', [field('kind', 'Enum', { values: ['a', 'b'] }), n, field('x', type, more)]);
    expect(problemsOf([main], [declared('send', ['what'], 'what')]).join('\n')).toMatch(expected);
  });

  it('says of a condition that cannot be read nothing else', () => {
    const main = sheet('Main', [field('x', 'str', { predicate: 'self.x = and' })]);
    expect(validateWorksheets(setOf([main]))).toEqual([
      expect.objectContaining({ cell: 'Predicate', line: 1, column: 8, field: 'x' }),
    ]);
  });

  it('says which validations are words that nothing checks', () => {
    const validation = 'a real address';
    const checked = field('n', 'int', { validation: 'self.n > 0' });
    const main = sheet('Main', [field('x', 'str', { validation }), checked, field('y', 'str')]);
    expect(uncheckedValidations(setOf([main]))).toEqual([{ worksheet: 'Main', field: 'x' }]);
  });

  it('wants a task', () => {
    expect(problemsOf([])).toEqual(['error  There is no task. Add a row whose type is “worksheet”.']);
  });
});
