import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

const RUNS = about('evaluations', 'corpus');

export const evaluationQueries = ({ evaluation }: DialogramClient) => ({
  list: question('evaluation.list', evaluation.list, undefined, RUNS),
  get: (run: RunId) => question('evaluation.get', evaluation.get, { run }, RUNS),
});
