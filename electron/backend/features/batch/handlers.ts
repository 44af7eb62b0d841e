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

export function batchHandlers(batch: Methods<typeof batchContract>) {
  const readers = new WeakMap<WriteDatabase, ReturnType<typeof createReaders>>();
  const readersOf = ({ database }: Project) => {
    const known = readers.get(database) ?? createReaders(database);
    readers.set(database, known);
    return known;
  };
  return {
    estimate: batch.estimate.handler(({ input, context, signal }) =>
      estimateBatch(context.session.project(), input, signal),
    ),
    start: batch.start.handler(async ({ input, context: { session }, signal }) => {
      const project = session.project();
      project.jobs.requireNoneAlone();
      const { run, params } = await beginBatch(project, input, signal);
      const title = `Batch run ${run}: ${params.columns.length} ${params.columns.length === 1 ? 'column' : 'columns'}`;
      return { job: project.jobs.start(batchJob, title, jobParamsOf(run, params)), run };
    }),
    goOn: batch.goOn.handler(({ input, context: { session } }) =>
      batchRuns.goOn(session.project(), input.run, input.limits, checkedColumns),
    ),
    runs: batch.runs.handler(({ context: { session } }) => {
      const project = session.project();
      const standingOf = batchRuns.standings(project);
      return batchRuns.list(project.database).map((row) => presentBatch(project.database, row, standingOf));
    }),
    rows: batch.rows.handler(({ input, context: { session } }) => readersOf(session.project()).rows(input)),
    row: batch.row.handler(({ input, context: { session } }) =>
      readBatchRow(session.project().database, input),
    ),
    summary: batch.summary.handler(({ input, context: { session }, signal }) => {
      const { database, path } = session.project();
      batchRuns.require(database, input.run);
      return work('summary', path, input, signal);
    }),
    compare: batch.compare.handler(({ input, context: { session }, signal }) => {
      const { database, path } = session.project();
      for (const run of [input.left, input.right]) batchRuns.require(database, run as RunId);
      return work('comparison', path, { run: input.left, with: input.right }, signal);
    }),
    differing: batch.differing.handler(({ input, context: { session }, signal }) =>
      readersOf(session.project()).differing(input, signal),
    ),
    export: batch.export.handler(({ input, context: { session }, signal }) => {
      const { database, path } = session.project();
      batchRuns.require(database, input.run);
      return work('export', path, { ...input, out: targetOf(session, input) }, signal);
    }),
  };
}
