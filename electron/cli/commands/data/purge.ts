import type { PurgeSelection } from '#shared/contract/purge.ts';
import { projectFile } from '../../arguments.ts';
import { type Command, resultOf } from '../../command.ts';
import { sourceNamed } from './source-named.ts';

export const command: Command = {
  name: 'purge',
  usage:
    'purge --project p.dialogram (--source NAME | --dialogue ID…) [--yes] [--keep-backups] [--keep-uploads]',
  async run(given, context) {
    // The project may come before the options, like an import's files; other arguments there are ids.
    const [first, ...others] = given.positionals;
    const bare = given.text('project') === null && first !== undefined;
    const project = bare ? projectFile(first) : given.project();
    const name = given.text('source');
    const named = given.texts('dialogue');
    const ids = [...named, ...(bare ? others : given.positionals)];
    if ((name === null) === (named.length === 0)) {
      throw given.wrong('Name either a source with --source, or dialogues with --dialogue.');
    }
    if (name !== null && ids.length > 0) throw given.wrong(`"${ids[0]}" is not expected here.`, ids[0]);
    const { client } = context;
    await client.projects.open({ path: project });
    const selection: PurgeSelection = { sources: [], dialogues: [] };
    if (name !== null)
      selection.sources.push(
        sourceNamed([...(await client.corpus.sources()), ...(await client.removing.list())], name),
      );
    for (const externalId of ids)
      selection.dialogues.push((await client.corpus.find({ externalId })).dialogue);
    const preview = await client.purge.preview(selection);
    if (!given.named.has('yes')) {
      return { purged: false, preview, nextStep: 'Nothing was deleted. Add --yes to delete it permanently.' };
    }
    const { job } = await client.purge.run({
      ...selection,
      expected: preview.dialogues,
      backups: !given.named.has('keep-backups'),
      uploads: !given.named.has('keep-uploads'),
    });
    return { purged: true, ...(await resultOf(context, job)) };
  },
};
