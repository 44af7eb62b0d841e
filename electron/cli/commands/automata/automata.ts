import type { Command } from '../../command.ts';

const ACTIONS = ['list', 'import'] as const;

export const command: Command = {
  name: 'automata',
  usage:
    'automata list --project p.dialogram; or automata import FILE.json --project p.dialogram [--run TAGRUN]',
  async run(given, { client }) {
    const [named, path, ...more] = given.positionals;
    const action = ACTIONS.find((known) => known === named);
    if (!action) throw given.wrong(`Say what to do: ${ACTIONS.join(' or ')}.`, named);
    const extra = action === 'list' ? path : more[0];
    if (extra !== undefined) throw given.wrong(`"${extra}" is not expected here.`, extra);
    const project = given.project();
    const run = given.run('run');
    if (action === 'list') {
      await client.projects.open({ path: project });
      return { automata: await client.automata.list() };
    }
    if (path === undefined) throw given.wrong('The file is missing.');
    await client.projects.open({ path: project });
    return client.automata.import({ path, run });
  },
};
