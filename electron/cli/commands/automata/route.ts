import { routePolicySchema } from '#shared/contract/automata.ts';
import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'route',
  usage: 'route --project p.dialogram [--automaton A] --dialogue ID [--policy literal|greedy|resume]',
  async run(given, { client }) {
    const project = given.project();
    const externalId = given.required('dialogue');
    const automaton = given.run('automaton');
    const policy = given.choice('policy', routePolicySchema.options) ?? 'literal';
    await client.projects.open({ path: project });
    const { dialogue } = await client.corpus.find({ externalId });
    return client.automata.route({ automaton, dialogue, policy });
  },
};
