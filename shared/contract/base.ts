import { type AnyContractProcedure, type InferSchemaOutput, oc } from '@orpc/contract';
import { z } from 'zod';
import { SPEAKER_KINDS } from '../domain/dialogue.ts';
import { formatAmount } from '../domain/figure-text.ts';
import {
  type DialogueId,
  type EditId,
  idSchema,
  type JobId,
  type RunId,
  type SourceId,
  type TagId,
  type TurnId,
  type UtteranceId,
} from '../domain/ids.ts';
import { errorMap } from './errors.ts';

/** A value of which no part can be changed. */
export type ReadonlyDeep<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined | ((...args: never[]) => unknown)
    ? Value
    : { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> };

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const NO_FORM = 'does not have the right form';
const SIZED: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item' };

const oneOf = (values: readonly unknown[]): string =>
  `must be ${values.length > 1 ? 'one of ' : ''}${values.map((value) => JSON.stringify(value)).join(', ')}`;

/** Returns a problem in plain words that continue a sentence, as in "must be a list". */
function plainProblem(issue: z.core.$ZodRawIssue): string {
  const { code, input } = issue;
  if (input === undefined && /^invalid_(?:type|value|union)$/.test(code)) return 'is missing';
  switch (code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) && issue.options.length > 0
        ? oneOf(issue.options)
        : NO_FORM;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
    case 'too_big': {
      const isSmall = code === 'too_small';
      const limit = Number(isSmall ? issue.minimum : issue.maximum);
      const unit = SIZED[issue.origin];
      const amount = unit ? formatAmount(limit, unit) : String(limit);
      if (issue.exact) return `must have exactly ${amount}`;
      const bound = issue.inclusive
        ? isSmall
          ? 'at least'
          : 'at most'
        : isSmall
          ? 'more than'
          : 'less than';
      return `must ${unit ? 'have' : 'be'} ${bound} ${amount}`;
    }
    case 'invalid_key':
      return issue.issues[0]?.message ?? NO_FORM;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    default:
      return NO_FORM;
  }
}

z.config({ localeError: plainProblem });

/** Returns a problem as a sentence, as in "turns.3.speaker must be text." A schema's own messages are sentences. */
export const problemAt = (place: string, message: string, lead = `${place}: `): string =>
  /^\p{Ll}/u.test(message) ? `${place} ${message}.` : `${lead}${message}`;

/** Returns the first problem of a value as a sentence. @param whole names the value itself */
export function problemIn({ issues: [issue] }: z.ZodError, whole: string): string {
  return problemAt(issue?.path.join('.') || whole, issue?.message ?? NO_FORM);
}

export const method = oc.errors(errorMap);

export const inputSchema = <Method extends AnyContractProcedure>(of: Method) =>
  of['~orpc'].inputSchema as NonNullable<Method['~orpc']['inputSchema']>;

export type InputOf<Method extends AnyContractProcedure> = InferSchemaOutput<
  NonNullable<Method['~orpc']['inputSchema']>
>;

export const TOPICS = [
  'annotations',
  'author',
  'automata',
  'batches',
  'cases',
  'corpus',
  'databases',
  'edits',
  'endpoint',
  'findings',
  'flows',
  'freeColang',
  'jobs',
  'judgings',
  'modelTaggings',
  'models',
  'modules',
  'namings',
  'notes',
  'project',
  'prompts',
  'runs',
  'savedFilters',
  'slotInstructions',
  'stateNames',
  'stories',
  'sweeps',
  'tags',
  'votes',
  'worksheets',
] as const;
export type Topic = (typeof TOPICS)[number];

export const sourceIdSchema = idSchema<SourceId>();
export const dialogueIdSchema = idSchema<DialogueId>();
export const utteranceIdSchema = idSchema<UtteranceId>();
export const turnIdSchema = idSchema<TurnId>();
export const tagIdSchema = idSchema<TagId>();
export const runIdSchema = idSchema<RunId>().meta({ word: 'RUN' });
export const editIdSchema = idSchema<EditId>();
export const jobIdSchema = z
  .string()
  .min(1)
  .transform((value) => value as JobId);

export const seedSchema = z.int().min(0).meta({ label: 'Seed' }).default(1);

export const localEncoderSchema = z.enum(['universal-sentence-encoder-lite', 'folder']);
export type LocalEncoder = z.infer<typeof localEncoderSchema>;

export const likenessSchema = z.enum(['words', ...localEncoderSchema.options, 'provider']);
export type Likeness = z.infer<typeof likenessSchema>;

export const roleSchema = z.enum(['user', 'system']);
export const speakerKindSchema = z.enum(SPEAKER_KINDS);

export const apiKeySchema = z
  .string()
  .trim()
  .min(1, 'The key is empty.')
  .max(4000, 'The key is too long.')
  .regex(/^[\x21-\x7e]+$/, 'A key must have no spaces and only ASCII characters.');

export const pathSchema = z
  .string()
  .min(1, 'The path is empty.')
  .max(4095, 'A path can have at most 4,095 characters.')
  .refine((path) => !path.includes('\0'), 'A path must not contain NUL characters.');

export const exportTargetSchema = z.object({
  out: pathSchema,
  ifExists: z.enum(['refuse', 'replace', 'number']).default('refuse'),
});
export type ExportTarget = z.infer<typeof exportTargetSchema>;

export const pageSchema = z.object({
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(1000).default(100),
});

/** A topic's name as a person may type it: plain words, 1 to 80 characters. */
export const topicNameSchema = z
  .string()
  .trim()
  .min(1, 'A topic needs a name.')
  .max(80, 'The name of a topic can have at most 80 characters.')
  .regex(/^[^\p{Cc}]+$/u, 'The name of a topic must not contain control characters.');

/** A tag's name as a person may type it: no white space, comma or control character, 1 to 80 characters. */
export const tagNameSchema = z
  .string()
  .trim()
  .transform((text) => text.replace(/^#/, ''))
  .pipe(
    z
      .string()
      .min(1, 'A tag needs at least one character.')
      .max(80, 'A tag can have at most 80 characters.')
      .regex(
        /^[^\s,\p{Cc}]+$/u,
        'A tag must not contain spaces, commas or control characters; join words with "-".',
      ),
  );

export const writtenSchema = z.object({ text: z.string(), at: z.string(), author: z.string() });
export type AuthoredText = z.infer<typeof writtenSchema>;

export const stateSchema = z.int().min(0);

export const shownFilterSchema = z.object({
  minSupport: z.int().min(0),
  /** The largest depth of a shown state; null for no limit. */
  maxDepth: z.int().min(0).nullable(),
  revealed: z.array(stateSchema).max(5000).default([]),
  /** The percentage of dialogues for which the strongest transitions are drawn. Null draws the main transitions. */
  cover: z.int().min(1).max(100).nullable().default(null),
  /** Phases that are drawn as one box. */
  closed: z.array(z.string().max(80)).max(200).default([]),
  chains: z.boolean().default(false),
});
