import { useQuery } from '@tanstack/react-query';
import { agentKey, type FeatureAgent, withModel } from '#shared/domain/agent.ts';
import { useApi } from '../../client/api.tsx';
import type { SelectOption } from '../../ui/inputs/field.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { providerQueries } from '../providers/index.ts';
import { isReady, modelAnswerer } from './column-list.ts';
import { comparisonQueries } from './queries.ts';

/** Flows and worksheets of the project, as choices beside methods and automata. */

const TITLE = 'Flows and worksheets';

interface Listed {
  readonly agent: FeatureAgent;
  /** Why it cannot answer; null where it can. */
  readonly problem: string | null;
}

/** Without a model, and where they take one with each that is set up and agreed to. None while they are asked for. */
export function useAgents(): readonly Listed[] {
  const { client } = useApi();
  const listed = useQuery(comparisonQueries(client).agents).data ?? [];
  const providers = useQuery(providerQueries(client).list).data?.providers ?? [];
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

/** The value of its option, which no method and no automaton has. */
export const optionOf = (agent: FeatureAgent): string => `agent:${agentKey(agent)}`;

/** The agent of an option; undefined where the option is another's. */
export const agentOfOption = (agents: readonly Listed[], value: string): FeatureAgent | undefined =>
  agents.find(({ agent }) => optionOf(agent) === value)?.agent;

/** Agents as the options of a select, under a heading of their own. */
export const agentOptions = (
  agents: readonly Listed[],
  isOff: (agent: FeatureAgent) => boolean = () => false,
): SelectOption<string>[] =>
  agents.map(({ agent, problem }) => ({
    value: optionOf(agent),
    label: `${agent.title}${problem === null ? '' : ' (has an error)'}`,
    title: problem ?? undefined,
    disabled: problem !== null || isOff(agent),
    group: TITLE,
  }));

/** They, as entries of a menu that adds columns, under a heading of their own. */
export function agentEntries(
  agents: readonly Listed[],
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
        kind: 'action',
        label: agent.title,
        hint: problem ?? undefined,
        disabled: full || problem !== null,
        onSelect: () => onTake(agent),
      }),
    ),
  ];
}
