import { z } from 'zod';
import { dialogueIdSchema, method, sourceIdSchema } from './base.ts';
import { startedJobSchema } from './jobs.ts';

/** The selection to purge: whole sources, chosen dialogues, or both. */
const purgeSelectionSchema = z.object({
  sources: z.array(sourceIdSchema).max(1000).default([]),
  dialogues: z.array(dialogueIdSchema).max(100_000).default([]),
});
export type PurgeSelection = z.infer<typeof purgeSelectionSchema>;

const fileSchema = z.object({ path: z.string(), bytes: z.number() });

/** Everything that a purge would delete, counted beforehand. */
const purgePreviewSchema = z.object({
  /** The text a person types to confirm: the source's name, the dialogue's id, or a count such as "40 dialogues". */
  name: z.string(),
  sources: z.int(),
  /** Sources that were removed earlier. Every purge deletes these too, so all counts include them. */
  removed: z.array(z.string()),
  dialogues: z.int(),
  turns: z.int(),
  utterances: z.int(),
  /** Rejected records. A purged source deletes its records. A purged dialogue only deletes their excerpts. */
  rejects: z.int(),
  /** Tags that taggers gave these turns, and those that people decided on or marked. */
  machineTags: z.int(),
  decisions: z.int(),
  /** Tags of the vocabulary that no other dialogue uses. */
  tags: z.int(),
  /** Entries of the edit log that are deleted, and entries that stay because of their other turns. */
  edits: z.int(),
  editsShortened: z.int(),
  /** Automata learned from these dialogues, without those of the retrieval index. */
  automata: z.int(),
  vectors: z.int(),
  /** Batch runs that used these dialogues as test dialogues or as examples. */
  batches: z.int(),
  /** Judging runs of these batch runs. */
  judgings: z.int(),
  modelAnswers: z.int(),
  /** Prompts that contain words that only these dialogues have. */
  prompts: z.int(),
  /** Stored conversations that contain their text. */
  cases: z.int(),
  votePairs: z.int(),
  /** Earlier jobs. Their file names and messages are deleted. */
  jobs: z.int(),
  /** Providers that received this text. Only they can delete their copies. */
  sentTo: z.array(z.string()),
  /** Copies of the whole project from before an update. */
  backups: z.array(fileSchema),
  /** Uploaded files that the sources were imported from. */
  uploads: z.array(fileSchema),
  /** Files elsewhere that the sources were imported from; a purge never touches them. */
  originals: z.array(z.string()),
});
export type PurgePreview = z.infer<typeof purgePreviewSchema>;

export const purgeInputSchema = purgeSelectionSchema.extend({
  /** The number of dialogues in the preview. With any other number, the purge is refused. */
  expected: z.int().min(0),
  /** Also deletes the backups next to the project, which contain everything. */
  backups: z.boolean().default(true),
  /** Also deletes the uploaded files from which the text came. */
  uploads: z.boolean().default(true),
});

export const purgeResultSchema = z.object({
  dialogues: z.int(),
  utterances: z.int(),
  tags: z.int(),
  edits: z.int(),
  automata: z.int(),
  filesRemoved: z.int(),
  /** Backups and uploads that still contain the text, because they were kept or could not be removed. */
  filesLeft: z.int(),
  warnings: z.array(z.string()),
});
export type PurgeResult = z.infer<typeof purgeResultSchema>;

export const purgeContract = {
  /** Counts what a purge would delete. Changes nothing. */
  preview: method.input(purgeSelectionSchema).output(purgePreviewSchema),
  /**
   * Deletes permanently, as a job. BUSY while another job runs. After a crash, either nothing is deleted, or opening
   * the project completes it.
   */
  run: method.input(purgeInputSchema).output(startedJobSchema),
};
