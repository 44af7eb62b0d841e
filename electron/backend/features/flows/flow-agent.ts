import { z } from 'zod';
import { type FlowGraph, flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import {
  type Follower,
  followSystem,
  type Step,
  stepsByLabel,
} from '#shared/algorithms/flows/following/predict-reply.ts';
import { flowGrounds } from '#shared/algorithms/flows/running/flow-grounds.ts';
import { changeVariable, flowVariables } from '#shared/algorithms/flows/running/flow-variables.ts';
import { hearByModel } from '#shared/algorithms/flows/running/model-slots.ts';
import {
  decide,
  globalOf,
  type RunTurn,
  startRun,
  turnOf,
} from '#shared/algorithms/flows/running/run-flow.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { modelAnswererSchema } from '#shared/contract/generation.ts';
import type { AgentGrounds, AgentTurn } from '#shared/domain/agent.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { defineAgentKind } from '../../agent-kind.ts';
import { listFlows } from '../../store/edits/designs/flow-table.ts';
import { projectFunctions } from './call-function.ts';
import { requireFlow, requireSoundFlow } from './flow-code.ts';
import { mostOfReading, openSlotReader, type ReadTurn } from './slots-by-model.ts';

const schema = z.looseObject({
  kind: z.literal('flow'),
  title: z.string(),
  flow: z.string(),
  /** The reader of slots; by default types and examples. */
  answerer: modelAnswererSchema.optional(),
});

/** A flow as an agent. Its state is the conversation so far. */
export const flowAgent = defineAgentKind({
  kind: 'flow',
  schema,
  list: ({ database }) =>
    listFlows(database).map(({ name, flow }) => ({
      agent: { kind: 'flow' as const, title: `Flow ${name}`, flow: name },
      problem: flowErrors(validateFlow(flow))[0]?.message ?? null,
      takesModel: true,
    })),
  most: (project, { flow, answerer }, turns) =>
    answerer
      ? mostOfReading(project, flowGraph(requireFlow(project.database, flow).flow), answerer, turns)
      : null,
  open: async (project, { flow, answerer }, call) => {
    const graph = flowGraph(requireSoundFlow(project.database, flow));
    const steps = stepsByLabel(graph);
    const callFunction = projectFunctions(project, graph);
    const readSlots = answerer && (await openSlotReader(project, graph, answerer, call));

    /** Handles a user turn or a manual change, and what is needed to answer it. */
    const hearUser = async (running: Running, { text, change }: AgentTurn) => {
      const { now } = running;
      const changed = change && changeVariable(graph, now.state, change.name, change.value);
      if (changed === null) throw noSuchVariable(flow, change!.name);
      const turns: Running['turns'] = change ? running.turns : [...running.turns, { role: 'user', text }];
      const read =
        readSlots && !change && globalOf(graph, text) === null ? await readSlots(now.state, turns) : null;
      const heard = read?.reading ? hearByModel(graph, now.state, text, read.reading) : undefined;
      const deciding = changed
        ? decide(graph, { ...now, state: changed, said: '' })
        : turnOf(graph, now, text, heard);
      const moment = [...running.heardAll, change ?? text];
      let step = deciding.next();
      const notes: string[] = [];
      while (!step.done) {
        const { result, note } = await callFunction(step.value, {
          heard: moment,
          mayAct: call.mayAct ?? false,
          dialogues: call.dialogues ?? [],
        });
        if (note !== null) notes.push(note);
        step = deciding.next(result);
      }
      const turn = step.value;
      return { turn, notes, read, state: afterTurn(running, turn, turns, moment, text) };
    };
    return {
      start: {
        now: startRun(graph),
        heard: startRun(graph),
        said: null,
        turns: [],
        heardAll: [],
        fallback: null,
      },
      variables: ({ now }: Running) => flowVariables(graph, now.state),
      step: async (running: Running, heard: AgentTurn) => {
        const { role, text, tags } = heard;
        if (role !== 'user') return { state: hearSystem(graph, steps, running, text, tags), reply: null };
        const { turn, notes, read, state } = await hearUser(running, heard);
        return {
          state,
          reply: {
            text: turn.answer === '' ? null : turn.answer,
            problem: turn.answer === '' ? 'The flow has nothing to say here.' : null,
            why: groundsOf(flowGrounds(graph, running.now.state, turn), notes, read),
            asked: read?.asked,
            next: [],
          },
        };
      },
    };
  },
});

/** A flow in a conversation. */
interface Running {
  /** The state after its own answer. */
  readonly now: Follower;
  /** The state after hearing the user. */
  readonly heard: Follower;
  /** Its own last answer. */
  readonly said: string | null;
  /** All that was said. */
  readonly turns: readonly { readonly role: Role; readonly text: string }[];
  /** Everything it used: others' messages, and a person's changes. */
  readonly heardAll: readonly unknown[];
  /** The reason for its last answer if that was a fallback action. */
  readonly fallback: RunTurn['fallback'];
}

/** True if the flow did not understand the last turn of the customer: a value does not fit, or no step follows. */
export const isLost = (state: unknown): boolean => {
  const { now, fallback } = state as Running;
  return fallback === 'scope' || Object.keys(now.state.refused).length > 0;
};

const afterTurn = (
  { now }: Running,
  { next, heard, answer, fallback }: RunTurn,
  turns: Running['turns'],
  heardAll: Running['heardAll'],
  text: string,
): Running => ({
  now: next,
  heard: { ...now, state: heard, said: text },
  said: answer,
  turns: answer === '' ? turns : [...turns, { role: 'system', text: answer }],
  heardAll,
  fallback,
});

const groundsOf = (
  grounds: AgentGrounds,
  notes: readonly string[],
  read: ReadTurn | null | undefined,
): AgentGrounds => ({
  ...grounds,
  readBy: read?.readBy,
  notes: [
    ...grounds.notes,
    ...notes,
    ...(read?.reading?.leftOut ?? []).map((what) => `The model's answer has ${what}.`),
  ],
});

/** Hears the system's turn: its own answer, or the real one, identified by its label; other text counts as its own. */
function hearSystem(
  graph: FlowGraph,
  steps: ReadonlyMap<string, Step>,
  running: Running,
  text: string,
  tags: readonly string[],
): Running {
  if (text === running.said) return running;
  const own = running.turns.at(-1)?.role === 'system' ? running.turns.slice(0, -1) : running.turns;
  const turns: Running['turns'] = text === '' ? own : [...own, { role: 'system', text }];
  const heardAll = [...running.heardAll, { system: text }];
  const label = tags.find((tag) => steps.has(tag));
  if (label === undefined) return { ...running, turns, heardAll };
  const now = followSystem(graph, running.heard, steps.get(label)!, label, undefined);
  return { ...running, now, turns, heardAll };
}

const noSuchVariable = (flow: string, name: string): DialogramError =>
  new DialogramError('INVALID', `The flow "${flow}" has no variable "${name}".`, {
    value: name,
    nextStep: 'Name a slot, or write action_ or answered_ followed by the id of a node.',
  });
