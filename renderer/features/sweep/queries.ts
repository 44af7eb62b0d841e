import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

const RUNS = about('sweeps', 'tags', 'corpus');

export const sweepQueries = ({ sweep }: DialogramClient) => ({
  list: question('sweep.list', sweep.list, undefined, RUNS),
  get: (run: RunId) => question('sweep.get', sweep.get, { run }, RUNS),
});
