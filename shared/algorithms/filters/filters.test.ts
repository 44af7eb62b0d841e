import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARISONS, type DialogueFilter } from '../../domain/dialogue-filter.ts';
import { describeFilter } from './describe-filter.ts';
import { evaluateFilter } from './evaluate-filter.ts';
import { createFieldBuilder } from './field-builder.ts';
import { readWhere, UnreadableFilter } from './read-where.ts';
import { writeWhere } from './write-where.ts';

const name = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('tag', 'text', 'and', 'NOT', 'in', 'a b', '"'),
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
    ['a = 1 b = 2', 6, /"and" or "or", but there is "b"/],
    ['a in 1', 5, /"\("/],
    ['a not 1', 6, /"in"/],
    ['a is 1', 5, /"missing"/],
    ['tag > x', 4, /takes "=" only/],
    ['a = "b', 4, /cannot be read/],
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
    }).join('');

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
  ])('%s', (where, bits) => expect(passing(where)).toBe(bits));

  it('knows what a column holds', () => {
    expect([...columns.values()].map(({ kind }) => kind)).toEqual(['words', 'number', 'date']);
  });
});

describe('a filter in words', () => {
  it.each([
    ['brand in (A, B) and rounds > 8', 'brand: A or B and rounds above 8'],
    ['not tag = refund or text = "my money"', 'without #refund or “my money”'],
    ['csat is missing and not (a = 1 or b <= 2)', 'no csat and not (a: 1 or b at most 2)'],
    ['brand not in (A, B) and csat is not missing', 'brand: not A nor B and some csat'],
  ])('%s', (where, words) => expect(describeFilter(readWhere(where))).toBe(words));
});
