import { conditionKind } from '#shared/algorithms/flows/conditions.ts';
import type { FlowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { GIVEN } from '#shared/algorithms/flows/following/follow-flow.ts';
import { type FlowResult, isFailure, namesOutcome } from '#shared/algorithms/flows/results.ts';
import type { FlowCall } from '#shared/algorithms/flows/running/run-flow.ts';
import { dataOf, type RecordValue } from '#shared/algorithms/worksheets/language/values.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import { actionEndpoint, keptNote, notCalledNote, plainName } from '../modules/index.ts';
import { tableLookup } from '../worksheets/index.ts';

/** The result of a function, and a note for people; null for nothing. */
interface Called {
  /** Undefined if there is no answer; the flow then falls back. */
  readonly result: FlowResult | undefined;
  readonly note: string | null;
}

/** When an action is called. */
interface CallMoment {
  /** Everything heard before, in order. */
  readonly heard: unknown;
  /** True if endpoints may be called. */
  readonly mayAct: boolean;
  readonly dialogues: readonly DialogueId[];
}

/**
 * Returns the implementation of a project's external actions: the endpoint with the action's name that the project lets
 * its flows call, else its table of that name. If there is neither, every call succeeds.
 */
export function projectFunctions(
  project: Project,
  graph: FlowGraph,
): (call: FlowCall, moment: CallMoment) => Promise<Called> {
  const tables = tableFunctions(project);
  return async (call, moment) => {
    const { action } = call;
    const byEndpoint = await callByEndpoint(project, graph, call, moment);
    const note = `${action} counts as a success, because no endpoint that flows may call and no table has this name.`;
    return byEndpoint ?? tables(call) ?? { result: { message: 'Success' }, note };
  };
}

/** Null if the project lets its flows call no such endpoint. */
async function callByEndpoint(
  project: Project,
  graph: FlowGraph,
  { node, action, query, state }: FlowCall,
  { heard, mayAct, dialogues }: CallMoment,
): Promise<Called | null> {
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
    const next = fails ? 'it counts as failed' : 'the flow falls back';
    const note = `${action} gave no answer, so ${next}. ${answer.fault}${kept}`;
    return { result: fails ? { message: 'Failure' } : undefined, note };
  }
  const unsigned = signature
    ? ''
    : ` The flow has no function ${action}, whose inputs would say what to send, so no slots were sent.`;
  return {
    result: resultOf(answer.value),
    note: `${answer.host} answered ${action}.${kept}${unsigned}`,
  };
}

/**
 * Returns an object unchanged, the first object of a list, nothing for an empty list, and a message for
 * anything else.
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

/** Asks the project's table with the name of the action; null if there is none. Slots filter its records. */
function tableFunctions(project: Project): (call: FlowCall) => Called | null {
  const lookUp = tableLookup(project);
  return ({ action, state }) => {
    const said = Object.entries(state.slots).filter(([, value]) => value !== GIVEN);
    const found = lookUp(action, Object.fromEntries(said.map(([slot, value]) => [slot, value ?? null])));
    if (found === null) return null;
    const { record, note } = found;
    return { result: record && { ...fieldsOf(record), message: 'Success' }, note };
  };
}
