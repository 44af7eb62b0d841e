import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'backup',
  usage: 'backup --project p.dialogram [--list]',
  async run(given, { client: { projects, backups } }) {
    await projects.open({ path: given.project() });
    if (given.named.has('list')) return backups.list();
    return backups.make();
  },
};
