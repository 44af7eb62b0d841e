import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Job, startedJobSchema } from '#shared/contract/jobs.ts';
import { hasEnded } from '../../client/job-state.ts';
import { useJob } from '../../client/use-job.ts';

type Started = z.infer<typeof startedJobSchema>;

export interface StartedJob<Input, Result> {
  readonly start: UseMutationResult<Started, Error, Input>;
  readonly job: Job | null;
  /** The error of watching the job, not the job's own failure. */
  readonly error: unknown;
  readonly result: Result | undefined;
  /** `idle` until it starts, and again after `start.reset()` or a failed start. */
  readonly stage: 'idle' | 'under way' | 'ended';
}

/** Starts a job from a dialog and follows it to its result. */
export function useStartedJob<Result, Input = void>(
  result: z.ZodType<Result>,
  begin: (input: Input) => Promise<Started>,
  onBegun?: () => void,
): StartedJob<Input, Result> {
  const start = useMutation({ mutationFn: begin, ...(onBegun && { onSuccess: onBegun }) });
  const { job, error } = useJob(start.data?.job ?? null);
  const started = start.isPending || start.isSuccess;
  return {
    start,
    job,
    error,
    result: job?.state === 'done' ? result.safeParse(job.result).data : undefined,
    stage: !started ? 'idle' : job !== null && hasEnded(job) ? 'ended' : 'under way',
  };
}
