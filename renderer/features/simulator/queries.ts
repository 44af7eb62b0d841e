import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

const STANDING = about('corpus', 'tags', 'runs', 'automata', 'jobs');

/** What the simulator asks, with the topics that make an answer stale. */
export const simulatorQueries = ({ simulator }: DialogramClient) => ({
  current: question('simulator.current', simulator.current, undefined, STANDING),
  cases: question('simulator.cases', simulator.cases, undefined, about('cases', 'corpus')),
});
