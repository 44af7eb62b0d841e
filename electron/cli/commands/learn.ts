import { learnerSchema } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { choice, integer, projectPath, text, usage, type Values } from '../arguments.ts';
import { type Command, resultOf } from '../command.ts';

function lambdaOf(values: Values): number | null {
  const given = text(values, 'lambda');
  if (given === null) return 0.1;
  if (given === 'none') return null;
  const value = Number(given);
  if (given.trim() !== '' && value >= 0 && value <= 1) return value;
  throw usage('learn', `--lambda takes a number from 0 to 1, or none, not "${given}".`, given);
}

export const command: Command = {
  name: 'learn',
  summary: 'Learn an automaton from the tags',
  usage:
    'learn --project p.dialogram [--run TAGRUN] [--learner paper|context] [--tau 5] [--lambda 0.1|none] [--depth N] [--continue ends|leaves]',
  options: {
    project: { type: 'string' },
    run: { type: 'string' },
    learner: { type: 'string' },
    tau: { type: 'string' },
    lambda: { type: 'string' },
    depth: { type: 'string' },
    continue: { type: 'string' },
  },
  async run({ values }, context) {
    const project = projectPath(values, 'learn');
    const input = {
      run: integer(values, 'run', 'learn', 1) as RunId | null,
      learner: choice(values, 'learner', learnerSchema.options, 'learn') ?? ('paper' as const),
      tau: integer(values, 'tau', 'learn') ?? 5,
      lambda: lambdaOf(values),
      depth: integer(values, 'depth', 'learn', 1),
      continueAt: choice(values, 'continue', ['ends', 'leaves'], 'learn') ?? ('ends' as const),
    };
    const { client } = context;
    await client.projects.open({ path: project });
    const { job } = await client.automata.learn(input);
    return (await resultOf(context, job)) as Record<string, unknown>;
  },
};
