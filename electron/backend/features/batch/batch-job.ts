import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import type { BatchSettings } from '#shared/contract/batch.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import { pausedWhereStopped } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { readItems, rowWriter } from '../../store/comparing/batch-run-table.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { updateRunParams } from '../../store/runs/run-table.ts';
import { sentenceVectors } from '../comparison/index.ts';
import { BATCH, type BatchParams, batchRuns } from './batch-runs.ts';
import { answerWithoutModel, isAnsweredLocally } from './local-rows.ts';
import { askForRows } from './model-rows.ts';
import { beginBatch } from './start-batch.ts';

const batchJobSchema = z.object({ run: runIdSchema, models: z.boolean() });
type BatchJob = z.infer<typeof batchJobSchema>;

/** Returns the parameters of a run's job. With `models`, it may wait for servers and for the job of the index. */
const jobParamsOf = (run: RunId, { columns }: Pick<BatchParams, 'columns'>) => ({
  run,
  models: !columns.every(isAnsweredLocally),
});

/**
 * Fills the missing rows of a run: first those from examples alone, in separate threads, then those of models. Results
 * are kept however it ends, so it can be killed at any point and continued.
 */
async function runBatch(project: Project, { run }: BatchJob, context: JobContext): Promise<{ run: RunId }> {
  const { database, path } = project;
  const { params: before } = batchRuns.require(database, run);
  const version = `${versionOf(database, 'corpus_version')}/${versionOf(database, 'edit_version')}`;
  const versions = [...new Set([...before.versions, version])];
  const params: BatchParams = { ...before, versions };
  updateRunParams(database, run, { ...params });
  const work = {
    database,
    path,
    run,
    params,
    items: readItems(database, run),
    context,
    encoders: project.use(sentenceVectors).chosen(),
    write: rowWriter(database, run),
  };
  await answerWithoutModel(work);
  await pausedWhereStopped(askForRows(project, work));
  batchRuns.end(database, run, 'done');
  return { run };
}

export const batchJob: JobKind<Project, BatchJob> = {
  kind: BATCH,
  params: batchJobSchema,
  topics: ['batches'],
  meanwhile: ['batches'],
  run: runBatch,
  lane: ({ models }) => (models ? 'provider' : 'local'),
  pausable: true,
  onCancelled: ({ database }, { run }) => batchRuns.end(database, run, 'cancelled'),
};

/**
 * Records a run and starts its job.
 * @param background true if nobody waits for it
 */
export async function startBatch(
  project: Project,
  settings: BatchSettings,
  signal?: AbortSignal,
  background = false,
) {
  project.jobs.requireNoneAlone();
  const { run, params } = await beginBatch(project, settings, signal);
  const { length } = params.columns;
  const title = `Batch run ${batchRuns.numberOf(project.database, run)}: ${length} ${length === 1 ? 'column' : 'columns'}`;
  return { job: project.jobs.start(batchJob, title, jobParamsOf(run, params), background), run };
}
