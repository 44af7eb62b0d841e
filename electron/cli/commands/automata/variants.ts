import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'variants',
  usage:
    'variants --project p.dialogram [--run TAGRUN] [--where FILTER] [--cover 1] [--slowest] [--every-repetition] [--limit 100]',
  async run(given, { client }) {
    const cover = given.amount('cover') ?? 1;
    if (cover > 1) throw given.wrong(`--cover is a share from 0 to 1, not "${cover}".`, String(cover));
    await client.projects.open({ path: given.project() });
    return client.analysis.variants({
      run: given.run('run'),
      where: given.text('where') ?? '',
      cover,
      order: given.named.has('slowest') ? 'slowest' : 'commonest',
      fold: !given.named.has('every-repetition'),
      offset: 0,
      limit: given.limit(),
    });
  },
};
