import { DialogramError } from '#shared/contract/errors.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { CLEANING_RULES, type CleaningRule } from '#shared/domain/import-formats.ts';
import { type Command, resultOf } from '../../command.ts';
import { DATABASE_USAGE, databaseOf } from './import.ts';

/** @throws NOT_FOUND with a list of the names */
export function sourceNamed(
  sources: readonly { readonly id: SourceId; readonly name: string }[],
  name: string,
  what = 'source',
): SourceId {
  const source = sources.find((candidate) => candidate.name === name);
  if (source) return source.id;
  throw new DialogramError('NOT_FOUND', `There is no ${what} "${name}" in this project.`, {
    value: name,
    nextStep: `The ${what}s are ${sources.map((candidate) => candidate.name).join(', ') || 'none'}.`,
  });
}

export const refreshCommand: Command = {
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

export const cleanCommand: Command = {
  usage: `clean --project p.dialogram [--rules all|none|${CLEANING_RULES.join(',')}] [--dry-run] [--samples N]
  clean --project p.dialogram --undo`,
  async run(given, context) {
    const { client } = context;
    const named = given.list('rules');
    const undo = given.named.has('undo');
    const isDry = given.named.has('dry-run');
    if (undo && (named !== null || isDry)) throw given.wrong('--undo cannot be combined with other options.');
    const unknown = named?.find((name) => ![...CLEANING_RULES, 'all', 'none'].includes(name));
    if (unknown !== undefined)
      throw given.wrong(
        `There is no rule "${unknown}". The rules are ${CLEANING_RULES.join(', ')}.`,
        unknown,
      );
    const samples = given.integer('samples');
    await client.projects.open({ path: given.project() });
    const state = await client.cleaning.state();
    if (!undo && !isDry && named === null) return state;
    if (undo) {
      const { items } = await client.tagging.history({});
      const last = items.find((edit) => !edit.undone);
      if (last?.kind !== 'clean-words')
        throw given.wrong(
          `The last edit was not a cleaning${last ? `, but: ${last.description}` : ''}. To remove the cleaning, use --rules none.`,
        );
      await client.tagging.undo();
      return client.cleaning.state();
    }
    const rules: CleaningRule[] = CLEANING_RULES.filter(
      (rule) => named?.includes(rule) || named?.includes('all') || named === null,
    );
    if (isDry) return client.cleaning.preview({ rules, ...(samples !== null && { samples }) });
    const { job } = await client.cleaning.apply({ rules });
    return resultOf(context, job);
  },
};

const VERBS = ['list', 'remove', 'bring-back'] as const;

export const sourcesCommand: Command = {
  usage: 'sources [list | remove NAME | bring-back NAME] --project p.dialogram [--reason WHY]',
  async run(given, { client }) {
    const [word = 'list', name, ...more] = given.positionals;
    const verb = VERBS.find((candidate) => candidate === word);
    if (verb === undefined) throw given.wrong(`Choose an action: ${VERBS.join(', ')}.`, word);
    if ((verb === 'list') !== (name === undefined) || more.length > 0)
      throw given.wrong(
        `${verb} expects ${verb === 'list' ? 'no further arguments' : 'the name of one source'}.`,
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
