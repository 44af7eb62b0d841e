import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { defineSlot } from '../../project/feature.ts';

export const filterActions = defineSlot<{
  readonly label: string;
  readonly run: (where: string) => void;
}>();

export const filterCommands = defineCommands(
  'filter',
  { group: 'View' },
  {
    add: { title: 'Filter the dialogues…', keys: ['Mod+Shift+F'] },
    clear: { title: 'Show all dialogues, without a filter' },
    invert: { title: 'Invert the filter to exclude these dialogues' },
  },
);

export const filterQueries = {
  saved: question('saved-filters', client.savedFilters.list, undefined, about('savedFilters', 'corpus')),
  fields: (run: RunId | null, where = '') =>
    question('fields', client.filters.fields, { run, where }, about('corpus', 'tags', 'runs', 'automata')),
  outcome: question('outcome', client.filters.outcome, undefined, about('tags')),
  count: (where: string, run: RunId | null) =>
    question('count-where', client.filters.count, { where, run }, about('corpus', 'tags', 'runs')),
};
