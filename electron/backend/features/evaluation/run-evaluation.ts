import type { EvaluationInput, EvaluationResult } from '#shared/contract/evaluation.ts';
import type { EvaluationProgress, EvaluationWorkerInput } from '../../workers/evaluation.ts';
import { runWorker } from '../../workers/run-worker.ts';

export interface EvaluationOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: EvaluationProgress) => void;
  /** The project's file, where `from` speaks of the open project. */
  readonly projectPath?: string;
  /** Where to write what every method found, query by query. */
  readonly dump?: string;
  /** Threads that answer queries; by default as many as the work is worth. */
  readonly threads?: number;
}

/** One evaluation from end to end, for the app's job and for the command line alike; changes nothing but the dump. */
export function runEvaluation(input: EvaluationInput, options: EvaluationOptions): Promise<EvaluationResult> {
  return runWorker<EvaluationWorkerInput, EvaluationProgress, EvaluationResult>(
    'evaluation',
    {
      input,
      projectPath: options.projectPath ?? null,
      dump: options.dump ?? null,
      threads: options.threads ?? null,
    },
    options,
  );
}
