import { useQuery } from '@tanstack/react-query';
import { agentKey, type FeatureAgent } from '#shared/domain/agent.ts';
import { useApi } from '../../../client/api.tsx';
import { simulatorQueries } from '../queries.ts';
import { talkTo } from './talk-state.ts';

/** The agents of the project beside the automaton, as a group of options. Their values are `agent:` and the key. */
export function AgentOptions() {
  const agents = useQuery(simulatorQueries(useApi().client).agents).data ?? [];
  if (agents.length === 0) return null;
  return (
    <optgroup label="Flows and worksheets">
      {agents.map(({ agent, problem }) => (
        <option
          key={agentKey(agent)}
          value={`agent:${agentKey(agent)}`}
          disabled={problem !== null}
          title={problem ?? undefined}
        >
          {agent.title}
          {problem !== null && ' (has an error)'}
        </option>
      ))}
    </optgroup>
  );
}

/** Takes the agent of such an option; false where it is another's. */
export function useTakeAgent(): (value: string) => boolean {
  const agents = useQuery(simulatorQueries(useApi().client).agents).data ?? [];
  return (value) => {
    const found = agents.find(({ agent }) => value === `agent:${agentKey(agent)}`);
    if (found) talkTo(found.agent);
    return found !== undefined;
  };
}

/** Who is talked to, in place of the automaton. */
export function AgentSelect({
  agent,
  hasAutomaton,
}: {
  readonly agent: FeatureAgent;
  readonly hasAutomaton: boolean;
}) {
  const take = useTakeAgent();
  return (
    <select
      className="input sim-select"
      aria-label="Talk to"
      value={`agent:${agentKey(agent)}`}
      onChange={({ target }) => {
        if (!take(target.value)) talkTo(null);
      }}
    >
      {hasAutomaton && <option value="">The automaton</option>}
      <AgentOptions />
    </select>
  );
}
