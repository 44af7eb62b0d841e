import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

export const jobQueries = ({ jobs }: DialogramClient) => ({
  jobs: question('jobs', jobs.list, undefined, about('jobs')),
});
