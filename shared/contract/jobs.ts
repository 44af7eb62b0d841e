import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { jobIdSchema, method } from './base.ts';
import { errorDetailSchema } from './errors.ts';

export const jobStateSchema = z.enum([
  'queued',
  'running',
  'paused',
  'cancelling',
  'cancelled',
  'failed',
  'done',
]);
export type JobState = z.infer<typeof jobStateSchema>;

export const jobReasonSchema = z.object({
  code: z.enum([
    'person',
    /** The project closed or the app crashed. */
    'interrupted',
    /** The first part is ready to be looked at. */
    'pilot',
    'budget',
    /** The model's server refuses or does not answer. */
    'provider',
    /** The run waits for answers to exported prompts. */
    'elsewhere',
  ]),
  message: z.string(),
});
export type JobReason = z.infer<typeof jobReasonSchema>;

export const jobSchema = z.object({
  id: jobIdSchema,
  kind: z.string(),
  state: jobStateSchema,
  title: z.string(),
  phase: z.string(),
  /** Progress, counted in `unit`. `total` is null if it is unknown. */
  done: z.number(),
  total: z.number().nullable(),
  unit: z.string(),
  secondsLeft: z.number().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  result: z.unknown(),
  error: z.object({ code: z.string(), message: z.string(), detail: errorDetailSchema }).nullable(),
  reason: jobReasonSchema.nullable(),
  /** True if pausing loses nothing, because the job keeps its results. */
  pausable: z.boolean(),
  /** True if the app started the job by itself, so a page shows little of it. A pause makes it false. */
  background: z.boolean(),
});
export type Job = z.infer<typeof jobSchema>;

export const startedJobSchema = z.object({ job: jobIdSchema });

export const jobsContract = {
  list: method.output(z.array(jobSchema)),
  get: method.input(z.object({ job: jobIdSchema })).output(jobSchema),
  cancel: method.input(z.object({ job: jobIdSchema })).output(jobSchema),
  /** Pauses a job within a second. INVALID if it is not running. */
  pause: method.input(z.object({ job: jobIdSchema })).output(jobSchema),
  resume: method.input(z.object({ job: jobIdSchema })).output(jobSchema),
  /** Streams the job now and at each change, at most ten times a second, until it has ended or is paused. */
  watch: method.input(z.object({ job: jobIdSchema })).output(eventIterator(jobSchema)),
};
