import { z } from 'zod';
import { type FlowGraph, flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { flowGrounds } from '#shared/algorithms/flows/flow-grounds.ts';
import { changeVariable, flowVariables } from '#shared/algorithms/flows/flow-variables.ts';
import {
  type Follower,
  followSystem,
  type Step,
  stepsByLabel,
} from '#shared/algorithms/flows/predict-reply.ts';
import { decide, startRun, turnOf } from '#shared/algorithms/flows/run-flow.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { AgentGrounds } from '#shared/domain/agent.ts';
import { defineAgentKind } from '../../agent-kind.ts';
import { listFlows } from '../../store/edits/flow-table.ts';
import { projectFunctions } from './call-function.ts';
import { requireSoundFlow } from './sound-flow.ts';

const schema = z.looseObject({ kind: z.literal('flow'), title: z.string(), flow: z.string() });

/** A flow as an agent, without a model; what it has heard is its state. */
export const flowAgent = defineAgentKind({
  kind: 'flow',
  schema,
  list: ({ database }) =>
    listFlows(database).map(({ name, flow }) => ({
      agent: { kind: 'flow' as const, title: `Flow ${name}`, flow: name },
      problem: flowErrors(validateFlow(flow))[0]?.message ?? null,
    })),
  open: async (project, { flow }) => {
    const graph = flowGraph(requireSoundFlow(project.database, flow));
    const steps = stepsByLabel(graph);
    const callFunction = projectFunctions(project, graph);
    return {
      start: { now: startRun(graph), heard: startRun(graph), said: null },
      variables: ({ now }: Running) => flowVariables(graph, now.state),
      step: async (running: Running, { role, text, tags, change }) => {
        if (role !== 'user') return { state: hearSystem(graph, steps, running, text, tags), reply: null };
        const { now } = running;
        const changed = change && changeVariable(graph, now.state, change.name, change.value);
        if (changed === null) throw noSuchVariable(flow, change!.name);
        const deciding = changed
          ? decide(graph, { ...now, state: changed, said: '' })
          : turnOf(graph, now, text);
        let step = deciding.next();
        const notes: string[] = [];
        while (!step.done) {
          const { result, note } = callFunction(step.value);
          if (note !== null) notes.push(note);
          step = deciding.next(result);
        }
        const turn = step.value;
        return {
          state: { now: turn.next, heard: { ...now, state: turn.heard, said: text }, said: turn.answer },
          reply: {
            text: turn.answer === '' ? null : turn.answer,
            problem: turn.answer === '' ? 'The flow has nothing to say here.' : null,
            why: withNotes(flowGrounds(graph, now.state, turn), notes),
            next: [],
          },
        };
      },
    };
  },
});

const withNotes = (grounds: AgentGrounds, notes: readonly string[]): AgentGrounds => ({
  ...grounds,
  notes: [...grounds.notes, ...notes],
});

/** A flow that is talked to. */
interface Running {
  /** Where it stands, taking its own answer as said. */
  readonly now: Follower;
  /** Where it stood once the user had been heard. */
  readonly heard: Follower;
  /** Its own last answer. */
  readonly said: string | null;
}

/** The system's turn: its own answer, or what was really said, which is known by its label; other words count as its own. */
function hearSystem(
  graph: FlowGraph,
  steps: ReadonlyMap<string, Step>,
  running: Running,
  text: string,
  tags: readonly string[],
): Running {
  if (text === running.said) return running;
  const label = tags.find((tag) => steps.has(tag));
  if (label === undefined) return running;
  return { ...running, now: followSystem(graph, running.heard, steps.get(label)!, label, undefined) };
}

const noSuchVariable = (flow: string, name: string): DialogramError =>
  new DialogramError('INVALID', `The flow "${flow}" has no variable "${name}".`, {
    value: name,
    nextStep: 'Name a slot, or action_ or answered_ with the id of a node.',
  });
