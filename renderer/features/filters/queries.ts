import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

export const filterQueries = ({ filters }: DialogramClient) => ({
  fields: question('fields', filters.fields, undefined, about('corpus')),
  count: (where: string, run: RunId | null) =>
    question('count-where', filters.count, { where, run }, about('corpus', 'tags', 'runs')),
});
