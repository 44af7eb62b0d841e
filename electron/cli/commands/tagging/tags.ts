import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'tags',
  usage: 'tags --project p.dialogram [--run TAGRUN] --out FILE.jsonl [--force]',
  async run(given, { client }) {
    const path = given.project();
    const run = given.run('run');
    const target = given.target(given.required('out'));
    await client.projects.open({ path });
    return client.tagging.export({ run, ...target });
  },
};
