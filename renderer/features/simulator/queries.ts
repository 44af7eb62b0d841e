import type { Talked } from '#shared/contract/agents.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { FeatureAgent } from '#shared/domain/agent.ts';
import { about, question } from '../../client/queries.ts';

const STANDING = about('corpus', 'tags', 'runs', 'automata', 'jobs');
const AGENTS = about('flows', 'worksheets');

export const simulatorQueries = ({ simulator, agents }: DialogramClient) => ({
  current: question('simulator.current', simulator.current, undefined, STANDING),
  talk: (agent: FeatureAgent, turns: readonly Talked[]) =>
    question('agents.talk', agents.talk, { agent, turns: [...turns] }, AGENTS),
  cases: question('simulator.cases', simulator.cases, undefined, about('cases', 'corpus')),
});
