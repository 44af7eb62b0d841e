import { CLEANING_RULES, type CleaningRule } from '#shared/domain/import-formats.ts';
import { type Command, resultOf } from '../../command.ts';

export const command: Command = {
  name: 'clean',
  usage: `clean --project p.dialogram [--rules all|none|${CLEANING_RULES.join(',')}] [--dry-run] [--samples N]
  clean --project p.dialogram --undo`,
  async run(given, context) {
    const { client } = context;
    const named = given.list('rules');
    const undo = given.named.has('undo');
    const isDry = given.named.has('dry-run');
    if (undo && (named !== null || isDry)) throw given.wrong('--undo takes no other option.');
    const unknown = named?.find((name) => ![...CLEANING_RULES, 'all', 'none'].includes(name));
    if (unknown !== undefined)
      throw given.wrong(`There is no rule "${unknown}"; there are ${CLEANING_RULES.join(', ')}.`, unknown);
    const samples = given.integer('samples');
    await client.projects.open({ path: given.project() });
    const state = await client.cleaning.state();
    if (!undo && !isDry && named === null) return state;
    if (undo) {
      const { items } = await client.tagging.history({});
      const last = items.find((edit) => !edit.undone);
      if (last?.kind !== 'clean-words')
        throw given.wrong(
          `Cleaning is not the last edit${last ? `: ${last.description}` : ''}. Use --rules none.`,
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
