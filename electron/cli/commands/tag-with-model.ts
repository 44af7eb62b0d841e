import type { DialogramClient } from '#shared/contract/contract.ts';
import { tagVariantSchema } from '#shared/contract/model-tagging.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import { choice, integer, required, usage, type Values } from '../arguments.ts';
import { type CommandContext, stoppedJob } from '../command.ts';
import { LIMIT_OPTIONS, limitsOf, temperatureOf } from '../model-options.ts';

/** The options of `tag --tagger model`. */
export const MODEL_OPTIONS = {
  provider: { type: 'string' },
  model: { type: 'string' },
  variant: { type: 'string' },
  'vocabulary-run': { type: 'string' },
  pilot: { type: 'string' },
  seed: { type: 'string' },
  temperature: { type: 'string' },
  'tokens-per-round': { type: 'string' },
  structured: { type: 'boolean' },
  'batch-files': { type: 'boolean' },
  ...LIMIT_OPTIONS,
  estimate: { type: 'boolean' },
  'go-on': { type: 'string' },
  finish: { type: 'string' },
} as const;

/** Tags with a model, goes on with a paused run or ends one; with --estimate says what it would take. */
export async function tagWithModel(
  values: Values,
  context: CommandContext,
): Promise<Record<string, unknown>> {
  const { client } = context;
  const goOn = integer(values, 'go-on', 'tag', 1) as RunId | null;
  const finish = integer(values, 'finish', 'tag', 1) as RunId | null;
  if (goOn !== null && finish !== null) throw usage('tag', '--go-on and --finish do not go together.');
  if (finish !== null) {
    const { job } = await client.modelTagging.finish({ run: finish });
    return outcomeOf(context, job, finish);
  }
  if (goOn !== null) {
    const { job } = await client.modelTagging.goOn({ run: goOn, limits: limitsOf(values, 'tag') });
    return outcomeOf(context, job, goOn);
  }
  const settings = settingsOf(values);
  if (values.estimate === true) return client.modelTagging.estimate({ settings }, { signal: context.signal });
  const { job, run } = await client.modelTagging.start({ settings });
  return outcomeOf(context, job, run);
}

function settingsOf(values: Values): Parameters<DialogramClient['modelTagging']['start']>[0]['settings'] {
  return {
    provider: required(values, 'provider', 'tag'),
    model: required(values, 'model', 'tag'),
    ...given('variant', choice(values, 'variant', tagVariantSchema.options, 'tag')),
    ...given('vocabularyRun', integer(values, 'vocabulary-run', 'tag', 1) as RunId | null),
    ...given('pilot', integer(values, 'pilot', 'tag')),
    ...given('seed', integer(values, 'seed', 'tag')),
    ...given('tokensPerRound', integer(values, 'tokens-per-round', 'tag', 16)),
    temperature: temperatureOf(values, 'tag'),
    structured: values.structured === true,
    batchFiles: values['batch-files'] === true,
    ...limitsOf(values, 'tag'),
  };
}

const given = <Name extends string, Value>(name: Name, value: Value | null): { [Key in Name]?: Value } =>
  value === null ? {} : ({ [name]: value } as { [Key in Name]?: Value });

/** Waits for the job to end or pause, and tells with the account of the run; Ctrl+C pauses it. */
async function outcomeOf(context: CommandContext, job: JobId, run: RunId): Promise<Record<string, unknown>> {
  const { client } = context;
  const last = await stoppedJob(context, job, 'Cancelled; answers that had come are kept.');
  const report = await client.modelTagging.report({ run });
  const result = last.state === 'done' ? (last.result as Record<string, unknown>) : {};
  return {
    run,
    ...result,
    state: last.state,
    reason: last.reason,
    ...(last.state === 'paused' ? { next: `tag --project … --tagger model --go-on ${run}` } : {}),
    report,
  };
}
