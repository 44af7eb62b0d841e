import type { FeatureAgent } from '#shared/domain/agent.ts';
import { Select } from '../../../ui/inputs/field.tsx';
import { agentOfOption, agentOptions, optionOf, useAgents } from '../../columns/index.ts';
import { talkTo } from './talk-state.ts';

export function AgentSelect({
  agent,
  hasAutomaton,
}: {
  readonly agent: FeatureAgent;
  readonly hasAutomaton: boolean;
}) {
  const agents = useAgents();
  return (
    <Select
      className="sim-select"
      aria-label="Talk to"
      value={optionOf(agent)}
      options={[...(hasAutomaton ? [{ value: null, label: 'The automaton' }] : []), ...agentOptions(agents)]}
      onChange={(chosen) => talkTo(chosen === null ? null : (agentOfOption(agents, chosen) ?? null))}
    />
  );
}
