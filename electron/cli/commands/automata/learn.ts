import { z } from 'zod';
import { learnerSchema, learnInputSchema } from '#shared/contract/automata.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import { describedSetting, sweepInputSchema } from '#shared/contract/sweep.ts';
import type { Arguments } from '../../arguments.ts';
import { type Command, type CommandContext, resultOf } from '../../command.ts';

function lambdaOf(given: Arguments): number | null {
  const lambda = given.text('lambda');
  if (lambda === null) return 0.1;
  if (lambda === 'none') return null;
  const value = Number(lambda);
  if (lambda.trim() !== '' && value >= 0 && value <= 1) return value;
  throw given.wrong(`--lambda takes a number from 0 to 1, or none, not "${lambda}".`, lambda);
}

/** Returns comma-separated numbers. Invalid ones become NaN, which the method reports with their position. */
const numbersOf = (given: Arguments, name: string): number[] | undefined => given.list(name)?.map(Number);

/** Learns with all settings, keeps only the figures, and prints one row per setting. */
async function sweep(given: Arguments, context: CommandContext): Promise<object> {
  const { client } = context;
  const out = given.text('out');
  const input = sweepInputSchema.safeParse({
    runs: numbersOf(given, 'runs'),
    learners: given.list('learners') ?? undefined,
    where: given.text('where') ?? undefined,
    taus: numbersOf(given, 'tau'),
    lambdas: given.list('lambda')?.map((lambda) => (lambda === 'none' ? null : Number(lambda))),
    states: numbersOf(given, 'states'),
    policies: given.list('policy') ?? undefined,
    alphas: numbersOf(given, 'alpha'),
    ks: numbersOf(given, 'k'),
    supports: numbersOf(given, 'support'),
  });
  if (!input.success) {
    const [issue] = input.error.issues;
    throw given.wrong(`A setting does not fit: ${issue?.path.join(' ')}: ${issue?.message}.`);
  }
  const { job } = await client.sweep.start(input.data);
  const { run } = z.object({ run: runIdSchema }).parse(await resultOf(context, job));
  const { result } = await client.sweep.get({ run });
  const file = out && (await client.sweep.export({ run, to: 'csv', ...given.target(out) }));
  const rows = result.rows.map(({ setting, beyondChance, ...row }) => {
    const { states: most, ...own } = describedSetting(setting);
    return {
      ...own,
      ...(most !== undefined && { most }),
      ...row,
      beyondChance: beyondChance.estimate,
      lower: beyondChance.lower,
      upper: beyondChance.upper,
    };
  });
  return { run, ...result, rows, ...(file && { file: file.path }) };
}

/** Learns from counted paths, without a project, and writes the automaton to a file. */
function learnFromCounts(path: string, given: Arguments, { client }: CommandContext): Promise<object> {
  return client.automata.learnFromCounts({
    path,
    sql: given.text('query'),
    learner: given.choice('learner', ['overview', 'paper']) ?? 'overview',
    states: given.integer('states', 4) ?? undefined,
    lambda: lambdaOf(given),
    leastDialogues: given.integer('least-dialogues', 1),
    ...given.target(given.required('out')),
  });
}

export const learnCommand: Command = {
  name: 'learn',
  usage:
    'learn --project p.dialogram [--run TAGRUN] [--learner paper|context|overview|dependency|merging] [--tau 5] [--lambda 0.1|none] [--depth N] [--continue ends|leaves] [--states N] [--policy phi|alergia|k-tails] [--alpha 0.0001] [--k 2] [--support 0.01] [--most-forced N] [--where "domain = hotel and turns > 8"]; or learn --sweep --project p.dialogram [--runs 1,2] [--learners LIST] [--tau 2,5] [--lambda 0.1,none] [--states 20,40] [--policy LIST] [--alpha LIST] [--k LIST] [--support LIST] [--where FILTER] [--out FILE.csv [--force]]; or learn --from FILE [--query SQL] [--least-dialogues N] [--learner overview|paper] [--states 40] [--lambda 0.1|none] --out FILE.json [--force]',
  async run(given, context) {
    const from = given.path('from');
    if (from !== null) return learnFromCounts(from, given, context);
    const project = given.project();
    if (given.named.has('sweep')) {
      await context.client.projects.open({ path: project });
      return sweep(given, context);
    }
    const input = {
      run: given.run('run'),
      learner: given.choice('learner', learnerSchema.options) ?? 'paper',
      where: given.text('where') ?? '',
      tau: given.integer('tau') ?? 5,
      lambda: lambdaOf(given),
      depth: given.integer('depth', 1),
      continueAt: given.choice('continue', ['ends', 'leaves']) ?? 'ends',
      states: given.integer('states', 4),
      policy: given.choice('policy', learnInputSchema.shape.policy.unwrap().options) ?? undefined,
      alpha: given.amount('alpha') ?? undefined,
      k: given.integer('k') ?? undefined,
      support: given.amount('support') ?? undefined,
      mostForced: given.integer('most-forced'),
    };
    const { client } = context;
    await client.projects.open({ path: project });
    const { job } = await client.automata.learn(input);
    return resultOf(context, job);
  },
};
