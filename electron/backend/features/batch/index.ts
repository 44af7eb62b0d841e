export { startBatch } from './batch-job.ts';
export { type BatchRunRow, batchRuns, headReader, indexOfColumn } from './batch-rows.ts';
