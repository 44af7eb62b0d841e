import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Evaluation, EvaluationError, type World } from './evaluate.ts';
import { LanguageParser } from './grammar.ts';
import { parsePredicate, parseStatements } from './parse.ts';
import { dataOf, recordOf, type Value } from './values.ts';

class OneSheet implements World {
  readonly fields = new Map<string, Value>();
  readonly said: string[] = [];
  constructor(fields: Readonly<Record<string, Value>> = {}) {
    for (const [name, value] of Object.entries(fields)) this.fields.set(name, value);
  }
  name = (name: string): Value | undefined =>
    name === 'self' ? { kind: 'instance', name: 'self' } : undefined;
  field(_: string, name: string): Value {
    if (!this.fields.has(name)) throw new EvaluationError(`There is no field "${name}".`);
    return this.fields.get(name)!;
  }
  isThere = (): boolean => true;
  call(
    sign: string | null,
    name: string,
    { positional, named }: Parameters<World['call']>[2],
  ): Value | undefined {
    if (sign === '>' || name === 'submit_ticket') {
      this.said.push(`${name}(${[...positional, ...named.keys()].join(', ')})`);
      return name;
    }
    return undefined;
  }
  setName(name: string): void {
    throw new EvaluationError(`"${name}" cannot be set.`);
  }
  setField(_: string, name: string, value: Value): void {
    this.fields.set(name, value);
  }
  enter = (_: string, name: string): Value => this.field('', name);
}

function computed(text: string, fields: Readonly<Record<string, Value>> = {}): unknown {
  const parsed = parsePredicate(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return dataOf(new Evaluation(new OneSheet(fields)).compute(parsed.tree));
}

function ran(text: string, fields: Readonly<Record<string, Value>> = {}): OneSheet {
  const parsed = parseStatements(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const sheet = new OneSheet(fields);
  new Evaluation(sheet).run(parsed.tree);
  return sheet;
}

const problemOf = (text: string) => {
  const parsed = parsePredicate(text);
  return parsed.ok ? null : parsed.problems[0];
};

it('has a grammar in which no two rules fit the same text', () => {
  expect(() => new LanguageParser(true)).not.toThrow();
});

describe('predicates', () => {
  it.each<[string, Readonly<Record<string, Value>>, unknown]>([
    ['self.student_task == "TroubleShoot"', { student_task: 'TroubleShoot' }, true],
    ['self.student_task == "TroubleShoot"', { student_task: null }, false],
    [
      'self.student_task is not None and (self.trouble_shoot and self.leave)',
      { student_task: 'x', trouble_shoot: true, leave: false },
      false,
    ],
    ['self.a is None', { a: null }, true],
    ['not self.a or self.b > 3', { a: true, b: 4 }, true],
    ['0 < self.people <= 20', { people: 21 }, false],
    ["self.kind in ['a', 'b',]", { kind: 'b' }, true],
    ['self.kind not in ("a", "b")', { kind: 'c' }, true],
    ['self.order.status == "sent"', { order: recordOf({ status: 'sent' }) }, true],
    ['self.order["status"].upper() != “LATE”', { order: recordOf({ status: 'late' }) }, false],
    ['len(self.items) * 2 + 1', { items: ['x', 'y'] }, 5],
    ['-7 // 2', {}, -4],
    ['-7 % 3', {}, 2],
    ['"yes" if self.a else "no"', { a: '' }, 'no'],
    ['f"for {self.people} at {self.at}{{}}"', { people: 2, at: '20:30' }, 'for 2 at 20:30{}'],
    ['"a" \'b\'', {}, 'ab'],
    ['{"a": 1, "b": [None, True]}', {}, { a: 1, b: [null, true] }],
    ['datetime.date(2026, 3, 9) < "2026-03-10"', {}, true],
    ['TRUE', {}, true],
    ['false', {}, false],
    ['self.größe == "groß"', { größe: 'groß' }, true],
    ['self.date.value', { date: '2026-01-02' }, '2026-01-02'],
    ['"for" in self.note', { note: 'for you' }, true],
  ])('%s', (text, fields, answer) => {
    expect(computed(text, fields)).toEqual(answer);
  });

  it.each<[string, number, number, RegExp]>([
    ['self.a = 3', 1, 8, /Compare with ==/],
    ['self.a and\n  or b', 1, 11, /does not fit here/],
    ['self.a >\n\n', 1, 9, /does not fit|missing/],
    ['x > "abc', 1, 5, /has no end/],
    ['for x in y', 1, 1, /no loops/],
    ['a ? b', 1, 3, /"\?" is not part/],
    ['', 1, 1, /missing here/],
    ['(a', 1, 3, /missing after "a"/],
    ['f"{a +}"', 1, 1, /In the string, \{a \+\}/],
  ])('names line and column of what is wrong in %j', (text, line, column, message) => {
    const problem = problemOf(text);
    expect(problem).toMatchObject({ line, column });
    expect(problem?.message).toMatch(message);
  });

  it.each([
    ['self.nobody == 1', /There is no field "nobody"/],
    ['somebody == 1', /There is no "somebody"/],
    ['launch()', /There is no function "launch"/],
    ['self.a.constructor', /has no "constructor"/],
    ['self.a.__proto__', /has no "__proto__"/],
    ['toString()', /There is no function "toString"/],
    ['self.a < None', /cannot be compared with < or >/],
    ['1 / 0', /divide by 0/],
    ['"a" * 1000', /cannot be computed/],
    ['self.a.launch()', /There is no function "launch"/],
    ['(1)(2)', /Only functions can be called/],
  ])('fails in words and runs nothing: %s', (text, message) => {
    expect(() => computed(text, { a: 1 })).toThrow(message);
  });

  it('refuses what is too long or too deep before it is read', () => {
    expect(problemOf('('.repeat(50))?.message).toMatch(/levels deep/);
    expect(problemOf(`a${' + a'.repeat(3000)}`)?.message).toMatch(/more than 4000 words/);
    expect(problemOf('x'.repeat(30_000))?.message).toMatch(/longer than/);
    expect(() => computed(`1${' + 1'.repeat(1900)}`)).toThrow(/levels deep/);
    expect(computed(`${'not '.repeat(3999)}1`)).toBe(false);
  });
});

describe('actions and statements', () => {
  it('runs the listing of the paper', () => {
    const text = 'if self.confirm == False:\n    >say("What is the reason?")\n    >exitws()';
    expect(ran(text, { confirm: false }).said).toEqual(['say(What is the reason?)', 'exitws()']);
    expect(ran(text, { confirm: true }).said).toEqual([]);
  });

  it('runs the actions of its second figure, which stand on one line', () => {
    expect(
      ran('if self.confirm == False: >say("Thank you") >exitws()', { confirm: false }).said,
    ).toHaveLength(2);
    expect(ran('>say(submit_ticket(self.student_task, ...))', { student_task: 'x' }).said).toEqual([
      'submit_ticket(x, )',
      'say(submit_ticket)',
    ]);
  });

  it('assigns, chooses and goes on after a block', () => {
    const sheet = ran(
      'if self.a > 2:\n  if self.b:\n    self.c = 1\n  else:\n    pass # nothing\nelif self.a == 2:\n  self.c = 2\nelse:\n  self.c = 3\nself.a += 1; self.d = [self.a,]',
      { a: 2, b: true },
    );
    expect(Object.fromEntries(sheet.fields)).toEqual({ a: 3, b: true, c: 2, d: [3] });
  });

  it('takes comments, blank lines and an indented cell', () => {
    expect(ran('\n\n   # why\n   self.a = 1\n\n   self.b = 2\n').fields.size).toBe(2);
    expect(ran('# Chit-chat, greeting or thanking.').fields.size).toBe(0);
  });

  it.each([
    'self.a = 3 4',
    'if self.a:\nself.b = 1',
    'while True:\n  pass',
    'import os',
    'x = lambda: 1',
    '1 +',
  ])('refuses %j', (text) => {
    expect(parseStatements(text).ok).toBe(false);
  });

  it('never throws, whatever it is given', () => {
    const pieces = constantFrom(
      'self',
      '.',
      'a',
      '(',
      ')',
      '"',
      'if',
      ':',
      '\n',
      '  ',
      '>',
      'say',
      '=',
      '==',
      'not',
      'f"{',
      '}"',
      ',',
      '[',
      ']',
      '\\',
      '“',
    );
    assert(
      property(array(pieces, { maxLength: 40 }), (parts) => void parseStatements(parts.join(''))),
      { seed: 1 },
    );
    assert(
      property(string({ unit: 'grapheme' }), (text) => void parseStatements(text)),
      { seed: 2 },
    );
  });
});
