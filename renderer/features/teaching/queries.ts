import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

const ANSWERS = about('tags', 'corpus');

export const teachingQueries = ({ teaching }: DialogramClient) => ({
  next: (skipped: readonly RoundId[]) =>
    question('teaching.next', teaching.next, { skipped: [...skipped] }, ANSWERS),
  /** Slower than a question, so it is fetched when nobody has answered for a while. */
  progress: (answers: number) =>
    queryOptions({
      queryKey: ['teaching.progress', answers],
      queryFn: ({ signal }) => teaching.progress(undefined, { signal }),
      meta: about('corpus'),
      staleTime: 0,
    }),
});
