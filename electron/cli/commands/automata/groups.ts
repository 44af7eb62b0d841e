import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'groups',
  usage: 'groups --project p.dialogram --left FILTER [--right FILTER] [--run TAGRUN] [--limit 100]',
  async run(given, { client }) {
    const left = given.required('left');
    await client.projects.open({ path: given.project() });
    return client.analysis.compare({
      run: given.run('run'),
      left,
      right: given.text('right') ?? '',
      offset: 0,
      limit: given.limit(),
    });
  },
};
