import { type AgentSpec, agentKey, agentTitle } from '#shared/domain/agent.ts';
import { readsTags, titleOfMethod } from './methods.ts';

/**
 * An agent as shown at the head of columns, rows and rankings.
 * @param tagger the tagger whose tags it uses; null if unknown
 */
export const headOf = (column: AgentSpec, tagger: string | null) => ({
  key: agentKey(column),
  column,
  title: titleOf(column),
  usesLabels: tagger === 'annotations' && column.kind === undefined && readsTags(column.method),
});

export const titleOf = (agent: AgentSpec): string => agentTitle(agent, titleOfMethod);
