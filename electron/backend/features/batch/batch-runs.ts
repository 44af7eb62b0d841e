import { z } from 'zod';
import { batchSettingsSchema } from '#shared/contract/batch.ts';
import { type LastingRun, lastingRuns } from '../../jobs/lasting-runs.ts';
import { LSA_NAME } from '../../providers/embeddings/lsa-encoder.ts';
import { countBatch } from '../../store/comparing/batch-run-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headOf } from '../retrieval/index.ts';

export const BATCH = 'batch';

/** Everything that shapes a batch run, as stored with the run. */
const batchParamsSchema = batchSettingsSchema.extend({
  tagger: z.string(),
  /** Turns or dialogues there were to draw from. */
  heldOut: z.int(),
  /**
   * States of tags and dialogues that rows were made in; more than one if they changed while the run was
   * paused.
   */
  versions: z.array(z.string()),
});
export type BatchParams = z.infer<typeof batchParamsSchema>;

export type BatchRunRow = LastingRun<BatchParams>;

export const batchRuns = lastingRuns({
  kind: BATCH,
  words: 'batch run',
  keeps: 'answers',
  params: batchParamsSchema,
  settingsStay: true,
});

const UNIT = { 'next-turn': 'turns', 'whole-dialogue': 'dialogues' } as const;

/** Returns a run as lists and pages show it. */
export function describeBatch(database: ReadDatabase, { run, params }: BatchRunRow) {
  const { tagger, heldOut, versions, ...settings } = params;
  const counts = countBatch(database, run);
  return {
    settings,
    columns: settings.columns.map((column) => headOf(column, tagger)),
    encoder: LSA_NAME,
    tagger,
    items: counts.items,
    heldOut,
    rows: counts.rows,
    rowsInAll: counts.items * settings.columns.length,
    failed: counts.failed,
    warnings: [
      ...(counts.items < settings.sample
        ? [`Only ${heldOut} ${UNIT[settings.answering.unit]} are held out from the index; all are asked.`]
        : []),
      ...(versions.length > 1
        ? [
            'Tags or dialogues changed while this run was paused: its rows were not all made in the same state.',
          ]
        : []),
    ],
  };
}
