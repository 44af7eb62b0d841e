import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'restore',
  usage: 'restore --project p.dialogram [--backup FILE] [--yes]',
  async run(given, { client: { backups } }) {
    const path = given.project();
    const backup = given.text('backup');
    if (!given.named.has('yes')) {
      const check = await backups.check({ path });
      return {
        restored: false,
        ...check,
        nextStep:
          'Nothing was changed. Add --yes to restore the newest undamaged backup, or the one named with --backup.',
      };
    }
    return { restored: true, ...(await backups.restore({ path, backup })) };
  },
};
