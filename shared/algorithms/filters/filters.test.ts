import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARISONS, type DialogueFilter } from '../../domain/dialogue-filter.ts';
import { evaluateFilter } from './evaluate-filter.ts';
import { readWhere, UnreadableFilter } from './read-where.ts';
import { createFieldBuilder, passesSequence, type TaggedTurns } from './tag-fields.ts';
import { describeFilter, writeWhere } from './write-where.ts';

const name = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('tag', 'text', 'and', 'NOT', 'in', 'a b', '"', 'user', 'later', 'starts', '#a', 'repeats'),
);
const move = fc.record({ role: fc.constantFrom('user' as const, 'system' as const, null), tag: name });
const number = fc.nat({ max: 500 });
const automaton = fc.option(number);
const time = fc.option(
  fc.record({
    kind: fc.constantFrom('within' as const, 'over' as const),
    seconds: fc.constantFrom(1, 90, 5400, 86_400),
  }),
);
const { filter } = fc.letrec<{ filter: DialogueFilter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    fc.record({ kind: fc.constant('missing' as const), field: name }),
    fc.record({ kind: fc.constant('tag' as const), tag: name }),
    fc.record({ kind: fc.constant('text' as const), query: name }),
    fc.record({
      kind: fc.constant('field' as const),
      field: name,
      comparison: fc.constantFrom(...COMPARISONS),
      values: fc.array(name, { minLength: 1, maxLength: 1 }),
    }),
    fc.record({
      kind: fc.constant('field' as const),
      field: name,
      comparison: fc.constant('=' as const),
      values: fc.array(name, { minLength: 2, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constantFrom('starts' as const, 'ends' as const, 'returns' as const), move }),
    fc.record({ kind: fc.constant('repeats' as const), move, least: number }),
    fc.record({
      kind: fc.constant('order' as const),
      order: fc.constantFrom('later' as const, 'directly' as const),
      move,
      next: move,
      time,
    }),
    fc.record({
      kind: fc.constant('order' as const),
      order: fc.constant('never' as const),
      move,
      next: move,
      time: fc.constant(null),
    }),
    fc.record({ kind: fc.constantFrom('state' as const, 'leaves' as const), state: number, automaton }),
    fc.record({ kind: fc.constant('edge' as const), from: number, to: number, automaton }),
    fc.record({ kind: fc.constant('not' as const), of: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const),
      of: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

describe('a filter as text', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(filter, (one) => {
        expect(readWhere(writeWhere(one))).toEqual(one);
      }),
    );
  });

  it('binds "and" more than "or", and "not" more than both', () => {
    const test = (field: string): DialogueFilter => ({
      kind: 'field',
      field,
      comparison: '=',
      values: ['1'],
    });
    expect(readWhere('a = 1 or not b=1 AND c = 1')).toEqual({
      kind: 'any',
      of: [test('a'), { kind: 'all', of: [{ kind: 'not', of: test('b') }, test('c')] }],
    });
  });

  it.each([
    ['domain', 6, /"domain"|one of =/],
    ['domain = ', 9, /a value, but the filter ends/],
    ['(a = 1', 6, /"\)"/],
    ['a = 1 b = 2', 6, /"and" or "or", but found "b"/],
    ['a in 1', 5, /"\("/],
    ['a not 1', 6, /"in"/],
    ['a is 1', 5, /"missing"/],
    ['tag > x', 4, /takes "=" only/],
    ['a = "b', 4, /cannot be read/],
    ['a later b within 2 weeks', 19, /a unit of time: d, h, min, s/],
    ['a later b within soon', 17, /a time such as "2 h"/],
    ['passes state first', 13, /the number of a state/],
    ['passes edge 3 5', 14, /"to"/],
    ['starts with', 11, /the name of a move/],
    [`${'('.repeat(60)}a = 1`, 50, /nested too deeply/],
  ])('that cannot be read says where and why: %s', (text, at, message) => {
    try {
      readWhere(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFilter);
      expect(error).toMatchObject({ at, message: expect.stringMatching(message) });
    }
  });
});

function taggedTurns(dialogues: readonly string[]): TaggedTurns {
  const all = dialogues.map((dialogue) => dialogue.split(' '));
  const flat = all.flat();
  const names = [...new Set(flat.map((turn) => turn.slice(1)).filter((tag) => tag !== ''))];
  const ends = (counts: readonly number[]): Int32Array => {
    let sum = 0;
    return Int32Array.from([0, ...counts.map((count) => (sum += count))]);
  };
  return {
    rows: {
      turnOffsets: ends(all.map((own) => own.length)),
      turnRoles: Uint8Array.from(flat, (turn) => (turn.startsWith('s') ? 0 : 1)),
      tagOffsets: ends(flat.map((turn) => (turn === '-' ? 0 : 1))),
      tagIds: Int32Array.from(
        flat.filter((turn) => turn !== '-').map((turn) => names.indexOf(turn.slice(1))),
      ),
      tagNames: names,
    },
    times: () => Float64Array.from(flat.keys(), (at) => 3600 * at),
  };
}

describe('evaluating', () => {
  const columns = new Map(
    Object.entries({
      brand: [['A'], ['b', 'C'], [], ['c']],
      score: [['2'], ['10'], ['9'], []],
      day: [['2017-10-31'], ['2017-11-01T08:00:00Z'], ['2017-12-01'], []],
    }).map(([field, rows]) => {
      const builder = createFieldBuilder(field);
      rows.forEach((values, dialogue) => {
        for (const value of values) builder.add(dialogue, value);
      });
      return [field, builder.finish(rows.length)];
    }),
  );
  const passing = (where: string): string =>
    evaluateFilter(readWhere(where), {
      dialogues: 4,
      field: (field) => columns.get(field)!,
      withTag: (tag) => Uint8Array.of(1, 0, 0, tag === 'x' ? 1 : 0),
      withText: () => Uint8Array.of(0, 1, 0, 0),
      inSequence: (test) => passesSequence(test, turns),
      onPath: () => Uint8Array.of(0, 0, 0, 1),
    }).join('');
  // Turns are an hour apart; the second dialogue has one without a tag.
  const turns = taggedTurns(['uA sB uA', 'uA sB - sC', 'sB uA', 'uC uC sA']);

  it.each([
    ['brand = a', '1000'],
    ['brand = c', '0101'],
    ['brand != c', '1010'],
    ['brand in (a, B)', '1100'],
    ['brand is missing', '0010'],
    ['score > 2', '0110'],
    ['score >= 2 and score < 10', '1010'],
    ['score = 2.0', '1000'],
    ['day >= 2017-11-01', '0110'],
    ['tag = x or text = hello', '1101'],
    ['not (tag = x or text = hello) and brand is missing', '0010'],
    ['A later B', '1100'],
    ['A directly b', '1100'],
    ['B directly C', '0100'],
    ['B later A', '1010'],
    ['user A later system B', '1100'],
    ['system A later B', '0000'],
    ['A never C', '1011'],
    ['starts with user A', '1100'],
    ['ends with #A', '1011'],
    ['returns to A', '1000'],
    ['repeats C', '0001'],
    ['repeats A >= 2 or repeats B >= 2', '1000'],
    ['B later C within 2 h', '0100'],
    ['B later C within 119 min', '0000'],
    ['A later C over 1 h', '0100'],
    ['passes state 3 or brand = a', '1001'],
  ])('%s', (where, bits) => expect(passing(where)).toBe(bits));

  it('knows what a column holds', () => {
    expect([...columns.values()].map(({ kind }) => kind)).toEqual(['words', 'number', 'date']);
  });
});

describe('a filter in words', () => {
  it.each([
    ['brand in (A, B) and turns > 8', 'brand: A or B and turns above 8'],
    ['not tag = refund or text = "my money"', 'without #refund or “my money”'],
    ['csat is missing and not (a = 1 or b <= 2)', 'no csat and not (a: 1 or b at most 2)'],
    ['brand not in (A, B) and csat is not missing', 'brand: not A nor B and some csat'],
    ['A later user B within 90 min', '#A and later customer #B, within 1.5 h'],
    ['A never B and not starts with C', '#A and then never #B and not starts with #C'],
    ['repeats A >= 3 or returns to B', '#A at least 3 times or comes back to #B'],
    ['passes edge 0 to 4 of 12 or leaves at 3', 'goes from state 0 to 4 or leaves the automaton at state 3'],
  ])('%s', (where, words) => expect(describeFilter(readWhere(where))).toBe(words));
});
