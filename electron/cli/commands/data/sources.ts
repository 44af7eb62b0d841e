import type { Command } from '../../command.ts';
import { sourceNamed } from './source-named.ts';

const VERBS = ['list', 'remove', 'bring-back'] as const;

export const command: Command = {
  name: 'sources',
  usage: 'sources [list | remove NAME | bring-back NAME] --project p.dialogram [--reason WHY]',
  async run(given, { client }) {
    const [word = 'list', name, ...more] = given.positionals;
    const verb = VERBS.find((candidate) => candidate === word);
    if (verb === undefined) throw given.wrong(`Say what to do: ${VERBS.join(', ')}.`, word);
    if ((verb === 'list') !== (name === undefined) || more.length > 0)
      throw given.wrong(
        `${verb} takes ${verb === 'list' ? 'nothing more' : 'the name of one source'}.`,
        name,
      );
    const reason = given.text('reason') ?? '';
    await client.projects.open({ path: given.project() });
    if (verb === 'remove') {
      const source = sourceNamed(await client.corpus.sources(), name ?? '');
      return client.removing.remove({ source, reason });
    }
    if (verb === 'bring-back') {
      const source = sourceNamed(await client.removing.list(), name ?? '', 'removed source');
      return client.removing.bringBack({ source, reason });
    }
    return { sources: await client.corpus.sources(), removed: await client.removing.list() };
  },
};
