import type { DialogramClient } from '#shared/contract/contract.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { about, pageOf, question } from '../../client/queries.ts';

export const corpusQueries = ({ corpus, growing, removing }: DialogramClient) => ({
  sources: question('sources', corpus.sources, undefined, about('corpus')),
  removed: question('removed sources', removing.list, undefined, about('corpus')),
  watching: question('watching sources', growing.watching, undefined, about('corpus')),
  rejects: (source: SourceId | undefined, page: number) =>
    question('rejects', corpus.rejects, { source, ...pageOf(page) }, about('corpus')),
});
