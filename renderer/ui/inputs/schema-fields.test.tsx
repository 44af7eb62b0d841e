import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf } from '#shared/contract/fields.ts';
import { faultOf, typedOf, valuesOf } from './schema-fields.tsx';

const schema = z.object({
  count: z.int().min(1).max(50).default(5),
  limit: z.int().positive().nullable().default(null).meta({ empty: 'no limit' }),
  budget: z.number().positive().max(1_000_000).nullable().default(null),
  share: z.number().gt(0).max(0.9).meta({ percent: true }).default(0.1),
  tried: z.array(z.number().min(0).max(1).nullable()).min(1).default([0.1, null]),
  on: z.boolean().default(true),
});
const start = typedOf(schema);

describe('the fields of a schema', () => {
  it('start with its defaults or with given values, shares in percent', () => {
    expect(start).toEqual({ count: '5', limit: '', budget: '', share: '10', tried: '0.1, none', on: true });
    expect(typedOf(schema, { share: 0.07, limit: 9 })).toMatchObject({ share: '7', limit: '9' });
  });

  it('read what was typed', () => {
    expect(valuesOf(schema, start)).toEqual(schema.parse({}));
    expect(
      valuesOf(schema, {
        ...start,
        ...{ count: ' 7 ', limit: '1e1', budget: ' 2,50 ', share: '2.5', tried: '0.3  none', on: false },
      }),
    ).toEqual({ count: 7, limit: 10, budget: 2.5, share: 0.025, tried: [0.3, null], on: false });
  });

  it.each([
    ['count', '0', 'Enter a whole number from 1 to 50.'],
    ['count', '2.5', 'Enter a whole number from 1 to 50.'],
    ['count', '', 'Enter a whole number from 1 to 50.'],
    ['limit', '10,000', 'Enter a whole number of at least 1, or empty for no limit.'],
    ['budget', '0', 'Enter a number above 0, at most 1,000,000, or empty.'],
    ['share', '91', 'Enter a number above 0, at most 90.'],
    ['tried', '0.3, x', 'Enter a number from 0 to 1, or none; separate several by commas.'],
    ['tried', '', 'Enter a number from 0 to 1, or none; separate several by commas.'],
  ] as const)('say what is wrong with %s "%s"', (name, text, message) => {
    expect(faultOf(fieldsOf(schema)[name], text)).toBe(message);
    expect(valuesOf(schema, { ...start, [name]: text })).toBeNull();
  });
});
