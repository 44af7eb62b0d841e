import { type AgentSpec, agentKey, agentTitle } from '#shared/domain/agent.ts';
import { titleOfMethod } from './methods.ts';

/** An agent as heads of columns, rows and rankings show it. */
export const headOf = (column: AgentSpec) => ({ key: agentKey(column), column, title: titleOf(column) });

export const titleOf = (agent: AgentSpec): string => agentTitle(agent, titleOfMethod);
