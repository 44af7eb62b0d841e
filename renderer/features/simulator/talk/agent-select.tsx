import type { FeatureAgent } from '#shared/domain/agent.ts';
import { AgentOptions, agentOfOption, optionOf, useAgents } from '../../columns/index.ts';
import { talkTo } from './talk-state.ts';

/** Takes the agent of an option; false where it is another's. */
export function useTakeAgent(): (value: string) => boolean {
  const agents = useAgents();
  return (value) => {
    const found = agentOfOption(agents, value);
    if (found) talkTo(found);
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
      value={optionOf(agent)}
      onChange={({ target }) => {
        if (!take(target.value)) talkTo(null);
      }}
    >
      {hasAutomaton && <option value="">The automaton</option>}
      <AgentOptions />
    </select>
  );
}
