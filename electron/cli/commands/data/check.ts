import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'check',
  usage: 'check --project p.dialogram',
  run: (given, { client }) => client.backups.check({ path: given.project() }),
};
