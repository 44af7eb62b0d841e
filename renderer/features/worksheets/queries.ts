import type { DialogramClient } from '#shared/contract/contract.ts';
import type { KnowledgeId } from '#shared/domain/ids.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';
import { about, pageOf, question } from '../../client/queries.ts';

export const worksheetQueries = ({ worksheets, filters }: DialogramClient) => ({
  countDialogues: (where: string) =>
    question('filters.count', filters.count, { where }, about('corpus', 'tags')),
  list: question('worksheets.list', worksheets.list, undefined, about('worksheets')),
  knowledge: (id: KnowledgeId, page: number) =>
    question('worksheets.knowledge', worksheets.knowledge, { id, ...pageOf(page) }, about('worksheets')),
  read: (name: string) => question('worksheets.read', worksheets.read, { name }, about('worksheets')),
  prompts: {
    ...question('worksheets.prompts', worksheets.prompts, undefined, about('prompts')),
    staleTime: 0,
  },
  /** @param what a short key for the worksheets, which are long */
  check: (what: readonly unknown[], set: WorksheetSet) => ({
    queryKey: ['worksheets.check', ...what],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => worksheets.check({ set }, { signal }),
    gcTime: 0,
  }),
});
