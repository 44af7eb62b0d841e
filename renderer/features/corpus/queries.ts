import type { DialogramClient } from '#shared/contract/contract.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { about, pageOf, question } from '../../client/queries.ts';

/** What was imported, and what of it was rejected. */
export const corpusQueries = ({ corpus }: DialogramClient) => ({
  sources: question('sources', corpus.sources, undefined, about('corpus')),
  rejects: (source: SourceId | undefined, page: number) =>
    question('rejects', corpus.rejects, { source, ...pageOf(page) }, about('corpus')),
});
