import { z } from 'zod';
import { method, pathSchema } from './base.ts';

/** Counts of what people would miss if a project were lost. */
const heldSchema = z.object({ dialogues: z.int(), utterances: z.int(), edits: z.int() });
export type HeldCounts = z.infer<typeof heldSchema>;

const backupSchema = z.object({
  path: z.string(),
  bytes: z.number(),
  /** When it was made. */
  at: z.string(),
  /** Null if it was not counted when it was made. */
  held: heldSchema.nullable(),
});

const checkSchema = z.object({
  /** `sums` compared every byte with saved sums; `structure` checked pages, indexes and references, as after a crash. */
  by: z.enum(['sums', 'structure']),
  /** The damage found; empty if the project is sound. */
  damage: z.array(z.string()),
  /** The counts that can still be read from a damaged project; null if it is sound or unreadable. */
  readable: heldSchema.nullable(),
  /** The counts when the project was last closed; null if unknown. */
  before: heldSchema.nullable(),
  backups: z.array(
    backupSchema.extend({
      /** Data that can be read from the damaged project but is not in this backup; null if the project is sound. */
      missing: z.object({ dialogues: z.int(), edits: z.int() }).nullable(),
      /** The reason why it cannot be restored, as a sentence; null if it can. */
      problem: z.string().nullable(),
    }),
  ),
});
export type ProjectCheck = z.infer<typeof checkSchema>;

const settingsSchema = z.object({
  /** True if backups are made automatically. */
  on: z.boolean(),
});

export const backupsContract = {
  /** Looks for damage in a project that is not open; writes nothing into it. */
  check: method.input(z.object({ path: pathSchema })).output(checkSchema),
  /** The backups of the open project, newest first, and where they are. */
  list: method.output(z.object({ folder: z.string(), bytes: z.number(), backups: z.array(backupSchema) })),
  /** Makes a backup of the open project now. */
  make: method.output(backupSchema),
  settings: method.output(settingsSchema),
  setSettings: method.input(settingsSchema).output(settingsSchema),
  /** Restores a backup of a closed project, by default the newest whole one. The old file stays under another name. */
  restore: method
    .input(z.object({ path: pathSchema, backup: pathSchema.nullable().default(null) }))
    .output(z.object({ path: z.string(), from: z.string(), kept: z.string().nullable() })),
  /** Writes what can be read of a project that is not open into a new one; the damaged file is only read. */
  salvage: method
    .input(z.object({ path: pathSchema, out: pathSchema }))
    .output(heldSchema.extend({ path: z.string(), notes: z.array(z.string()) })),
};
