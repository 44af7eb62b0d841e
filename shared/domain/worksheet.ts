import { z } from 'zod';
import { type DialogueId, idSchema } from './ids.ts';

/** Worksheets as in Genie: what a task needs, what to ask, and what to do. A set is an application. */

export const BASIC_TYPES = ['str', 'int', 'float', 'bool', 'date', 'time', 'confirm'] as const;
type BasicType = (typeof BASIC_TYPES)[number];

export type FieldType =
  | { readonly kind: BasicType }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: FieldType }
  | { readonly kind: 'sheet'; readonly name: string };

const text = z.string().max(20_000);

const fieldTypeSchema: z.ZodType<FieldType> = z.lazy(() =>
  z.union([
    z.object({ kind: z.enum(BASIC_TYPES) }),
    z.object({ kind: z.literal('enum'), values: z.array(text).max(10_000).readonly() }),
    z.object({ kind: z.literal('list'), of: fieldTypeSchema }),
    z.object({ kind: z.literal('sheet'), name: text }),
  ]),
);

const fieldSchema = z.object({
  name: text,
  /** The user gives `input`; `output` comes from a function or query; only the agent sets `internal`. */
  kind: z.enum(['input', 'output', 'internal']),
  isPrimary: z.boolean(),
  type: fieldTypeSchema,
  description: text,
  predicate: text,
  dontAsk: z.boolean(),
  required: z.boolean(),
  confirm: z.boolean(),
  actions: text,
  validation: text,
});
export type WorksheetField = Readonly<z.output<typeof fieldSchema>>;
export type FieldKind = WorksheetField['kind'];

const worksheetSchema = z.object({
  name: text,
  /** `worksheet`: a task; `db`: a table to search; `type`: a record in other worksheets. */
  type: z.enum(['worksheet', 'db', 'type']),
  predicate: text,
  backend: text,
  actions: text,
  fields: z.array(fieldSchema).max(5000).readonly(),
});
export type Worksheet = Readonly<z.output<typeof worksheetSchema>>;
export type WorksheetType = Worksheet['type'];

const functionSchema = z.object({
  name: text,
  description: text,
  parameters: z.array(text).max(200).readonly(),
  /** True if the worksheet does something that cannot be undone. */
  hasEffect: z.boolean(),
  /** The first answer with a true condition is used. An empty `when` is always true. */
  answers: z
    .array(z.object({ when: text, answer: text }))
    .max(1000)
    .readonly(),
});
export type DeclaredFunction = Readonly<z.output<typeof functionSchema>>;

export const worksheetSetSchema = z.object({
  worksheets: z.array(worksheetSchema).max(1000).readonly(),
  functions: z.array(functionSchema).max(1000).readonly(),
});
export type WorksheetSet = Readonly<z.output<typeof worksheetSetSchema>>;

export const worksheetProblemSchema = z.object({
  /** An `error` makes something fail; a `warning` is probably unintended. */
  level: z.enum(['error', 'warning']),
  worksheet: z.string(),
  field: z.string().nullable(),
  cell: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  message: z.string(),
});
export type WorksheetProblem = Readonly<z.output<typeof worksheetProblemSchema>>;

export const draftedWorksheetSchema = z.object({
  set: worksheetSetSchema,
  dialogues: z.int(),
  /** False if agents rarely ask for the same things, so that the dialogues have no common form. */
  hasForm: z.boolean(),
  fields: z
    .array(
      z.object({
        field: z.string(),
        tag: z.string(),
        asked: z.int(),
        answered: z.int(),
        share: z.number(),
        required: z.boolean(),
        /** The number of answers that show the type, among those that were read. */
        typed: z.int(),
        read: z.int(),
        values: z.array(z.object({ value: z.string(), answers: z.int() })).readonly(),
        examples: z.array(idSchema<DialogueId>()).readonly(),
      }),
    )
    .readonly(),
  actions: z
    .array(
      z.object({
        tag: z.string(),
        says: z.string(),
        dialogues: z.int(),
        /** Share, among dialogues with any question, in which it came after the last question. */
        share: z.number(),
        examples: z.array(idSchema<DialogueId>()).readonly(),
      }),
    )
    .readonly(),
  leftOut: z.array(z.object({ tag: z.string(), dialogues: z.int() })).readonly(),
});
export type DraftedWorksheet = Readonly<z.output<typeof draftedWorksheetSchema>>;

export function typeText(type: FieldType): string {
  if (type.kind === 'enum') return 'Enum';
  if (type.kind === 'list') return `List[${typeText(type.of)}]`;
  return type.kind === 'sheet' ? type.name : type.kind;
}

/** Returns the name of a worksheet's instances: `courses_to_take` for `CoursesToTake`. */
export const instanceName = (worksheet: string): string =>
  worksheet
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase();

/** The least share of dialogues in which agents ask for the same things; otherwise there is no common form. */
export const LEAST_FORM = 0.2;
