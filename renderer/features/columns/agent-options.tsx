import { useQuery } from '@tanstack/react-query';
import { agentKey, type FeatureAgent, withModel } from '#shared/domain/agent.ts';
import type { SelectOption } from '../../ui/inputs/field.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { isReady, providerQueries } from '../providers/index.ts';
import { comparisonQueries, modelAnswerer } from './column-list.ts';

const TITLE = 'Flows and worksheets';

interface AgentChoice {
  readonly agent: FeatureAgent;
  readonly problem: string | null;
}

export function useAgentsLoading(): boolean {
  return useQuery(comparisonQueries.agents).isFetching;
}

export function useAgents(): readonly AgentChoice[] {
  const listed = useQuery(comparisonQueries.agents).data ?? [];
  const providers = useQuery(providerQueries.list).data?.providers ?? [];
  const models = providers.flatMap((provider) =>
    isReady(provider) && provider.chatModel !== null ? [modelAnswerer(provider.id, provider.chatModel)] : [],
  );
  return listed.flatMap(({ agent, problem, takesModel = false }) => [
    { agent, problem },
    ...(takesModel ? models : []).map((answerer) => ({
      agent: withModel(agent, answerer),
      problem,
    })),
  ]);
}

export const optionOf = (agent: FeatureAgent): string => `agent:${agentKey(agent)}`;

export const agentOfOption = (agents: readonly AgentChoice[], value: string): FeatureAgent | undefined =>
  agents.find(({ agent }) => optionOf(agent) === value)?.agent;

export const agentOptions = (
  agents: readonly AgentChoice[],
  isOff: (agent: FeatureAgent) => boolean = () => false,
): SelectOption<string>[] =>
  agents.map(({ agent, problem }) => ({
    value: optionOf(agent),
    label: `${agent.title}${problem === null ? '' : ' (has an error)'}`,
    title: problem ?? undefined,
    disabled: problem !== null || isOff(agent),
    group: TITLE,
  }));

export function agentEntries(
  agents: readonly AgentChoice[],
  isTaken: (agent: FeatureAgent) => boolean,
  full: boolean,
  onTake: (agent: FeatureAgent) => void,
): MenuEntry[] {
  const free = agents.filter(({ agent }) => !isTaken(agent));
  if (free.length === 0) return [];
  return [
    { kind: 'heading', label: TITLE },
    ...free.map(
      ({ agent, problem }): MenuEntry => ({
        label: agent.title,
        hint: problem ?? undefined,
        disabled: full || problem !== null,
        onSelect: () => onTake(agent),
      }),
    ),
  ];
}
