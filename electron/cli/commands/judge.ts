import { DialogramError } from '#shared/contract/errors.ts';
import {
  type ComparedColumns,
  type JudgingSettings,
  judgingSettingsSchema,
  pairFilterSchema,
} from '#shared/contract/judging.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import { readAction, requiredRun } from '../actions.ts';
import { choice, integer, required, text, usage, type Values } from '../arguments.ts';
import { type Command, type CommandContext, stoppedJob } from '../command.ts';
import { KEY_FROM } from '../key-from.ts';
import { LIMIT_OPTIONS, limitsOf, temperatureOf } from '../model-options.ts';

const NAME = 'judge';
const ACTIONS = ['list', 'figures', 'pairs', 'table', 'export'] as const;

function comparedOf(values: Values): ComparedColumns {
  const baseline = text(values, 'against');
  if (values.every !== true) return { kind: 'baseline', baseline };
  if (baseline !== null) throw usage(NAME, 'Give --against or --every, not both.');
  return { kind: 'every' };
}

function settingsOf(values: Values): JudgingSettings {
  const seed = integer(values, 'seed', NAME) ?? 1;
  return judgingSettingsSchema.parse({
    batch: requiredRun(values, 'batch', NAME),
    judge: {
      provider: required(values, 'provider', NAME),
      model: required(values, 'model', NAME),
      temperature: temperatureOf(values, NAME),
      seed,
      maxOutputTokens: integer(values, 'max-output-tokens', NAME, 1) ?? 300,
      structured: values.structured === true,
    },
    compare: comparedOf(values),
    promptVersion: integer(values, 'prompt-version', NAME, 1),
    sample: integer(values, 'sample', NAME, 1),
    seed,
    ...limitsOf(values, NAME),
  });
}

/** Waits for the job to end or pause, and tells with the figures; Ctrl+C pauses it. */
async function outcomeOf(context: CommandContext, job: JobId, run: RunId): Promise<Record<string, unknown>> {
  const { client } = context;
  const { state, reason } = await stoppedJob(context, job, 'Cancelled; verdicts that had come are kept.');
  const found = (await client.judging.runs()).find((candidate) => candidate.run === run);
  if (!found) throw new DialogramError('NOT_FOUND', `There is no judging run ${run} in this project.`);
  return {
    ...found,
    reason,
    ...(state === 'paused' ? { next: `judge PROJECT --go-on ${run}` } : {}),
    summary: await client.judging.summary({ run }),
  };
}

async function run(values: Values, context: CommandContext): Promise<Record<string, unknown>> {
  const { client } = context;
  const paused = integer(values, 'go-on', NAME, 1) as RunId | null;
  if (paused !== null) {
    const { job } = await client.judging.goOn({ run: paused, limits: limitsOf(values, NAME) });
    return outcomeOf(context, job, paused);
  }
  const settings = settingsOf(values);
  if (values.estimate === true) return client.judging.estimate(settings);
  const started = await client.judging.start(settings);
  return outcomeOf(context, started.job, started.run);
}

export const command: Command = {
  name: NAME,
  summary: 'Let a model compare the answers of a batch run in both orders; win rates and what they rest on',
  usage: [
    'judge PROJECT --batch RUN --provider ID --model M [--against COLUMN | --every] [--sample N] [--seed 1] [--prompt-version V] [--structured] [--temperature 0|default] [--max-output-tokens 300] [--budget USD] [--budget-tokens N] [--concurrency 4] [--key-from VARIABLE] [--estimate]',
    'judge PROJECT --go-on RUN [--budget USD] [--budget-tokens N] [--concurrency 4] [--key-from VARIABLE]',
    'judge list PROJECT [--batch RUN]',
    'judge figures PROJECT --run RUN',
    `judge pairs PROJECT --run RUN [--filter ${pairFilterSchema.options.join('|')}] [--offset 0] [--limit 100]`,
    'judge table PROJECT [--seed 1]',
    'judge export PROJECT --run RUN --to csv|jsonl --out FILE',
  ].join('\n  '),
  options: {
    project: { type: 'string' },
    batch: { type: 'string' },
    provider: { type: 'string' },
    model: { type: 'string' },
    against: { type: 'string' },
    every: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    'prompt-version': { type: 'string' },
    structured: { type: 'boolean' },
    temperature: { type: 'string' },
    'max-output-tokens': { type: 'string' },
    ...LIMIT_OPTIONS,
    estimate: { type: 'boolean' },
    'go-on': { type: 'string' },
    run: { type: 'string' },
    filter: { type: 'string' },
    offset: { type: 'string' },
    limit: { type: 'string' },
    to: { type: 'string' },
    out: { type: 'string' },
    ...KEY_FROM,
  },
  async run(given, context) {
    const { values } = given;
    const { client } = context;
    const { action, project } = readAction(given, ACTIONS, NAME);
    await client.projects.open({ path: project });
    switch (action) {
      case 'list':
        return {
          runs: await client.judging.runs({ batch: integer(values, 'batch', NAME, 1) as RunId | null }),
        };
      case 'figures':
        return client.judging.summary({ run: requiredRun(values, 'run', NAME) });
      case 'pairs':
        return client.judging.pairs({
          run: requiredRun(values, 'run', NAME),
          filter: choice(values, 'filter', pairFilterSchema.options, NAME) ?? 'all',
          offset: integer(values, 'offset', NAME) ?? 0,
          limit: integer(values, 'limit', NAME, 1) ?? 100,
        });
      case 'table':
        return client.judging.table({ seed: integer(values, 'seed', NAME) ?? 1 });
      case 'export': {
        const to = choice(values, 'to', ['csv', 'jsonl'] as const, NAME);
        if (to === null) throw usage(NAME, '--to is missing; it is csv or jsonl.');
        return client.judging.export({
          run: requiredRun(values, 'run', NAME),
          to,
          out: required(values, 'out', NAME),
        });
      }
      default:
        return run(values, context);
    }
  },
};
