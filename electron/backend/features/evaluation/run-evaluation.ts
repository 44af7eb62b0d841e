import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { EvaluationInput, EvaluationResult } from '#shared/contract/evaluation.ts';
import { translateError } from '../../errors.ts';
import type { JobProgress } from '../../jobs/job.ts';
import { runWorker } from '../../workers/run-worker.ts';
import type { EvaluationWork } from './evaluation.worker.ts';

interface EvaluationOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** The project's file, where `from` speaks of the open project. */
  readonly projectPath?: string;
  /** Where to write what every method found, query by query: the whole file or nothing. */
  readonly dump?: string;
  /** Threads that answer queries; by default as many as the work is worth. */
  readonly threads?: number;
}

/** One evaluation from end to end, for the app's job and for the command line alike; changes nothing but the dump. */
export async function runEvaluation(
  input: EvaluationInput,
  options: EvaluationOptions,
): Promise<EvaluationResult> {
  const { dump } = options;
  // Made before the work, so that a place that cannot be written is known at once.
  const temporary = dump === undefined ? null : `${dump}.${randomUUID().slice(0, 8)}.part`;
  try {
    if (temporary !== null) writeFileSync(temporary, '');
    const result = await runWorker<EvaluationWork>(
      new URL('./evaluation.worker.ts', import.meta.url),
      {
        input,
        projectPath: options.projectPath ?? null,
        dump: temporary,
        threads: options.threads ?? null,
      },
      options,
    );
    if (temporary !== null && dump !== undefined) renameSync(temporary, dump);
    return result;
  } catch (error) {
    if (temporary !== null) rmSync(temporary, { force: true });
    throw options.signal.aborted || dump === undefined ? error : translateError(error, dump);
  }
}
