import { z } from 'zod';
import { settingFiguresSchema } from '../domain/figures.ts';
import { type LearnInput, learnerSchema, learnInputSchema, usedSettings } from './automata.ts';
import { exportTargetSchema, method, runIdSchema } from './base.ts';
import { whereSchema } from './filters.ts';
import { startedJobSchema } from './jobs.ts';

const { tau, lambda, states, policy, alpha, k, support } = learnInputSchema.shape;
const several = <Value extends z.ZodType>(value: Value, option?: string) =>
  z.array(value).min(1).max(20).meta({ option });

export const sweepInputSchema = z.object({
  /** Tagging runs; none means the current one. */
  runs: z.array(runIdSchema).max(50).default([]).meta({ word: '1,2' }),
  learners: several(learnerSchema).default([...learnerSchema.options]),
  where: whereSchema,
  taus: several(tau.unwrap(), 'tau').default([5]),
  lambdas: several(lambda.unwrap(), 'lambda').default([0.1]),
  states: several(states.unwrap().unwrap()).default([40]),
  policies: several(policy.unwrap(), 'policy').default(['alergia']),
  alphas: several(alpha.unwrap(), 'alpha').default([1e-4]),
  ks: several(k.unwrap(), 'k').default([2]),
  supports: several(support.unwrap(), 'support').default([0.01]),
});
export type SweepInput = z.infer<typeof sweepInputSchema>;

export const MOST_SETTINGS = 200;

export function settingsOf(input: SweepInput): LearnInput[] {
  const { where, taus, lambdas, states, policies, alphas, ks, supports } = input;
  const runs = input.runs.length === 0 ? [null] : [...new Set(input.runs)];
  const own: Readonly<Record<LearnInput['learner'], () => Partial<LearnInput>[]>> = {
    paper: () => crossed({ tau: taus, lambda: lambdas }),
    context: () => crossed({ tau: taus }),
    overview: () => crossed({ states }),
    dependency: () => [{}],
    merging: () =>
      [...new Set(policies)].flatMap((policy) => [
        ...crossed({
          policy: [policy],
          states,
          support: supports,
          ...(policy === 'phi' ? { lambda: lambdas } : policy === 'alergia' ? { alpha: alphas } : { k: ks }),
        }),
      ]),
  };
  return runs.flatMap((run) =>
    [...new Set(input.learners)].flatMap((learner) =>
      own[learner]().map((values) => learnInputSchema.parse({ run, learner, where, ...values })),
    ),
  );
}

export const SWEPT = {
  tau: 'taus',
  lambda: 'lambdas',
  states: 'states',
  support: 'supports',
  alpha: 'alphas',
  k: 'ks',
} as const;

export function describedSetting({ run, learner, ...values }: LearnInput): Partial<LearnInput> {
  const names: readonly string[] = usedSettings({ learner, policy: values.policy });
  const own = Object.entries(values).filter(
    ([name]) => names.includes(name) && (name in SWEPT || name === 'policy'),
  );
  return { run, learner, ...Object.fromEntries(own) };
}

function crossed(values: Partial<{ [Name in keyof LearnInput]: readonly LearnInput[Name][] }>) {
  return Object.entries(values).reduce<Partial<LearnInput>[]>(
    (all, [name, of]) =>
      all.flatMap((one) => [...new Set<unknown>(of)].map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

const sweepRowSchema = z.object({
  setting: learnInputSchema,
  tagger: z.string(),
  ...settingFiguresSchema.shape,
  /** Seconds of learning, without measuring. */
  seconds: z.number(),
});
export type SweepRow = z.infer<typeof sweepRowSchema>;

export const sweepResultSchema = z.object({
  rows: z.array(sweepRowSchema),
  dialogues: z.int(),
  heldOut: z.int(),
  seconds: z.number(),
});
export type SweepResult = z.infer<typeof sweepResultSchema>;

const sweepSummarySchema = z.object({
  id: runIdSchema,
  createdAt: z.string(),
  input: sweepInputSchema,
  rows: z.int(),
  seconds: z.number(),
  stale: z.boolean(),
});
export type SweepSummary = z.infer<typeof sweepSummarySchema>;

const runInput = z.object({ run: runIdSchema });

export const sweepContract = {
  start: method.input(sweepInputSchema).output(startedJobSchema),
  list: method.output(z.array(sweepSummarySchema)),
  get: method.input(runInput).output(sweepSummarySchema.extend({ result: sweepResultSchema })),
  export: method
    .input(exportTargetSchema.extend({ ...runInput.shape, to: z.enum(['csv', 'json']) }))
    .output(z.object({ path: z.string(), bytes: z.int() })),
};
