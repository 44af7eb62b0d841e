import type { PurgeSelection } from '#shared/contract/purge.ts';
import { projectFile } from '../../arguments.ts';
import { type Command, resultOf } from '../../command.ts';
import { sourceNamed } from './sources.ts';

export const checkCommand: Command = {
  usage: 'check --project p.dialogram',
  run: (given, { client }) => client.backups.check({ path: given.project() }),
};

export const infoCommand: Command = {
  usage: 'info --project p.dialogram',
  async run(given, { client }) {
    const { counts, ...project } = await client.projects.open({ path: given.project() });
    const [versions, health, sources, tagging, automata] = await Promise.all([
      client.system.info(),
      client.health.project(),
      client.corpus.sources(),
      client.tagging.runs(),
      client.automata.list(),
    ]);
    return { project, counts, health, runs: { tagging, automata }, sources, versions };
  },
};

export const restoreCommand: Command = {
  usage: 'restore --project p.dialogram [--backup FILE] [--yes]',
  async run(given, { client: { backups } }) {
    const path = given.project();
    const backup = given.text('backup');
    if (!given.named.has('yes')) {
      const check = await backups.check({ path });
      return {
        restored: false,
        ...check,
        nextStep:
          'Nothing was changed. Add --yes to restore the newest undamaged backup, or the backup that --backup names.',
      };
    }
    return { restored: true, ...(await backups.restore({ path, backup })) };
  },
};

export const salvageCommand: Command = {
  usage: 'salvage --project p.dialogram --out new.dialogram',
  async run(given, { client: { backups } }) {
    const out = given.text('out');
    if (out === null) throw given.wrong('--out is missing.');
    return backups.salvage({ path: given.project(), out });
  },
};

export const purgeCommand: Command = {
  usage:
    'purge --project p.dialogram (--source NAME | --dialogue ID…) [--yes] [--keep-backups] [--keep-uploads]',
  async run(given, context) {
    // The project may come before the options. All other arguments are ids.
    const [first, ...others] = given.positionals;
    const bare = given.text('project') === null && first !== undefined;
    const project = bare ? projectFile(first) : given.project();
    const name = given.text('source');
    const named = given.texts('dialogue');
    const ids = [...named, ...(bare ? others : given.positionals)];
    if ((name === null) === (named.length === 0)) {
      throw given.wrong('Specify either a source with --source or dialogues with --dialogue.');
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
      return {
        purged: false,
        preview,
        nextStep: 'Nothing was deleted. Add --yes to permanently delete everything listed here.',
      };
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

export const backupCommand: Command = {
  usage: 'backup --project p.dialogram [--list]',
  async run(given, { client: { projects, backups } }) {
    await projects.open({ path: given.project() });
    if (given.named.has('list')) return backups.list();
    return backups.make();
  },
};
