import { z } from 'zod';
import { conditionKind } from '#shared/algorithms/flows/conditions.ts';
import { type FlowGraph, flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { GIVEN } from '#shared/algorithms/flows/following/follow-flow.ts';
import {
  type Follower,
  followSystem,
  type Step,
  stepsByLabel,
} from '#shared/algorithms/flows/following/predict-reply.ts';
import { type FlowResult, isFailure, namesOutcome } from '#shared/algorithms/flows/results.ts';
import { flowGrounds } from '#shared/algorithms/flows/running/flow-grounds.ts';
import { changeVariable, flowVariables } from '#shared/algorithms/flows/running/flow-variables.ts';
import { hearByModel } from '#shared/algorithms/flows/running/model-slots.ts';
import {
  decide,
  type FlowCall,
  globalOf,
  type RunTurn,
  startRun,
  turnOf,
} from '#shared/algorithms/flows/running/run-flow.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { dataOf, type RecordValue } from '#shared/algorithms/worksheets/language/values.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type AgentGrounds, type AgentTurn, modelAnswererSchema } from '#shared/domain/agent.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { defineAgentKind } from '../../agent-kind.ts';
import type { Project } from '../../project.ts';
import { listFlows, requireFlow } from '../../store/edits/designs/flow-table.ts';
import { actionEndpoint, keptNote, notCalledNote, plainName } from '../modules/index.ts';
import { tableLookup } from '../worksheets/index.ts';
import { requireSoundFlow } from './flow-code.ts';
import { mostOfReading, openSlotReader, type ReadTurn } from './slots-by-model.ts';

interface CallResult {
  /** Undefined if there is no answer. The flow then uses its fallback action. */
  readonly result: FlowResult | undefined;
  readonly note: string | null;
}

interface CallMoment {
  /** Everything that the flow heard before, in order. */
  readonly heard: unknown;
  /** True if endpoints may be called. */
  readonly mayAct: boolean;
  readonly dialogues: readonly DialogueId[];
}

/**
 * An external action uses the allowed endpoint with its name, or else the table. Without either, every call succeeds.
 */
function projectFunctions(
  project: Project,
  graph: FlowGraph,
): (call: FlowCall, moment: CallMoment) => Promise<CallResult> {
  const tables = tableFunctions(project);
  return async (call, moment) => {
    const { action } = call;
    const byEndpoint = await callByEndpoint(project, graph, call, moment);
    const note = `${action} counts as successful, because no table and no endpoint for flows has this name.`;
    return byEndpoint ?? tables(call) ?? { result: { message: 'Success' }, note };
  };
}

/** Calls the allowed endpoint with the action's name; null without one. */
async function callByEndpoint(
  project: Project,
  graph: FlowGraph,
  { node, action, query, state }: FlowCall,
  { heard, mayAct, dialogues }: CallMoment,
): Promise<CallResult | null> {
  const endpoint = actionEndpoint(project, action);
  if (endpoint === null) return null;
  const signature = graph.flow.functions.find(({ name }) => plainName(name) === plainName(action));
  const given = Object.keys(signature?.inputs ?? {}).flatMap((slot): [string, string][] => {
    const value = state.slots[slot];
    return value === undefined || value === null || value === GIVEN ? [] : [[slot, value]];
  });
  const values = Object.fromEntries(query === undefined ? given : [...given, ['query', query]]);
  const moment = { flow: graph.flow.name, node, heard };
  const { answer, isKept } = await endpoint({ name: action, values, moment, dialogues }, mayAct);
  if (answer === null) return { result: { message: 'Success' }, note: notCalledNote(action) };
  const kept = keptNote(isKept);
  if ('fault' in answer) {
    const fails = graph.out(node).some(({ condition }) => {
      const kind = condition === undefined ? null : conditionKind(condition);
      return kind?.about === 'result' && !kind.holds;
    });
    const next = fails ? 'the action counts as failed' : 'the flow uses a fallback action';
    const note = `${action} gave no answer, so ${next}. ${answer.fault}${kept}`;
    return { result: fails ? { message: 'Failure' } : undefined, note };
  }
  const unsigned = signature
    ? ''
    : ` No slots were sent, because the flow does not define which slots ${action} needs.`;
  return {
    result: resultOf(answer.value),
    note: `${answer.host} answered ${action}.${kept}${unsigned}`,
  };
}

/**
 * Returns the result of a call: the fields of an object, or of the first object in a list. Null for an empty list. If
 * no field states the outcome, the message does.
 */
function resultOf(value: unknown): FlowResult {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (one === null || one === undefined) return null;
  if (typeof one === 'boolean') return { message: one ? 'Success' : 'Failure' };
  if (typeof one !== 'object') return { message: String(one) };
  const fields: Readonly<Record<string, unknown>> = { ...one };
  if (Object.keys(fields).some(namesOutcome)) return fields;
  return { ...fields, message: isFailure(fields) ? 'Failure' : 'Success' };
}

const fieldsOf = ({ entries }: RecordValue): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, dataOf(value)]));

/** Queries the table with the action's name by the slots; null if there is none. */
function tableFunctions(project: Project): (call: FlowCall) => CallResult | null {
  const lookUp = tableLookup(project);
  return ({ action, state }) => {
    const said = Object.entries(state.slots).filter(([, value]) => value !== GIVEN);
    const found = lookUp(action, Object.fromEntries(said.map(([slot, value]) => [slot, value ?? null])));
    if (found === null) return null;
    const { record, note } = found;
    return { result: record && { ...fieldsOf(record), message: 'Success' }, note };
  };
}

const schema = z.looseObject({
  kind: z.literal('flow'),
  title: z.string(),
  flow: z.string(),
  /** The model that reads slots. By default, slots are read by their types and examples. */
  answerer: modelAnswererSchema.optional(),
});

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
            problem: turn.answer === '' ? 'The flow has no answer here.' : null,
            why: groundsOf(flowGrounds(graph, running.now.state, turn), notes, read),
            asked: read?.asked,
            next: [],
          },
        };
      },
    };
  },
});

interface Running {
  readonly now: Follower;
  readonly heard: Follower;
  readonly said: string | null;
  readonly turns: readonly { readonly role: Role; readonly text: string }[];
  /** Everything that the flow used: messages of others, and changes by a person. */
  readonly heardAll: readonly unknown[];
  /** The reason why the last answer was a fallback action. */
  readonly fallback: RunTurn['fallback'];
}

/** True if the flow did not understand the customer's last turn: a value does not fit, or no step follows. */
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
    ...(read?.reading?.leftOut ?? []).map((what) => `Part of the model's answer was ignored: ${what}.`),
  ],
});

/** Passes the system's turn to the flow. The label of a real answer identifies its step. */
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
    nextStep: 'Write the name of a slot, or “action_” or “answered_” followed by the id of a node.',
  });
