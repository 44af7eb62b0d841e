import { type Likeness, roleSchema, turnIdSchema } from '#shared/contract/base.ts';
import type { Command } from '../../command.ts';

export const filtersCommand: Command = {
  usage:
    'filters [save NAME|rename NAME TO|remove NAME] --project p.dialogram [--where "domain = hotel and turns > 8"] [--run TAGRUN]',
  async run(given, { client }) {
    const [verb, name = '', to = '', ...more] = given.positionals;
    const takes = { save: 1, rename: 2, remove: 1 }[verb ?? ''] ?? 0;
    if ([verb, name, to, ...more].filter(Boolean).length !== (verb === undefined ? 0 : takes + 1))
      throw given.wrong(
        'Write “save NAME”, “rename NAME TO” or “remove NAME”. To list saved filters, leave the action out.',
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

const METHODS = ['words', 'encoder', 'provider'] as const;

export const similarCommand: Command = {
  usage:
    'similar TEXT | --dialogue ID --turn N --project p.dialogram [--by words|encoder|provider] [--role user|system] [--run TAGRUN] [--limit 20]',
  async run(given, { client }) {
    const [text, ...more] = given.positionals;
    const externalId = given.text('dialogue');
    const number = given.integer('turn', 1);
    if (more.length > 0) throw given.wrong('Put the text in quotes, so that it is one argument.', more[0]);
    if ((text === undefined) === (externalId === null) || (externalId === null) !== (number === null))
      throw given.wrong('Enter the text to search for, or specify a turn with --dialogue ID and --turn N.');
    const by = given.choice('by', METHODS) ?? 'words';
    const role = given.choice('role', roleSchema.options);
    await client.projects.open({ path: given.project() });
    const turnOf = async (id: string, at: number) => {
      const { dialogue } = await client.corpus.find({ externalId: id });
      const { turns } = await client.corpus.dialogue({ dialogue });
      const turn = turns[at - 1];
      if (turn) return turnIdSchema.parse(turn.id);
      throw given.wrong(`The dialogue has ${turns.length} turns, not ${at}.`, String(at));
    };
    const to =
      text === undefined && externalId !== null && number !== null
        ? { turn: await turnOf(externalId, number) }
        : { text: text ?? '' };
    const nearest = await client.likeness.nearest({
      ...{ to, role, run: given.run('run') },
      by: by === 'encoder' ? await ownEncoder(client) : by,
      limit: Math.min(300, given.integer('limit', 1) ?? 20),
    });
    return {
      ...nearest,
      items: nearest.items.map(
        ({ externalId: dialogue, index, role: speaker, text: words, tags, share }) => ({
          ...{ dialogue, turn: index + 1, role: speaker, text: words, share },
          tags: tags.map(({ name }) => name),
        }),
      ),
    };
  },
};

/** Returns the encoder that `encode` uses by default: that of the chosen folder, or the built-in one. */
async function ownEncoder(client: Parameters<Command['run']>[1]['client']): Promise<Likeness> {
  const methods = await client.likeness.methods();
  return methods.some(({ by }) => by === 'folder') ? 'folder' : 'universal-sentence-encoder-lite';
}

export const dialoguesCommand: Command = {
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
      items: items.map(({ externalId, source, turns, excerpt, values }) => ({
        id: externalId,
        source,
        turns,
        excerpt,
        values,
      })),
    };
  },
};
