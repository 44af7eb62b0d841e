import { type Command, resultOf } from '../../command.ts';
import { DATABASE_USAGE, databaseOf } from './database-access.ts';
import { sourceNamed } from './source-named.ts';

export const command: Command = {
  name: 'refresh',
  usage: `refresh --project p.dialogram [--source NAME…] [--watch on|off] [${DATABASE_USAGE}]`,
  async run(given, context) {
    const { client } = context;
    const named = given.texts('source');
    const watch = given.choice('watch', ['on', 'off']);
    await databaseOf(given, client);
    await client.projects.open({ path: given.project() });
    if (watch !== null) return client.growing.watch({ on: watch === 'on' });
    const known = await client.corpus.sources();
    const sources = named.map((name) => sourceNamed(known, name));
    const { job } = await client.growing.refresh({ sources: sources.length > 0 ? sources : null });
    return resultOf(context, job);
  },
};
