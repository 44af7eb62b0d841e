import { z } from 'zod';
import { SPEAKER_KINDS } from '../domain/dialogue.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../domain/import-formats.ts';
import {
  dialogueIdSchema,
  exportTargetSchema,
  method,
  pageSchema,
  pathSchema,
  roleSchema,
  runIdSchema,
  sourceIdSchema,
  speakerKindSchema,
  tagIdSchema,
  turnIdSchema,
  utteranceIdSchema,
  writtenSchema,
} from './base.ts';
import { listedSchema } from './filters.ts';
import { startedJobSchema } from './jobs.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

export const refreshInputSchema = z.object({
  sources: z.array(sourceIdSchema).min(1).nullable().default(null),
});
export type RefreshInput = z.infer<typeof refreshInputSchema>;

const watchingSchema = z.object({ on: z.boolean() });

export const growingContract = {
  /** Reads sources and new files of their folders again, as a job. People's work stays; a missing file is a warning. */
  refresh: method.input(refreshInputSchema).output(startedJobSchema),
  watching: method.output(watchingSchema),
  watch: method.input(watchingSchema).output(watchingSchema),
};

export const formatSchema = z.enum(Object.keys(IMPORT_FORMATS) as ImportFormat[]);

/** The speaker, if no column names one. */
const speakersSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('constant'), is: z.enum(SPEAKER_KINDS) }),
  z.object({ by: z.literal('alternation'), first: z.enum(SPEAKER_KINDS) }),
  /** Each line begins with the speaker's name, as in "Agent: Hello". A text of several such lines is several messages. */
  z.object({ by: z.literal('prefix') }),
  /** Each side has its own column, in the order in which the sides speak. */
  z.object({
    by: z.literal('columns'),
    columns: z.array(z.object({ column: z.string(), is: z.enum(SPEAKER_KINDS) })).min(1),
  }),
]);
export type SpeakersInput = z.infer<typeof speakersSchema>;

/** Paths in JSON look like "author.type", with "*" for every element or value. */
export const columnMapSchema = z.object({
  /** For JSON: where the records are in each value. Absent if each value is a record. */
  records: z.string().optional(),
  /** For JSON: where a record has its turns. Absent if a record is a turn, like a row of a table. */
  turns: z.string().optional(),
  /** With `turns`, this path and `domain` start at the record; all other paths start at the turn. */
  conversation: z.string().optional(),
  time: z.string().optional(),
  speaker: z.string().optional(),
  text: z.string().optional(),
  domain: z.string().optional(),
  speakers: speakersSchema.optional(),
  /** Columns with labels of each message. They are kept as annotations. */
  labels: z.array(z.string()).optional(),
  /** The reading of dates like 03/04/2024: day first or month first. */
  dates: z.enum(['dmy', 'mdy']).optional(),
  /** Speaker value → kind. "user" is a customer, and "ignored" leaves the speaker's rows out. */
  roles: z.record(z.string(), z.enum(['user', ...SPEAKER_KINDS, 'ignored'])).optional(),
});
export type ColumnMapInput = z.infer<typeof columnMapSchema>;

const tableQuerySchema = z.object({
  /** One SELECT over the table "data". Null reads the whole table. */
  sql: z.string().max(20_000).nullable().default(null),
  limit: z.int().min(1).nullable().default(null),
  /** A random sample of whole dialogues by seed. With `by`, the values of that column keep their shares. */
  sample: z
    .object({
      dialogues: z.int().min(1),
      seed: z.int().default(1),
      by: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
});
export type TableQuery = z.infer<typeof tableQuerySchema>;

export const importInputSchema = z.object({
  paths: z.array(pathSchema).min(1).max(1000),
  format: z.union([z.literal('auto'), formatSchema]).default('auto'),
  map: columnMapSchema.nullable().default(null),
  /** For twcs.csv: import only this brand's dialogues. */
  brand: z.string().nullable().default(null),
  query: tableQuerySchema.nullable().default(null),
  sheet: z.string().nullable().default(null),
  source: z.string().trim().min(1).max(200).nullable().default(null),
  delimiter: z.string().length(1).nullable().default(null),
  encoding: z.string().nullable().default(null),
  /** Joins consecutive messages of one role into a turn. */
  join: z.boolean().default(true),
  /** Only a project's first import can choose masking, which applies to all later imports and cannot be undone. */
  mask: z.boolean().default(false),
  /** Afterward also tags the dialogues, learns the graph and finds topics, if the project has no automaton yet. */
  prepare: z.boolean().default(false),
});
export type ImportInput = z.infer<typeof importInputSchema>;

/** Counts of one import. `read = utterances + ignored + rejected`, counted in records (rows, messages, turns). */
export const importResultSchema = z.object({
  dialogues: z.int(),
  utterances: z.int(),
  turns: z.int(),
  rejected: z.int(),
  ignored: z.int(),
  read: z.int(),
  /** Dialogues that were already in the project and got new messages. `utterances` counts these messages. */
  continued: z.int().default(0),
  warnings: z.array(z.string()),
  seconds: z.number(),
});
export type ImportResult = z.infer<typeof importResultSchema>;

const previewSchema = z.object({
  format: formatSchema,
  reason: z.string(),
  candidates: z.array(z.object({ format: formatSchema, reason: z.string() })),
  /** The choices for a map: columns of a table, or paths of a turn in JSON. Null for formats without a map. */
  columns: z.array(z.string()).nullable(),
  /** For JSON: the lists that may contain the turns, and the paths inside each list. */
  lists: z.array(z.object({ records: z.string(), turns: z.string() })).default([]),
  recordFields: z.array(z.string()).default([]),
  /** For a workbook: the names of its sheets, and the one shown. */
  sheets: z.array(z.string()).default([]),
  sheet: z.string().nullable().default(null),
  delimiter: z.string().nullable(),
  encoding: z.string().nullable(),
  map: columnMapSchema.nullable(),
  dialogues: z.array(
    z.object({
      externalId: z.string(),
      utterances: z.array(
        z.object({
          role: roleSchema,
          kind: speakerKindSchema,
          speaker: z.string(),
          text: z.string(),
          time: z.string().nullable(),
        }),
      ),
    }),
  ),
  rejects: z.array(z.object({ line: z.int(), reason: z.string(), excerpt: z.string() })),
  /** Speakers whose rows are rejected until a map assigns them. */
  unknownSpeakers: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type Preview = z.infer<typeof previewSchema>;

const sourceSchema = z.object({
  id: sourceIdSchema,
  name: z.string(),
  path: z.string(),
  format: formatSchema,
  join: z.boolean(),
  importedAt: z.string(),
  dialogues: z.int(),
  utterances: z.int(),
  rejected: z.int(),
  ignored: z.int(),
});
export type Source = z.infer<typeof sourceSchema>;

export const dialogueRowSchema = z.object({
  id: dialogueIdSchema,
  externalId: z.string(),
  source: z.string(),
  domains: z.array(z.string()),
  turns: z.int(),
  /** The first message that matches the search, otherwise the first with text; at most 200 characters. */
  excerpt: z.string(),
  /** The values of the requested columns, as text; several are separated by commas. */
  values: z.array(z.string()).default([]),
});
export type DialogueRow = z.infer<typeof dialogueRowSchema>;

const tagOriginSchema = z.enum(['person', 'offline', 'annotations', 'moves', 'taught', 'model']);

export type TaggerOrigin = Exclude<z.infer<typeof tagOriginSchema>, 'person'>;

export const turnTagSchema = z.object({
  id: tagIdSchema,
  name: z.string(),
  origin: tagOriginSchema,
  run: runIdSchema.nullable(),
  /** Set if the tag is archived: the turn keeps it, but learning ignores it. */
  archived: z.literal(true).optional(),
});
export type TurnTag = z.infer<typeof turnTagSchema>;

export const visitSchema = z.object({
  state: z.int(),
  symbol: z.object({ role: roleSchema, tag: z.string() }),
});

const dialogueDetailSchema = z.object({
  id: dialogueIdSchema,
  externalId: z.string(),
  source: z.string(),
  domains: z.array(z.string()),
  turns: z.array(
    z.object({
      id: turnIdSchema,
      index: z.int(),
      role: roleSchema,
      utterances: z.array(
        z.object({
          id: utteranceIdSchema,
          speaker: z.string(),
          kind: speakerKindSchema,
          text: z.string(),
          /** The original text, if it was cleaned. */
          original: z.string().optional(),
          time: z.string().nullable(),
          line: z.int(),
        }),
      ),
      tags: z.array(turnTagSchema),
      removedTags: z.array(turnTagSchema),
      comment: writtenSchema.nullable(),
      /** The transitions that this turn takes in the requested automaton; empty for none. */
      visits: z.array(visitSchema),
    }),
  ),
});
export type DialogueDetail = z.infer<typeof dialogueDetailSchema>;
export type DialogueTurn = DialogueDetail['turns'][number];

const rejectSchema = z.object({
  source: z.string(),
  line: z.int(),
  reason: z.string(),
  excerpt: z.string(),
  records: z.int(),
});
export type RejectRow = z.infer<typeof rejectSchema>;

export const corpusContract = {
  preview: method
    .input(importInputSchema.omit({ paths: true, join: true, prepare: true }).extend({ path: pathSchema }))
    .output(previewSchema),
  import: method.input(importInputSchema).output(startedJobSchema),
  /** Removes the uploaded copies of a canceled import. A person's own files stay. */
  leave: method.input(importInputSchema.pick({ paths: true })).output(z.object({ removed: z.int() })),
  sources: method.output(z.array(sourceSchema)),
  rejects: method.input(pageSchema.extend({ source: sourceIdSchema.optional() })).output(
    z.object({
      total: z.int(),
      items: z.array(rejectSchema),
    }),
  ),
  /** Exports all rejected records as CSV: file, line, reason, records, excerpt. */
  exportRejects: method
    .input(exportTargetSchema.extend({ source: sourceIdSchema.optional() }))
    .output(z.object({ path: z.string(), bytes: z.int(), rows: z.int() })),
  dialogues: method
    .input(listedSchema)
    .output(z.object({ total: z.int(), items: z.array(dialogueRowSchema) })),
  /** If several sources have this id, returns the dialogue of the first source by name. */
  find: method
    .input(z.object({ externalId: z.string().min(1) }))
    .output(z.object({ dialogue: dialogueIdSchema })),
  /**
   * Returns a dialogue with the tags of a run, by default the latest. The path in an automaton comes only on request.
   */
  dialogue: method
    .input(
      z.object({
        dialogue: dialogueIdSchema,
        run: runIdSchema.nullable().default(null),
        automaton: runIdSchema.nullable().default(null),
      }),
    )
    .output(dialogueDetailSchema),
};

const removedSourceSchema = z.object({
  id: sourceIdSchema,
  name: z.string(),
  format: formatSchema,
  path: z.string(),
  dialogues: z.int(),
  utterances: z.int(),
  removedAt: z.string(),
});
export type RemovedSource = z.infer<typeof removedSourceSchema>;

const chosenSchema = z.object({ source: sourceIdSchema, reason: reasonSchema });

/** Removing and restoring are edits with undo and include people's work. A purge makes a removal final. */
export const removingContract = {
  list: method.output(z.array(removedSourceSchema)),
  remove: method.input(chosenSchema).output(editOutcomeSchema),
  bringBack: method.input(chosenSchema).output(editOutcomeSchema),
};
