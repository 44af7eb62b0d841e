import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

/** The queries of the Colang pages. None of them sends anything to a model. */
export const freeQueries = ({ freeColang }: DialogramClient) => ({
  runs: question('freeColang.runs', freeColang.runs, undefined, about('freeColang', 'runs')),
  report: (run: RunId) =>
    question('freeColang.report', freeColang.report, { run }, about('freeColang', 'runs')),
  prompts: {
    ...question('freeColang.prompts', freeColang.prompts, undefined, about('prompts')),
    staleTime: 0,
  },
});
