export { startBatch } from './batch-job.ts';
export { headReader, indexOfColumn } from './batch-rows.ts';
export { type BatchRunRow, batchRuns } from './batch-runs.ts';
