import { z } from 'zod';
import { modelAnswererSchema } from '../domain/agent.ts';
import type { KnowledgeId } from '../domain/ids.ts';
import { draftedWorksheetSchema, worksheetProblemSchema, worksheetSetSchema } from '../domain/worksheet.ts';
import { editIdSchema, exportTargetSchema, method, pathSchema, runIdSchema } from './base.ts';
import { whereSchema } from './filters.ts';
import { tokensSchema } from './lasting-runs.ts';
import { namedPromptMethods } from './prompts.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

const name = z.string().trim().min(1).max(200);

const convertedSchema = editOutcomeSchema.extend({
  name: z.string(),
  /** Parts that the other form cannot express, each with its place. */
  lost: z.array(z.object({ place: z.string(), message: z.string() })).readonly(),
});
export type ConversionResult = z.infer<typeof convertedSchema>;

/** Converts flows to worksheets and back, as far as possible. Each is an edit; the original stays. */
export const conversionContract = {
  toWorksheets: method
    /** If `name` is null, the worksheet gets the flow's name, with a number if the name is taken. */
    .input(z.object({ flow: name, name: name.nullable().default(null), reason: reasonSchema }))
    .output(convertedSchema),
  toFlow: method
    .input(z.object({ worksheet: name, name: name.nullable().default(null), reason: reasonSchema }))
    .output(convertedSchema),
};

export const knowledgeIdSchema = z
  .int()
  .positive()
  .transform((id) => id as KnowledgeId);

/** `words`: a column of longer texts, which are searched for conditions instead of values. */
export const knowledgeColumnSchema = z.object({
  name: z.string(),
  type: z.enum(['number', 'truth', 'text', 'words']),
});
export type KnowledgeColumn = z.infer<typeof knowledgeColumnSchema>;

export const knowledgeSchema = z.object({
  id: knowledgeIdSchema,
  kind: z.enum(['table', 'document']),
  application: z.string(),
  /** The worksheet that uses a table; the name of a document. */
  name: z.string(),
  file: z.string(),
  columns: z.array(knowledgeColumnSchema).readonly(),
  records: z.int(),
});
export type ListedKnowledge = z.infer<typeof knowledgeSchema>;

export const knowledgePageSchema = z.object({
  total: z.int(),
  items: z.array(z.object({ row: z.int(), content: z.record(z.string(), z.unknown()).readonly() })),
});

const checkedSchema = z.object({
  problems: z.array(worksheetProblemSchema),
  /** Fields whose validation is in plain words, so that nothing checks it. */
  unchecked: z.array(z.object({ worksheet: z.string(), field: z.string() })),
});

const noticeSchema = z.object({
  file: z.string(),
  /** From 1. */
  row: z.int(),
  column: z.string(),
  message: z.string(),
});

/** Documents share an empty name. */
const tableSchema = z.object({ worksheet: z.string(), rows: z.int() });

export type WorksheetNotice = z.infer<typeof noticeSchema>;

const describedSchema = z.object({
  name: z.string(),
  worksheets: z.array(
    z.object({ name: z.string(), type: z.enum(['worksheet', 'db', 'type']), fields: z.int() }),
  ),
  functions: z.array(z.string()),
  errors: z.int(),
  warnings: z.int(),
});
export type DescribedWorksheets = z.infer<typeof describedSchema>;

const whichSchema = z.object({
  /** The name of an application, or of a worksheet that occurs in only one application. */
  worksheet: z.string().trim().min(1),
});

const turnSchema = z.object({
  statements: z.string(),
  /** The model that read them, or "types" where its answer could not be used; null without a model. */
  readBy: z.string().nullable(),
  /** Values by instance and field. */
  state: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** In the paper's notation: `ASK(main_1, student_task)`. */
  acts: z.array(z.string()),
  answer: z.string(),
  /** Values that did not fit, and conditions that failed. */
  notes: z.array(z.object({ place: z.string(), message: z.string() })),
  /** Tokens and cost of the model request; left out without one. */
  asked: z
    .object({
      tokens: tokensSchema.nullable(),
      costUsd: z.number().nullable(),
      cached: z.boolean(),
    })
    .optional(),
});
export type WorksheetTurn = z.infer<typeof turnSchema>;

export const scriptLineSchema = z.union([
  z.strictObject({ user: z.string().max(20_000) }),
  z.strictObject({ statements: z.string().max(20_000) }),
]);

export const WORKSHEET_PROMPTS = [
  'worksheet-statements',
  'worksheet-answer',
  'worksheet-check',
  'worksheet-texts',
] as const;
export type WorksheetPrompt = (typeof WORKSHEET_PROMPTS)[number];

export const worksheetsContract = {
  /**
   * Imports an application as one edit. Functions come as JSON, documents as text, Markdown or HTML.
   * Tables are named like their worksheet. All applications and flows share them.
   */
  import: method
    .input(
      z.object({
        paths: z.array(pathSchema).min(1).max(100),
        /** Null uses the name of the first file with worksheets, or of the only application. */
        name: z.string().trim().min(1).max(200).nullable().default(null),
        to: z.string().nullable().default(null),
        reason: reasonSchema,
      }),
    )
    .output(
      editOutcomeSchema.extend({
        application: describedSchema.nullable(),
        tables: z.array(tableSchema),
        notices: z.array(noticeSchema),
      }),
    ),
  example: method.output(editOutcomeSchema.extend({ name: z.string() })),
  list: method.output(
    z.object({ applications: z.array(describedSchema), knowledge: z.array(knowledgeSchema) }),
  ),
  knowledge: method
    .input(
      z.object({
        id: knowledgeIdSchema,
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(500).default(100),
      }),
    )
    .output(knowledgePageSchema),
  forget: method.input(z.object({ id: knowledgeIdSchema, reason: reasonSchema })).output(editOutcomeSchema),
  validate: method.input(whichSchema).output(checkedSchema.extend({ name: z.string() })),
  read: method.input(z.object({ name: z.string() })).output(
    checkedSchema
      .extend({
        name: z.string(),
        set: worksheetSetSchema,
        edit: editIdSchema,
      })
      .nullable(),
  ),
  check: method.input(z.object({ set: worksheetSetSchema })).output(checkedSchema),
  save: method
    .input(
      z.object({
        name: z.string().trim().min(1).max(200),
        set: worksheetSetSchema,
        /** The edit at which it was read. If a newer one exists, nothing is written. Null for a new application. */
        from: editIdSchema.nullable(),
        reason: reasonSchema,
      }),
    )
    .output(editOutcomeSchema),
  export: method
    .input(exportTargetSchema.extend({ ...whichSchema.shape, to: z.enum(['csv', 'json', 'xlsx']) }))
    .output(z.object({ path: z.string(), bytes: z.int(), worksheets: z.int() })),
  draft: method
    .input(
      z.object({
        name: z.string().trim().min(1).max(200),
        where: whereSchema,
        run: runIdSchema.nullable().default(null),
        states: z
          .object({
            automaton: runIdSchema.nullable().default(null),
            ids: z.array(z.int().min(0)).min(1).max(1000),
          })
          .nullable()
          .default(null),
        target: exportTargetSchema
          .extend({ to: z.enum(['csv', 'json', 'xlsx']) })
          .nullable()
          .default(null),
      }),
    )
    .output(
      draftedWorksheetSchema.extend({ written: z.object({ path: z.string(), bytes: z.int() }).nullable() }),
    ),
  remove: method.input(whichSchema.extend({ reason: reasonSchema })).output(editOutcomeSchema),
  run: method
    .input(
      whichSchema.extend({
        lines: z.array(scriptLineSchema).min(1).max(1000),
        /** The current day; null uses that of the machine. */
        today: z.iso.date().nullable().default(null),
        /** The model that reads messages and words answers; null for types and templates. */
        answerer: modelAnswererSchema.nullable().default(null),
        budgetUsd: z.number().positive().nullable().default(null),
        /** Input and output together. */
        budgetTokens: z.int().positive().nullable().default(null),
      }),
    )
    .output(z.object({ turns: z.array(turnSchema) })),
  ...namedPromptMethods(z.enum(WORKSHEET_PROMPTS)),
};
