import { type EvaluationInput, evaluationInputSchema } from '#shared/contract/evaluation.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { corpusFingerprint } from '../../store/corpus/dialogue-table.ts';
import { asRun, finishRun } from '../../store/runs/run-table.ts';
import { runEvaluation } from './run-evaluation.ts';

/** Evaluates and stores the figures as a run, with everything that shaped them. */
async function runEvaluationJob(
  { database, path }: Project,
  input: EvaluationInput,
  context: JobContext,
): Promise<{ run: RunId }> {
  const row = {
    kind: 'evaluation',
    params: { ...input },
    seed: input.seed,
    inputFingerprint:
      input.from.kind === 'project'
        ? corpusFingerprint(database)
        : `${input.from.train} ${input.from.test ?? ''}`,
  };
  return asRun(database, row, async (run) => {
    const result = await runEvaluation(input, {
      signal: context.signal,
      projectPath: path,
      onProgress: (progress) => context.report(progress),
    });
    finishRun(database, run, new Date().toISOString(), result);
    return { run };
  });
}

export const evaluationJob: JobKind<Project, EvaluationInput> = {
  kind: 'evaluation',
  params: evaluationInputSchema,
  topics: ['evaluations'],
  run: runEvaluationJob,
};
