import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemIn } from './base.ts';
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

describe('the problem of a value', () => {
  const schema = z.strictObject({
    name: z.string().min(2).max(4),
    turns: z.array(z.object({ role: z.enum(['user', 'system']) })).min(1),
    share: z.number().gt(0).max(1).default(1),
    title: z.string().min(1, 'A slide needs a title.').default('Start'),
  });
  const turns = [{ role: 'user' }];

  it.each([
    [{ turns }, 'name is missing.'],
    [{ name: 7, turns }, 'name must be text.'],
    [{ name: 'a', turns }, 'name must have at least 2 characters.'],
    [{ name: 'abcde', turns }, 'name must have at most 4 characters.'],
    [{ name: 'abc', turns: {} }, 'turns must be a list.'],
    [{ name: 'abc', turns: [] }, 'turns must have at least 1 item.'],
    [{ name: 'abc', turns: [{ role: 'bot' }] }, 'turns.0.role must be one of "user", "system".'],
    [{ name: 'abc', turns, share: 0 }, 'share must be more than 0.'],
    [{ name: 'abc', turns, share: 2 }, 'share must be at most 1.'],
    [{ name: 'abc', turns, title: '' }, 'title: A slide needs a title.'],
    [{ name: 'abc', turns, tag: 'x' }, 'The file has unknown fields: tag.'],
    ['text', 'The file must be an object.'],
  ])('is a sentence that names the place: %j', (value, problem) => {
    const { error } = schema.safeParse(value);
    expect(error && problemIn(error, 'The file')).toBe(problem);
  });
});
