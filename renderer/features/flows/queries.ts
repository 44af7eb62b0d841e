import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

export const flowQueries = ({ flows }: DialogramClient) => ({
  list: question('flows.list', flows.list, undefined, about('flows')),
  flow: (name: string) => question('flows.get', flows.get, { flow: name }, about('flows')),
});
