import { type AgentSpec, agentKey, agentTitle } from '#shared/domain/agent.ts';
import { METHOD_INFOS, titleOfMethod } from './methods.ts';

/** An agent as heads of columns, rows and rankings show it. */
export const headOf = (column: AgentSpec) => ({ key: agentKey(column), column, title: titleOf(column) });

export const titleOf = (agent: AgentSpec): string => agentTitle(agent, titleOfMethod);

/** True if the agent finds its examples by tags; see `MethodInfo`. */
export const readsTags = (agent: AgentSpec): boolean =>
  agent.kind === undefined && METHOD_INFOS.some((info) => info.name === agent.method && info.readsTags);
