import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { type BatchSettings, batchSettingsSchema } from '#shared/contract/batch.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { answerUnitSchema } from '#shared/contract/generation.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import { COLUMN_OPTIONS, readColumns } from '../answer-columns.ts';
import { type Arguments, amount, choice, integer, required, text, usage, type Values } from '../arguments.ts';
import { type Command, type CommandContext, stoppedJob } from '../command.ts';
import { KEY_FROM } from '../key-from.ts';

const NAME = 'batch';

/** "batch PROJECT …" and "batch export PROJECT …"; the project may be given by --project, too. */
function readWords({ values, positionals }: Arguments): { action: string; project: string } {
  const [first] = positionals;
  const action =
    first === 'export' || first === 'compare' || first === 'figures' || first === 'list' ? first : 'run';
  const rest = action === 'run' ? positionals : positionals.slice(1);
  const project = text(values, 'project') ?? rest[0];
  if (rest.length > 1 || (rest.length === 1 && text(values, 'project') !== null))
    throw usage(NAME, `"${rest[rest.length - 1]}" is one word too many.`, rest[rest.length - 1]);
  if (!project) throw usage(NAME, 'The project is missing.');
  return {
    action,
    project: extname(project) === '.dialogram' || existsSync(project) ? project : `${project}.dialogram`,
  };
}

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
    ...limitsOf(values),
  });
}

function limitsOf(values: Values) {
  const given = {
    budgetUsd: amount(values, 'budget', NAME),
    budgetTokens: integer(values, 'budget-tokens', NAME, 1),
    concurrency: integer(values, 'concurrency', NAME, 1),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
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
    const { job } = await client.batch.goOn({ run: paused, limits: limitsOf(values) });
    return outcomeOf(context, job, paused);
  }
  const settings = await settingsOf(values, context);
  if (values.estimate === true) return client.batch.estimate(settings);
  const started = await client.batch.start(settings);
  return outcomeOf(context, started.job, started.run);
}

const runOf = (values: Values, name: string): RunId => {
  required(values, name, NAME);
  return integer(values, name, NAME, 1) as RunId;
};

export const batchCommand: Command = {
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
    budget: { type: 'string' },
    'budget-tokens': { type: 'string' },
    concurrency: { type: 'string' },
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
    const { action, project } = readWords(given);
    await client.projects.open({ path: project });
    switch (action) {
      case 'list':
        return { runs: await client.batch.runs() };
      case 'figures':
        return client.batch.summary({ run: runOf(values, 'run') });
      case 'compare':
        return client.batch.compare({ left: runOf(values, 'run'), right: runOf(values, 'with') });
      case 'export': {
        const to = choice(values, 'to', ['csv', 'jsonl', 'html'] as const, NAME);
        if (to === null) throw usage(NAME, '--to is missing; it is csv, jsonl or html.');
        return client.batch.export({ run: runOf(values, 'run'), to, out: required(values, 'out', NAME) });
      }
      default:
        return run(values, context);
    }
  },
};
