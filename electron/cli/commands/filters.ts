import { texts } from '../arguments.ts';
import type { Command } from '../command.ts';

export const command: Command = {
  name: 'filters',
  summary: 'The fields of dialogues and their values, and how many dialogues pass a filter',
  usage: 'filters --project p.dialogram [--where "domain = hotel and rounds > 8"] [--run TAGRUN]',
  options: texts('project', 'where', 'run'),
  async run(given, { client }) {
    await client.projects.open({ path: given.project() });
    const where = given.text('where') ?? '';
    const [fields, count] = await Promise.all([
      client.filters.fields(),
      client.filters.count({ where, run: given.run('run') }),
    ]);
    return { ...count, fields };
  },
};
