import { z } from 'zod';
import { createFlowChooser } from '#shared/algorithms/flows/choosing/choose-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Agent, AgentGrounds, AgentReply, AgentTurn, AgentVariable } from '#shared/domain/agent.ts';
import { defineAgentKind } from '../../agent-kind.ts';
import { type AgentCall, type Project, projectService } from '../../project.ts';
import { listFlows } from '../../store/edits/designs/flow-table.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { flowAgent, isLost } from './flow-agent.ts';
import { soundFlows } from './flow-code.ts';

const schema = z.looseObject({ kind: z.literal('flows'), title: z.string() });

type Chooser = ReturnType<typeof createFlowChooser>;
const kept = projectService((): { key: string; chooser: Promise<Chooser> | null } => ({
  key: '',
  chooser: null,
}));

function chooserOf(project: Project): Promise<Chooser> {
  const { database, path } = project;
  const edits = listFlows(database).map(({ name, edit }) => [name, edit]);
  const key = JSON.stringify([versionOf(database, 'corpus_version'), edits]);
  const own = project.use(kept);
  if (own.chooser === null || own.key !== key) {
    const names = soundFlows(database).map(({ name }) => name);
    own.key = key;
    own.chooser = readInThread(path, 'flowWords', 'wordsOfFlows', [names]).then(createFlowChooser);
    own.chooser.catch(() => {
      own.chooser = null;
    });
  }
  return own.chooser;
}

interface FlowRoute {
  readonly flow: string | null;
  readonly state: unknown;
  readonly customer: readonly string[];
  /** The last answer; null if there was none. */
  readonly said: string | null;
}

/**
 * All flows as one agent. If the chosen flow does not understand a turn or repeats its answer, and another fits, the
 * other takes over.
 */
export const allFlowsAgent = defineAgentKind({
  kind: 'flows',
  schema,
  list: ({ database }) =>
    soundFlows(database).length < 2
      ? []
      : [{ agent: { kind: 'flows' as const, title: 'All flows, by topic' }, problem: null }],
  open: async (project, _, call) => {
    const names = soundFlows(project.database).map(({ name }) => name);
    const choose = await chooserOf(project);
    const open = opener(project, call);
    const start: FlowRoute = { flow: null, state: null, customer: [], said: null };

    const agents = new Map<string, Agent<unknown, AgentGrounds>>();
    const stepIn = async (flow: string, { state, flow: was }: FlowRoute, turn: AgentTurn) => {
      const agent = await open(flow);
      agents.set(flow, agent);
      return agent.step(flow === was ? state : agent.start, turn);
    };
    const take = async (before: FlowRoute, flow: string | null): Promise<FlowStep> => {
      const { customer } = before;
      if (flow === null) return { state: { ...start, customer }, reply: unknown(names) };
      const text = customer.at(-1) ?? '';
      const own = await stepIn(flow, { ...start, customer }, { role: 'user', text, tags: [], forced: true });
      return went({ ...start, flow, customer }, flow, own);
    };
    const step = async (before: FlowRoute, turn: AgentTurn): Promise<FlowStep> => {
      if (turn.change?.name === CHOSEN) {
        const { value } = turn.change;
        if (value !== null && !names.includes(value)) throw noSuchFlow(value, names);
        return take(before, value);
      }
      const isSaid = turn.role === 'user' && turn.change === undefined;
      const customer = isSaid ? [...before.customer, turn.text] : before.customer;
      const flow = before.flow ?? (turn.role === 'user' ? choose(customer) : null);
      if (flow === null) {
        return { state: { ...before, customer }, reply: turn.role === 'user' ? unknown(names) : null };
      }
      const own = await stepIn(flow, before, turn);
      const isSame = own.reply !== null && own.reply.text === before.said;
      const leaves =
        turn.change === undefined &&
        own.reply !== null &&
        (own.reply.text === null || isSame || isLost(own.state));
      const other = leaves ? choose([turn.text]) : flow;
      const now = { ...before, customer };
      if (other === null || other === flow) return went(now, flow, own);
      return went({ ...now, flow }, other, await stepIn(other, before, turn));
    };
    const variables = ({ flow, state }: FlowRoute): AgentVariable[] => [
      chosenVariable(names, flow),
      ...(flow === null ? [] : (agents.get(flow)?.variables?.(state) ?? [])),
    ];
    return { start, step, variables };
  },
});

/** The variable with the chosen flow. Its name contains a space, so no slot can have the same name. */
const CHOSEN = 'chosen flow';

const chosenVariable = (names: readonly string[], flow: string | null): AgentVariable => ({
  name: CHOSEN,
  group: 'All flows',
  label: 'Chosen flow',
  value: flow,
  type: `one of ${names.length}`,
  choices: names,
  isFixed: false,
});

const noSuchFlow = (value: string, names: readonly string[]): DialogramError =>
  new DialogramError('INVALID', `The flow "${value}" does not exist or has errors.`, {
    value,
    nextStep: `Choose one of: ${names.join(', ')}.`,
  });

function went(
  before: FlowRoute,
  flow: string,
  { state, reply }: { readonly state: unknown; readonly reply: FlowStep['reply'] },
): FlowStep {
  const said = reply === null ? before.said : reply.text;
  return { state: { ...before, flow, state, said }, reply: noted(reply, flow, before.flow) };
}

interface FlowStep {
  readonly state: FlowRoute;
  readonly reply: AgentReply<AgentGrounds> | null;
}

function opener(project: Project, call: AgentCall) {
  const opened = new Map<string, Promise<Agent<unknown, AgentGrounds>>>();
  return (flow: string) => {
    const agent =
      opened.get(flow) ?? flowAgent.open(project, { kind: 'flow', title: `Flow ${flow}`, flow }, call);
    opened.set(flow, agent);
    return agent;
  };
}

/** Notes which flow answers if the flow has changed. */
function noted(reply: FlowStep['reply'], flow: string, before: string | null): FlowStep['reply'] {
  if (reply === null) return null;
  const { why } = reply;
  const chosen =
    flow === before
      ? []
      : [{ what: `flow ${flow}`, why: 'its dialogues are most like what the customer wrote' }];
  return { ...reply, why: { ...why, at: `${flow}, ${why.at}`, steps: [...chosen, ...why.steps] } };
}

const unknown = (names: readonly string[]): AgentReply<AgentGrounds> => ({
  text: `What can I help you with: ${names.map((name) => name.replaceAll('_', ' ')).join(', ')}?`,
  problem: null,
  why: {
    at: 'no flow',
    understood: '',
    steps: [],
    notes: ['No flow fits, because no flow has dialogues that are similar to what the customer wrote.'],
  },
  next: [],
});
