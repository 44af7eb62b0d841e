import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'check',
  summary: 'Look for damage in a project, and say what its backups hold',
  usage: 'check --project p.dialogram',
  run: (given, { client }) => client.backups.check({ path: given.project() }),
};
