import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { method, pathSchema, runIdSchema } from './base.ts';
import { startedJobSchema } from './jobs.ts';

const projectSchema = z.object({
  /** Path of the file as the backend sees it. */
  path: z.string(),
  name: z.string(),
  createdAt: z.string(),
  schemaVersion: z.int(),
  counts: z.object({
    sources: z.int(),
    dialogues: z.int(),
    utterances: z.int(),
    rounds: z.int(),
    rejected: z.int(),
    tags: z.int(),
    edits: z.int(),
    taggingRuns: z.int(),
    automata: z.int(),
  }),
  latestAutomaton: runIdSchema.nullable(),
  /** The time since when it accepts only masked dialogues; null if it is not masked. */
  masked: z.string().nullable(),
  /** False if the open file is no longer the one at its path: it was moved, deleted or replaced, and nothing is saved. */
  inPlace: z.boolean(),
  /** True if the file cannot be written to and is open for reading only. */
  readOnly: z.boolean(),
  /** Set where opening took a backup before migrating. */
  migratedFrom: z.int().nullable(),
  backup: z.string().nullable(),
});
export type Project = z.infer<typeof projectSchema>;

const recentProjectSchema = z.object({
  path: z.string(),
  name: z.string(),
  openedAt: z.string(),
  /** False if the file is gone. */
  exists: z.boolean(),
});
export type RecentProject = z.infer<typeof recentProjectSchema>;

const pathInput = z.object({ path: pathSchema });

/** The parts of the project that changed, so that a page knows what to read again. */
const changeSchema = z.object({
  /** Values of `Topic`. */
  topics: z.array(z.string()),
});

export const projectsContract = {
  /** Creates a project file and opens it; never overwrites. Relative paths start at the workspace or working directory. */
  create: method.input(pathInput).output(projectSchema),
  open: method.input(pathInput).output(projectSchema),
  /** The project this page has open, or null. */
  current: method.output(projectSchema.nullable()),
  close: method.output(z.object({ closed: z.boolean() })),
  /** Writes all of the open project to a new file, also where its own is gone, and opens that in its place. */
  saveAs: method.input(pathInput).output(projectSchema),
  /** Closes the open project and deletes its file if it is empty, as after an unreadable import. Else INVALID. */
  discard: method.output(z.object({ removed: z.string() })),
  recent: method.output(z.array(recentProjectSchema)),
  forget: method.input(pathInput).output(z.array(recentProjectSchema)),
  /** Project files in the workspace folder, for shells without a native file dialog. */
  inWorkspace: method.output(
    z.array(z.object({ path: z.string(), name: z.string(), bytes: z.number(), modifiedAt: z.string() })),
  ),
  /** Makes and opens a project with the demo corpus, then imports, tags and learns as one job. */
  createDemo: method.output(z.object({ project: projectSchema, job: startedJobSchema.shape.job })),
  /** Topics that changed in the open project, as they change. */
  changes: method.output(eventIterator(changeSchema)),
};
