import type { z } from 'zod';
import { problemIn } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Agent, AgentGrounds, AgentTurn, FeatureAgent } from '#shared/domain/agent.ts';
import type { AgentCall, AgentKind, App, ListedAgent, Project, RequestBound } from './project.ts';

export function defineAgentKind<Own extends FeatureAgent, State>({
  kind,
  schema,
  list = () => [],
  most = () => null,
  open,
}: {
  readonly kind: string;
  readonly schema: z.ZodType<Own>;
  list?(project: Project): readonly (ListedAgent & { readonly agent: NoInfer<Own> })[];
  most?(project: Project, agent: Own, turns: readonly AgentTurn[]): RequestBound | null;
  open(project: Project, agent: Own, call: AgentCall): Promise<Agent<State, AgentGrounds>>;
}): AgentKind {
  const read = (agent: FeatureAgent): Own => {
    const parsed = schema.safeParse(agent);
    if (parsed.success) return parsed.data;
    throw new DialogramError('INVALID', `"${agent.title}" cannot answer: ${problemIn(parsed.error, 'it')}`, {
      value: kind,
      nextStep: 'Choose another agent.',
    });
  };
  return {
    kind,
    list,
    check: (agent) => void read(agent),
    most: (project, agent, turns) => most(project, read(agent), turns),
    open: (project, agent, call) => open(project, read(agent), call),
  };
}

/** @throws DialogramError INVALID for a kind that no feature has, or details that do not fit the kind */
export function requireAgentKind({ agents }: Pick<App, 'agents'>, agent: FeatureAgent): AgentKind {
  const kind = agents.get(agent.kind);
  if (!kind) {
    throw new DialogramError('INVALID', `"${agent.kind}" is not a kind of agent.`, {
      value: agent.kind,
      nextStep: `Choose a method, or one of these kinds: ${[...agents.keys()].join(', ')}.`,
    });
  }
  kind.check(agent);
  return kind;
}
