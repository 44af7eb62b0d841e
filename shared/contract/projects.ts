import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { method, pathSchema, runIdSchema, TOPICS } from './base.ts';
import { startedJobSchema } from './jobs.ts';

const heldSchema = z.object({ dialogues: z.int(), utterances: z.int(), edits: z.int() });
export type HeldCounts = z.infer<typeof heldSchema>;

const backupSchema = z.object({
  path: z.string(),
  bytes: z.number(),
  at: z.string(),
  held: heldSchema.nullable(),
});

const checkSchema = z.object({
  by: z.enum(['sums', 'structure']),
  damage: z.array(z.string()),
  /** The counts that can still be read from a damaged project; null if it is sound or unreadable. */
  readable: heldSchema.nullable(),
  /** The counts when the project was last closed; null if unknown. */
  before: heldSchema.nullable(),
  backups: z.array(
    backupSchema.extend({
      /** Data that can be read from the damaged project but is not in this backup; null if the project is sound. */
      missing: z.object({ dialogues: z.int(), edits: z.int() }).nullable(),
      /** The reason why the backup cannot be restored, as a sentence; null if it can. */
      problem: z.string().nullable(),
    }),
  ),
});
export type ProjectCheck = z.infer<typeof checkSchema>;

const settingsSchema = z.object({
  on: z.boolean(),
});

export const backupsContract = {
  check: method.input(z.object({ path: pathSchema })).output(checkSchema),
  list: method.output(z.object({ folder: z.string(), bytes: z.number(), backups: z.array(backupSchema) })),
  make: method.output(backupSchema),
  settings: method.output(settingsSchema),
  setSettings: method.input(settingsSchema).output(settingsSchema),
  /** Restores by default the newest undamaged backup of a closed project. The old file stays under another name. */
  restore: method
    .input(z.object({ path: pathSchema, backup: pathSchema.nullable().default(null) }))
    .output(z.object({ path: z.string(), from: z.string(), kept: z.string().nullable() })),
  /** Copies everything readable from a closed project into a new one. The damaged file is only read. */
  salvage: method
    .input(z.object({ path: pathSchema, out: pathSchema }))
    .output(heldSchema.extend({ path: z.string(), notes: z.array(z.string()) })),
};

const projectSchema = z.object({
  path: z.string(),
  name: z.string(),
  createdAt: z.string(),
  schemaVersion: z.int(),
  counts: z.object({
    sources: z.int(),
    dialogues: z.int(),
    utterances: z.int(),
    turns: z.int(),
    rejected: z.int(),
    tags: z.int(),
    edits: z.int(),
    taggingRuns: z.int(),
    automata: z.int(),
  }),
  latestAutomaton: runIdSchema.nullable(),
  /** Since when the project accepts only masked dialogues; null if it is not masked. */
  masked: z.string().nullable(),
  /** False if the file was moved, deleted or replaced. Then nothing is saved. */
  inPlace: z.boolean(),
  /** True if the file cannot be written to and is open for reading only. */
  readOnly: z.boolean(),
  /** The version before the migration; set if opening the project migrated it and made a backup. */
  migratedFrom: z.int().nullable(),
  backup: z.string().nullable(),
});
export type Project = z.infer<typeof projectSchema>;

const recentProjectSchema = z.object({
  path: z.string(),
  name: z.string(),
  openedAt: z.string(),
  exists: z.boolean(),
});
export type RecentProject = z.infer<typeof recentProjectSchema>;

const pathInput = z.object({ path: pathSchema });

const changeSchema = z.object({ topics: z.array(z.enum(TOPICS)) });

export const projectsContract = {
  /** Creates a project file and opens it; never overwrites. Relative paths start at the workspace or working directory. */
  create: method.input(pathInput).output(projectSchema),
  open: method.input(pathInput).output(projectSchema),
  current: method.output(projectSchema.nullable()),
  close: method.output(z.object({ closed: z.boolean() })),
  saveAs: method.input(pathInput).output(projectSchema),
  /** Closes the open project and deletes its file if it has no data, as after a failed import. Otherwise INVALID. */
  discard: method.output(z.object({ removed: z.string() })),
  recent: method.output(z.array(recentProjectSchema)),
  forget: method.input(pathInput).output(z.array(recentProjectSchema)),
  /** Project files in the workspace folder, for shells without a native file dialog. */
  inWorkspace: method.output(
    z.array(z.object({ path: z.string(), name: z.string(), bytes: z.number(), modifiedAt: z.string() })),
  ),
  /** Creates and opens a project with the demo dialogues, then imports, tags and learns as one job. */
  createDemo: method.output(z.object({ project: projectSchema, job: startedJobSchema.shape.job })),
  changes: method.output(eventIterator(changeSchema)),
};
