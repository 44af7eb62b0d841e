import { learnerSchema, learnInputSchema } from '#shared/contract/automata.ts';
import { type Arguments, texts } from '../arguments.ts';
import { type Command, resultOf } from '../command.ts';

function lambdaOf(given: Arguments): number | null {
  const lambda = given.text('lambda');
  if (lambda === null) return 0.1;
  if (lambda === 'none') return null;
  const value = Number(lambda);
  if (lambda.trim() !== '' && value >= 0 && value <= 1) return value;
  throw given.wrong(`--lambda takes a number from 0 to 1, or none, not "${lambda}".`, lambda);
}

export const command: Command = {
  name: 'learn',
  summary: 'Learn an automaton from the tags',
  usage:
    'learn --project p.dialogram [--run TAGRUN] [--learner paper|context|overview|dependency|merging] [--tau 5] [--lambda 0.1|none] [--depth N] [--continue ends|leaves] [--states 40] [--policy phi|alergia|k-tails] [--alpha 0.0001] [--k 2] [--support 0.01] [--most-forced N] [--where "domain = hotel and rounds > 8"]',
  options: texts(
    'project',
    'run',
    'learner',
    'tau',
    'lambda',
    'depth',
    'continue',
    'states',
    'policy',
    'alpha',
    'k',
    'support',
    'most-forced',
    'where',
  ),
  async run(given, context) {
    const project = given.project();
    const input = {
      run: given.run('run'),
      learner: given.choice('learner', learnerSchema.options) ?? 'paper',
      where: given.text('where') ?? '',
      tau: given.integer('tau') ?? 5,
      lambda: lambdaOf(given),
      depth: given.integer('depth', 1),
      continueAt: given.choice('continue', ['ends', 'leaves']) ?? 'ends',
      states: given.integer('states', 4) ?? 40,
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
