import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { JudgingRun } from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';

export type PairsAsked = Parameters<DialogramClient['judging']['pairs']>[0];
export type QuestionAsked = Parameters<DialogramClient['judging']['question']>[0];

/** Another text makes what is worked out of a run's verdicts stale. */
export const stateOf = ({ counts, state }: JudgingRun): string => `${state} ${JSON.stringify(counts)}`;

/** What the pages of a judge ask. Nothing here is sent to a model. */
export function judgingQueries(client: DialogramClient) {
  return {
    runs: queryOptions({
      queryKey: ['judging.runs'],
      queryFn: ({ signal }) => client.judging.runs({}, { signal }),
      meta: { topics: ['jobs', 'runs', 'corpus'] },
      // Verdicts arrive without anybody being told of each.
      refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'running') ? 1000 : false),
    }),
    pairs: (asked: PairsAsked, state: string) =>
      queryOptions({
        queryKey: ['judging.pairs', asked, state],
        queryFn: ({ signal }) => client.judging.pairs(asked, { signal }),
      }),
    summary: (run: RunId, state: string) =>
      queryOptions({
        queryKey: ['judging.summary', run, state],
        queryFn: ({ signal }) => client.judging.summary({ run }, { signal }),
        meta: { topics: ['votes'] },
      }),
    table: (states: string) =>
      queryOptions({
        queryKey: ['judging.table', states],
        queryFn: ({ signal }) => client.judging.table({}, { signal }),
      }),
    question: (asked: QuestionAsked) =>
      queryOptions({
        queryKey: ['judging.question', asked],
        queryFn: ({ signal }) => client.judging.question(asked, { signal }),
        staleTime: 0,
        retry: false,
      }),
    prompt: queryOptions({
      queryKey: ['judging.prompt'],
      queryFn: ({ signal }) => client.judging.prompt(undefined, { signal }),
      staleTime: 0,
    }),
  };
}
