import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'salvage',
  usage: 'salvage --project p.dialogram --out new.dialogram',
  async run(given, { client: { backups } }) {
    const out = given.text('out');
    if (out === null) throw given.wrong('--out is missing.');
    return backups.salvage({ path: given.project(), out });
  },
};
