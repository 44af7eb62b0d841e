import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explainFields, fieldsOf, optionOf, usageOf } from './fields.ts';

const schema = z.object({
  provider: z.string().min(1).meta({ word: 'ID' }),
  run: z
    .int()
    .positive()
    .transform((run) => ({ run }))
    .nullable()
    .default(null),
  moves: z.int().min(2).nullable().default(null).meta({ none: 'auto' }),
  lambda: z.number().min(0).max(1).nullable().meta({ label: 'Merge when (λ)' }).default(0.1),
  kinds: z.array(z.enum(['a', 'b'])).default(['a']),
  budgetUsd: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .meta({ label: 'Budget', hint: 'in $', option: 'budget' }),
  structured: z.boolean().default(false),
  refine: z.boolean().default(true).meta({ label: 'Refine' }),
  nested: z.object({ of: z.string() }).default({ of: '' }),
});

describe('the options for an input', () => {
  it('are those of its single values, in brackets unless they must be given', () => {
    expect(usageOf(schema)).toBe(
      '--provider ID [--run N] [--moves N|auto] [--lambda 0.1|none] [--kinds a|b,…] [--budget N] [--structured] [--no-refine]',
    );
    expect(usageOf(schema, 'run', 'budgetUsd')).toBe('[--run N] [--budget N]');
    expect(optionOf('budgetUsd', fieldsOf(schema).budgetUsd)).toBe('budget');
  });

  it('are explained if they have a label', () => {
    expect(explainFields([schema, schema.pick({ lambda: true })])).toEqual([
      '--lambda     Merge when (λ): a number from 0 to 1, or none.',
      '--budget     Budget: a number above 0, or none. In $.',
      '--no-refine  Do not refine.',
    ]);
  });
});
