import type { DialogramClient } from '#shared/contract/contract.ts';
import type { ModelTaggingSettings } from '#shared/contract/model-tagging.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

/** Runs, and the dialogues that each has tagged so far. */
const RUNS = about('modelTaggings', 'runs', 'jobs');
const PROMPTS = about('prompts');

/** The queries of the model tagger's page. None of them sends anything to a server. */
export const modelTaggingQueries = ({ modelTagging }: DialogramClient) => ({
  prompts: question('modelTagging.prompts', modelTagging.prompts, undefined, about('project', 'prompts')),
  runs: question('modelTagging.runs', modelTagging.runs, undefined, RUNS),
  preview: (settings: ModelTaggingSettings, dialogue: DialogueId | null) => ({
    ...question('modelTagging.preview', modelTagging.preview, { settings, dialogue }, PROMPTS),
    staleTime: 0,
  }),
  estimate: (settings: ModelTaggingSettings, run: RunId | null) => ({
    ...question('modelTagging.estimate', modelTagging.estimate, { settings, run }, PROMPTS),
    staleTime: 0,
  }),
  report: (run: RunId) => question('modelTagging.report', modelTagging.report, { run }, RUNS),
  results: (run: RunId, which: 'pilot' | 'flagged' | 'failed') =>
    question('modelTagging.results', modelTagging.results, { run, which, limit: 200 }, RUNS),
});
