import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about } from '../../client/queries.ts';

type PairsAsked = Parameters<DialogramClient['judging']['pairs']>[0];
export type QuestionAsked = Parameters<DialogramClient['judging']['question']>[0];

/** Verdicts, which arrive one after another; those of persons they are compared with are votes. */
const VERDICTS = about('judgings', 'votes', 'corpus');

/** What the pages of a judge ask. Nothing here is sent to a model. */
export function judgingQueries(client: DialogramClient) {
  return {
    runs: queryOptions({
      queryKey: ['judging.runs'],
      queryFn: ({ signal }) => client.judging.runs({}, { signal }),
      meta: VERDICTS,
    }),
    pairs: (asked: PairsAsked) =>
      queryOptions({
        queryKey: ['judging.pairs', asked],
        queryFn: ({ signal }) => client.judging.pairs(asked, { signal }),
        meta: VERDICTS,
      }),
    summary: (run: RunId) =>
      queryOptions({
        queryKey: ['judging.summary', run],
        queryFn: ({ signal }) => client.judging.summary({ run }, { signal }),
        meta: VERDICTS,
      }),
    table: queryOptions({
      queryKey: ['judging.table'],
      queryFn: ({ signal }) => client.judging.table({}, { signal }),
      meta: VERDICTS,
    }),
    question: (asked: QuestionAsked) =>
      queryOptions({
        queryKey: ['judging.question', asked],
        queryFn: ({ signal }) => client.judging.question(asked, { signal }),
        staleTime: 0,
        retry: false,
        meta: about('prompts'),
      }),
    prompt: queryOptions({
      queryKey: ['judging.prompt'],
      queryFn: ({ signal }) => client.judging.prompt(undefined, { signal }),
      staleTime: 0,
      meta: about('prompts'),
    }),
  };
}
