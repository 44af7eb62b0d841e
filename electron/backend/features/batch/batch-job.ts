import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { JobContext } from '../../jobs/runner.ts';
import { readItems, rowWriter } from '../../store/comparing/batch-run-table.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { updateRunParams } from '../../store/runs/run-table.ts';
import type { AnsweringHost } from '../generation/answer.ts';
import { type BatchParams, endBatchRun, requireBatchRun } from './batch-runs.ts';
import { answerWithoutModel } from './local-rows.ts';
import { answerByModels } from './model-rows.ts';
import { isModelColumn } from './start-batch.ts';

export const batchJobSchema = z.object({ run: runIdSchema, models: z.boolean() });

/** What a job of a run is started with; one that asks models waits for them most of the time. */
export const jobParamsOf = (run: RunId, { columns }: Pick<BatchParams, 'columns'>) => ({
  run,
  models: columns.some(isModelColumn),
});

/**
 * Fills the rows that a run lacks: first those without a model, in threads of their own, then those of models. What is
 * there is kept however it ends, so that it can be killed anywhere and gone on with.
 */
export async function runBatch(
  host: AnsweringHost & { readonly path: string },
  given: unknown,
  context: JobContext,
): Promise<{ run: RunId }> {
  const { run } = batchJobSchema.parse(given);
  const { database } = host.project;
  const { params: before } = requireBatchRun(database, run);
  const version = `${versionOf(database, 'corpus_version')}/${versionOf(database, 'edit_version')}`;
  const versions = [...new Set([...before.versions, version])];
  const params: BatchParams = { ...before, versions };
  updateRunParams(database, run, { ...params });
  const work = {
    database,
    path: host.path,
    run,
    params,
    items: readItems(database, run),
    context,
    write: rowWriter(database, run),
  };
  await answerWithoutModel(work);
  await answerByModels(host, work);
  endBatchRun(database, run, 'done');
  return { run };
}
