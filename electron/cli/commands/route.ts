import { routePolicySchema } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { choice, integer, projectPath, required } from '../arguments.ts';
import type { Command } from '../command.ts';

export const command: Command = {
  name: 'route',
  summary: "Route a dialogue's tags through an automaton",
  usage: 'route --project p.dialogram [--automaton A] --dialogue ID [--policy literal|greedy|resume]',
  options: {
    project: { type: 'string' },
    automaton: { type: 'string' },
    dialogue: { type: 'string' },
    policy: { type: 'string' },
  },
  async run({ values }, { client }) {
    const project = projectPath(values, 'route');
    const externalId = required(values, 'dialogue', 'route');
    const automaton = integer(values, 'automaton', 'route', 1) as RunId | null;
    const policy = choice(values, 'policy', routePolicySchema.options, 'route') ?? 'literal';
    await client.projects.open({ path: project });
    const { dialogue } = await client.corpus.find({ externalId });
    return client.automata.route({ automaton, dialogue, policy });
  },
};
