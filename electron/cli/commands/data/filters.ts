import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'filters',
  usage:
    'filters [save NAME|rename NAME TO|remove NAME] --project p.dialogram [--where "domain = hotel and turns > 8"] [--run TAGRUN]',
  async run(given, { client }) {
    const [verb, name = '', to = '', ...more] = given.positionals;
    const takes = { save: 1, rename: 2, remove: 1 }[verb ?? ''] ?? 0;
    if ([verb, name, to, ...more].filter(Boolean).length !== (verb === undefined ? 0 : takes + 1))
      throw given.wrong(
        'Write nothing more, or save NAME, rename NAME TO or remove NAME.',
        given.positionals.join(' '),
      );
    await client.projects.open({ path: given.project() });
    const where = given.text('where') ?? '';
    if (verb === 'save') return client.savedFilters.save({ name, where });
    if (verb === 'rename') return client.savedFilters.rename({ name, to });
    if (verb === 'remove') return client.savedFilters.remove({ name });
    const [fields, count, saved] = await Promise.all([
      client.filters.fields(),
      client.filters.count({ where, run: given.run('run') }),
      client.savedFilters.list(),
    ]);
    return { ...count, fields, saved };
  },
};
