import { queryOptions } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { ModelTaggingSettings } from '#shared/contract/model-tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about } from '../../client/queries.ts';

/** Runs, and what each has tagged so far. */
const RUNS = about('modelTaggings', 'runs', 'jobs');

/** What the page of the model tagger asks; none of it sends anything to a server. */
export function modelTaggingQueries(client: DialogramClient) {
  return {
    prompts: queryOptions({
      queryKey: ['modelTagging.prompts'],
      queryFn: ({ signal }) => client.modelTagging.prompts(undefined, { signal }),
      meta: about('project', 'prompts'),
    }),
    runs: queryOptions({
      queryKey: ['modelTagging.runs'],
      queryFn: ({ signal }) => client.modelTagging.runs(undefined, { signal }),
      meta: RUNS,
    }),
    preview: (settings: ModelTaggingSettings, promptText: string | null) =>
      queryOptions({
        queryKey: ['modelTagging.preview', settings, promptText],
        queryFn: ({ signal }) => client.modelTagging.preview({ settings, promptText }, { signal }),
        staleTime: 0,
        meta: about('prompts'),
      }),
    estimate: (settings: ModelTaggingSettings, run: RunId | null) =>
      queryOptions({
        queryKey: ['modelTagging.estimate', settings, run],
        queryFn: ({ signal }) => client.modelTagging.estimate({ settings, run }, { signal }),
        staleTime: 0,
        meta: about('prompts'),
      }),
    report: (run: RunId) =>
      queryOptions({
        queryKey: ['modelTagging.report', run],
        queryFn: ({ signal }) => client.modelTagging.report({ run }, { signal }),
        meta: RUNS,
      }),
    results: (run: RunId, which: 'pilot' | 'flagged' | 'failed') =>
      queryOptions({
        queryKey: ['modelTagging.results', run, which],
        queryFn: ({ signal }) => client.modelTagging.results({ run, which, limit: 200 }, { signal }),
        meta: RUNS,
      }),
  };
}
