import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'dialogues',
  usage:
    'dialogues --project p.dialogram [--where FILTER] [--find WORDS] [--sort FIELD [--descending]] [--columns A,B] [--run TAGRUN] [--limit 100] [--out FILE.jsonl|FILE.csv|FILE.xes [--force]]',
  async run(given, { client }) {
    const field = given.text('sort');
    const columns = (given.text('columns') ?? '').split(',').map((name) => name.trim());
    await client.projects.open({ path: given.project() });
    const out = given.text('out');
    if (out !== null) {
      const other = ['find', 'sort', 'columns', 'limit'].find((name) => given.named.has(name));
      if (other !== undefined)
        throw given.wrong(`--out writes all dialogues that pass --where. Leave out --${other}.`, out);
      return await client.filters.export({
        ...given.target(out),
        run: given.run('run'),
        where: given.text('where') ?? '',
        form: out.endsWith('.csv') ? 'csv' : out.endsWith('.xes') ? 'xes' : 'neutral',
      });
    }
    const { total, items } = await client.corpus.dialogues({
      run: given.run('run'),
      where: given.text('where') ?? '',
      query: given.text('find') ?? '',
      sort: field === null ? null : { field, descending: given.named.has('descending') },
      columns: columns.filter((name) => name !== ''),
      limit: given.limit(),
    });
    return {
      total,
      items: items.map(({ externalId, source, rounds, excerpt, values }) => ({
        id: externalId,
        source,
        rounds,
        excerpt,
        values,
      })),
    };
  },
};
