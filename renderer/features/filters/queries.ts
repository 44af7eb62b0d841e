import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

export const filterQueries = ({ filters, savedFilters }: DialogramClient) => ({
  saved: question('saved-filters', savedFilters.list, undefined, about('savedFilters', 'corpus')),
  fields: (run: RunId | null, where = '') =>
    question('fields', filters.fields, { run, where }, about('corpus', 'tags', 'runs', 'automata')),
  outcome: question('outcome', filters.outcome, undefined, about('tags')),
  count: (where: string, run: RunId | null) =>
    question('count-where', filters.count, { where, run }, about('corpus', 'tags', 'runs')),
});
