import { stateColourSchema } from '#shared/contract/state-names.ts';
import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'names',
  usage:
    'names list|set STATE --project p.dialogram [--automaton ID] [--name NAME] [--note TEXT] [--phase PHASE] [--color yellow|green|violet|red|grey]',
  async run(given, { client }) {
    const [verb, word = '', ...more] = given.positionals;
    if (more.length > 0 || (!(verb === 'list' && word === '') && !(verb === 'set' && /^\d+$/.test(word))))
      throw given.wrong('Say list, or set and the number of a state.', given.positionals.join(' '));
    const colour = stateColourSchema.safeParse(given.text('color') ?? '');
    if (!colour.success)
      throw given.wrong(
        `Colors are ${stateColourSchema.options.slice(1).join(', ')}.`,
        given.text('color') ?? '',
      );
    await client.projects.open({ path: given.project() });
    const automaton = given.run('automaton');
    if (verb === 'list') return { names: await client.stateNames.list({ automaton }) };
    return client.stateNames.describe({
      automaton,
      state: Number(word),
      name: given.text('name') ?? '',
      note: given.text('note') ?? '',
      phase: given.text('phase') ?? '',
      colour: colour.data,
    });
  },
};
