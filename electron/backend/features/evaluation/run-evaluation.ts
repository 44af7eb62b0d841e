import { writeFileSync } from 'node:fs';
import type { EvaluationInput, EvaluationResult } from '#shared/contract/evaluation.ts';
import { translateError } from '../../errors.ts';
import type { JobProgress } from '../../jobs/job.ts';
import { beginOutput, type OutputTarget } from '../../output/target.ts';
import { inThread } from '../../workers/in-thread.ts';

interface EvaluationOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** The project's file, where `from` speaks of the open project. */
  readonly projectPath?: string;
  /** A file that keeps the vectors of sentence encoders between evaluations. */
  readonly vectors?: string;
  /** Path for the results of every method, query by query: the whole file or nothing. */
  readonly dump?: OutputTarget;
  /** Number of threads for queries; by default chosen by the amount of work. */
  readonly threads?: number;
}

/** Runs one evaluation, for the app's job and the command line; changes nothing except the dump. */
export async function runEvaluation(
  input: EvaluationInput,
  options: EvaluationOptions,
): Promise<EvaluationResult> {
  const { dump } = options;
  // Created before the work, so that an unwritable place is reported at once.
  const output = dump === undefined ? null : beginOutput(dump);
  try {
    if (output) writeFileSync(output.temporary, '');
    const result = await inThread(
      'evaluation',
      'evaluate',
      [
        {
          input,
          projectPath: options.projectPath ?? null,
          vectors: options.vectors ?? null,
          dump: output?.temporary ?? null,
          threads: options.threads ?? null,
        },
      ],
      options,
    );
    output?.finish();
    return result;
  } catch (error) {
    output?.discard();
    throw options.signal.aborted || dump === undefined ? error : translateError(error, dump.path);
  }
}
