import { agentsContract, type Talk, type TalkResult } from '#shared/contract/agents.ts';
import type { AgentGrounds, AgentTurn, AgentVariable, FeatureAgent } from '#shared/domain/agent.ts';
import { requireAgentKind } from '../../agent-kind.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';

const heardTurn = (turn: TalkResult): AgentTurn =>
  'change' in turn
    ? { role: 'user', text: '', tags: [], forced: true, change: turn.change }
    : { role: 'user', text: turn.text, tags: [], forced: false };

const NO_GROUNDS: AgentGrounds = { at: '', understood: '', steps: [], notes: [] };

async function talk(
  project: Project,
  spec: FeatureAgent,
  turns: readonly TalkResult[],
  signal: AbortSignal,
): Promise<Talk> {
  const agent = await requireAgentKind(project.app, spec).open(project, spec, { signal, mayAct: true });
  let state = agent.start;
  const variablesOf = (): readonly AgentVariable[] => agent.variables?.(state) ?? [];
  let before = variablesOf();
  const answered: Talk['turns'] = [];
  for (const turn of turns) {
    signal.throwIfAborted();
    const step = await agent.step(state, heardTurn(turn));
    state = step.state;
    const now = variablesOf();
    const old = new Map(before.map(({ name, value }) => [name, value]));
    const changed = now.flatMap(({ name, value }) => (value === (old.get(name) ?? null) ? [] : [name]));
    before = now;
    const { text = null, problem = null, why = NO_GROUNDS, asked } = step.reply ?? {};
    answered.push({
      text,
      problem,
      why,
      changed,
      asked: asked ? { ...asked, prompt: [...asked.prompt] } : null,
    });
  }
  return { turns: answered, variables: before.map((one) => ({ ...one })) };
}

export const feature = defineFeature({
  contract: agentsContract,
  methods: {
    list: ({ project }) =>
      [...project.app.agents.values()].flatMap((kind) => kind.list(project).map((one) => ({ ...one }))),
    talk: ({ input, project, signal }) => talk(project, input.agent, input.turns, signal),
  },
});
