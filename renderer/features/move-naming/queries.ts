import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

type PreviewAsked = Parameters<DialogramClient['moveNaming']['preview']>[0];

const NAMES = about('namings', 'tags', 'runs');

/** The queries of the naming pages. None of them sends anything to a model. */
export const namingQueries = ({ moveNaming }: DialogramClient) => ({
  runs: question('moveNaming.runs', moveNaming.runs, undefined, NAMES),
  report: (run: RunId) => question('moveNaming.report', moveNaming.report, { run }, NAMES),
  preview: (asked: PreviewAsked) => ({
    ...question('moveNaming.preview', moveNaming.preview, asked, about('prompts', 'tags')),
    staleTime: 0,
  }),
  prompt: {
    ...question('moveNaming.prompt', moveNaming.prompt, undefined, about('prompts')),
    staleTime: 0,
  },
});
