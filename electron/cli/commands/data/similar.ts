import { type Likeness, roleSchema, roundIdSchema } from '#shared/contract/base.ts';
import type { Command } from '../../command.ts';

const WAYS = ['words', 'encoder', 'provider'] as const;

export const command: Command = {
  name: 'similar',
  usage:
    'similar TEXT | --dialogue ID --round N --project p.dialogram [--by words|encoder|provider] [--role user|system] [--run TAGRUN] [--limit 20]',
  async run(given, { client }) {
    const [text, ...more] = given.positionals;
    const externalId = given.text('dialogue');
    const number = given.integer('round', 1);
    if (more.length > 0) throw given.wrong('The text is one argument; put it in quotes.', more[0]);
    if ((text === undefined) === (externalId === null) || (externalId === null) !== (number === null))
      throw given.wrong('Give a text, or the dialogue and the number of a turn.');
    const by = given.choice('by', WAYS) ?? 'words';
    const role = given.choice('role', roleSchema.options);
    await client.projects.open({ path: given.project() });
    const roundOf = async (id: string, at: number) => {
      const { dialogue } = await client.corpus.find({ externalId: id });
      const { rounds } = await client.corpus.dialogue({ dialogue });
      const round = rounds[at - 1];
      if (round) return roundIdSchema.parse(round.id);
      throw given.wrong(`The dialogue has ${rounds.length} turns, not ${at}.`, String(at));
    };
    const to =
      text === undefined && externalId !== null && number !== null
        ? { round: await roundOf(externalId, number) }
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
          ...{ dialogue, round: index + 1, role: speaker, text: words, share },
          tags: tags.map(({ name }) => name),
        }),
      ),
    };
  },
};

/** Returns the chosen folder's encoder, else the built-in one, as for `encode`. */
async function ownEncoder(client: Parameters<Command['run']>[1]['client']): Promise<Likeness> {
  const ways = await client.likeness.ways();
  return ways.some(({ by }) => by === 'folder') ? 'folder' : 'universal-sentence-encoder-lite';
}
