import { type BatchSettings, batchSettingsSchema } from '#shared/contract/batch.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { answerUnitSchema } from '#shared/contract/generation.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import { readAction, requiredRun } from '../actions.ts';
import { COLUMN_OPTIONS, readColumns } from '../answer-columns.ts';
import { choice, integer, required, usage, type Values } from '../arguments.ts';
import { type Command, type CommandContext, stoppedJob } from '../command.ts';
import { KEY_FROM } from '../key-from.ts';
import { LIMIT_OPTIONS, limitsOf } from '../model-options.ts';

const NAME = 'batch';

async function settingsOf(values: Values, { client }: CommandContext): Promise<BatchSettings> {
  const known = (await client.comparison.methods()).map(({ name }) => name);
  const seed = integer(values, 'seed', NAME) ?? 1;
  return batchSettingsSchema.parse({
    run: integer(values, 'tags', NAME, 1),
    columns: readColumns(values, known, NAME),
    answering: {
      unit: choice(values, 'unit', answerUnitSchema.options, NAME) ?? 'next-turn',
      examples: integer(values, 'examples', NAME, 1) ?? 5,
      seed,
    },
    sample: integer(values, 'sample', NAME, 1) ?? 100,
    seed,
    ...limitsOf(values, NAME),
  });
}

/** Waits for the job to end or pause, and tells with the figures; Ctrl+C pauses it. */
async function outcomeOf(context: CommandContext, job: JobId, run: RunId): Promise<Record<string, unknown>> {
  const { client } = context;
  const { state, reason } = await stoppedJob(context, job, 'Cancelled; answers that had come are kept.');
  return {
    ...(await described(context, run)),
    reason,
    ...(state === 'paused' ? { next: `batch PROJECT --go-on ${run}` } : {}),
    summary: await client.batch.summary({ run }),
  };
}

async function described({ client }: CommandContext, run: RunId): Promise<Record<string, unknown>> {
  const found = (await client.batch.runs()).find((candidate) => candidate.run === run);
  if (!found) throw new DialogramError('NOT_FOUND', `There is no batch run ${run} in this project.`);
  return { ...found };
}

async function run(values: Values, context: CommandContext): Promise<Record<string, unknown>> {
  const { client } = context;
  const paused = integer(values, 'go-on', NAME, 1) as RunId | null;
  if (paused !== null) {
    const { job } = await client.batch.goOn({ run: paused, limits: limitsOf(values, NAME) });
    return outcomeOf(context, job, paused);
  }
  const settings = await settingsOf(values, context);
  if (values.estimate === true) return client.batch.estimate(settings);
  const started = await client.batch.start(settings);
  return outcomeOf(context, started.job, started.run);
}

export const command: Command = {
  name: NAME,
  summary: 'Answer a held-out sample by several methods, measure the answers, compare and export runs',
  usage: [
    'batch PROJECT {--column METHOD[:consensus|first|PROVIDER/MODEL] … | --methods LIST|all [--answer consensus|first | --provider ID --model M]} [--sample 100] [--unit next-turn|whole-dialogue] [--examples 5] [--seed 1] [--tags TAGRUN] [--temperature 0|default] [--max-output-tokens 512] [--budget USD] [--budget-tokens N] [--concurrency 4] [--key-from VARIABLE] [--estimate]',
    'batch PROJECT --go-on RUN [--budget USD] [--budget-tokens N] [--concurrency 4] [--key-from VARIABLE]',
    'batch list PROJECT',
    'batch figures PROJECT --run RUN',
    'batch compare PROJECT --run RUN --with RUN',
    'batch export PROJECT --run RUN --to csv|jsonl|html --out FILE',
  ].join('\n  '),
  options: {
    project: { type: 'string' },
    ...COLUMN_OPTIONS,
    sample: { type: 'string' },
    unit: { type: 'string' },
    examples: { type: 'string' },
    seed: { type: 'string' },
    tags: { type: 'string' },
    ...LIMIT_OPTIONS,
    estimate: { type: 'boolean' },
    'go-on': { type: 'string' },
    run: { type: 'string' },
    with: { type: 'string' },
    to: { type: 'string' },
    out: { type: 'string' },
    ...KEY_FROM,
  },
  async run(given, context) {
    const { values } = given;
    const { client } = context;
    const { action, project } = readAction(given, ['list', 'figures', 'compare', 'export'], NAME);
    await client.projects.open({ path: project });
    switch (action) {
      case 'list':
        return { runs: await client.batch.runs() };
      case 'figures':
        return client.batch.summary({ run: requiredRun(values, 'run', NAME) });
      case 'compare':
        return client.batch.compare({
          left: requiredRun(values, 'run', NAME),
          right: requiredRun(values, 'with', NAME),
        });
      case 'export': {
        const to = choice(values, 'to', ['csv', 'jsonl', 'html'] as const, NAME);
        if (to === null) throw usage(NAME, '--to is missing; it is csv, jsonl or html.');
        return client.batch.export({
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
