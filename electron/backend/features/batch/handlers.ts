import type { batchContract } from '#shared/contract/batch.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Methods } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { askReading } from '../../workers/reading-worker.ts';
import type { BatchFigures } from './batch-figures.worker.ts';
import { batchJob, jobParamsOf } from './batch-job.ts';
import { readBatchRow } from './batch-row.ts';
import { createRowReader } from './batch-rows.ts';
import { batchRuns, presentBatch } from './batch-runs.ts';
import { createDifferingReader } from './differing-rows.ts';
import { estimateBatch } from './estimate.ts';
import { beginBatch, checkedColumns } from './start-batch.ts';

const work = askReading<BatchFigures>(new URL('./batch-figures.worker.ts', import.meta.url));

/** Each keeps the order of the last question, since a person scrolls through one. */
const createReaders = (database: WriteDatabase) => ({
  rows: createRowReader(database),
  differing: createDifferingReader(database),
});

const readers = new WeakMap<WriteDatabase, ReturnType<typeof createReaders>>();
const readersOf = ({ database }: Project) => {
  const known = readers.get(database) ?? createReaders(database);
  readers.set(database, known);
  return known;
};

export const batchHandlers: Methods<typeof batchContract> = {
  estimate: ({ input, project, signal }) => estimateBatch(project, input, signal),
  start: async ({ input, project, signal }) => {
    project.jobs.requireNoneAlone();
    const { run, params } = await beginBatch(project, input, signal);
    const title = `Batch run ${run}: ${params.columns.length} ${params.columns.length === 1 ? 'column' : 'columns'}`;
    return { job: project.jobs.start(batchJob, title, jobParamsOf(run, params)), run };
  },
  goOn: ({ input, project }) => batchRuns.goOn(project, input.run, input.limits, checkedColumns),
  runs: ({ project }) => {
    const standingOf = batchRuns.standings(project);
    const rows = batchRuns.list(project.database);
    return Promise.all(rows.map((row) => presentBatch(project.database, row, standingOf)));
  },
  rows: ({ input, project }) => readersOf(project).rows(input),
  row: ({ input, project }) => readBatchRow(project.database, input),
  summary: ({ input, project: { database, path }, signal }) => {
    batchRuns.require(database, input.run);
    return work('summary', path, input, signal);
  },
  compare: ({ input, project: { database, path }, signal }) => {
    for (const run of [input.left, input.right]) batchRuns.require(database, run as RunId);
    return work('comparison', path, { run: input.left, with: input.right }, signal);
  },
  differing: ({ input, project, signal }) => readersOf(project).differing(input, signal),
  export: ({ input, project: { database, path }, session, signal }) => {
    batchRuns.require(database, input.run);
    return work('export', path, { ...input, out: targetOf(session, input) }, signal);
  },
};
