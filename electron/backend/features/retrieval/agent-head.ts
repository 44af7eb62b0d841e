import { type AgentSpec, agentKey, agentTitle } from '#shared/domain/agent.ts';
import { readsTags, titleOfMethod } from './methods.ts';

/**
 * An agent as heads of columns, rows and rankings show it.
 * @param tagger of the tags that it goes by; null where that is not known
 */
export const headOf = (column: AgentSpec, tagger: string | null) => ({
  key: agentKey(column),
  column,
  title: titleOf(column),
  usesLabels: tagger === 'annotations' && column.kind === undefined && readsTags(column.method),
});

export const titleOf = (agent: AgentSpec): string => agentTitle(agent, titleOfMethod);
