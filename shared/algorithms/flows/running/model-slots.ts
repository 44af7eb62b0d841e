import type { Role } from '../../../domain/dialogue.ts';
import type { FlowSlot } from '../../../domain/flow.ts';
import { dialogueLines, formatLine, quotable } from '../../model-tagging/messages.ts';
import type { FlowGraph } from '../flow-graph.ts';
import { afterHearing, type FlowState, GIVEN, takeValues } from '../following/follow-flow.ts';
import { findValues } from '../following/slot-values.ts';
import { NOT_KNOWN } from './flow-variables.ts';

/** Stands for the user's answer to a yes/no question. */
const ANSWERED = 'answered';
/** The maximum number of turns to show the model. The current values already reflect earlier turns. */
const SHOWN_TURNS = 12;
const LONGEST_VALUE = 200;
const MOST_EXAMPLES = 30;

interface SaidTurn {
  readonly role: Role;
  readonly text: string;
}

/** Returns the values that the model is asked for, by name: the flow's slots, and yes or no after such a question. */
function asked(graph: FlowGraph, { pending }: FlowState): ReadonlyMap<string, FlowSlot> {
  const slots = new Map([...graph.slots].map(([name, { slot }]) => [name, slot]));
  if (pending?.kind === 'answer' && !slots.has(ANSWERED)) {
    slots.set(ANSWERED, {
      description: 'what the user answers to the last question of the system',
      type: 'categorical',
      examples: ['yes', 'no'],
    });
  }
  return slots;
}

export const hasSlotsToAsk = (graph: FlowGraph, state: FlowState): boolean => asked(graph, state).size > 0;

const isListed = ({ type, examples }: FlowSlot): boolean => type === 'categorical' && examples.length > 0;

export function slotSchema(graph: FlowGraph, state: FlowState) {
  const properties = [...asked(graph, state)].map(([name, slot]) => [
    name,
    isListed(slot)
      ? { type: ['string', 'null'], enum: [...slot.examples, NOT_KNOWN, null] }
      : { type: ['string', 'null'] },
  ]);
  return {
    name: 'slots',
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: properties.map(([name]) => name),
      additionalProperties: false,
    },
  };
}

/** Returns the model input, after its prompt. @param turns all so far, including the user's last one */
export function slotQuestion(graph: FlowGraph, state: FlowState, turns: readonly SaidTurn[]): string {
  const slots = [...asked(graph, state)].map(([name, slot]) => {
    const { type, description, examples, rule } = slot;
    const values = examples.slice(0, MOST_EXAMPLES).map(quotable).join(', ');
    const kind = isListed(slot) ? `one of: ${values}` : values === '' ? type : `${type}, such as ${values}`;
    const when = rule === undefined ? '' : ` Asked for: ${quotable(rule)}.`;
    const now = state.slots[name];
    const value = now === null ? NOT_KNOWN : now === undefined || now === GIVEN ? 'null' : quotable(now);
    return `- ${name} (${kind}): ${quotable(description)}.${when} now: ${value}`;
  });
  return [
    ['<slots>', ...slots, '</slots>'].join('\n'),
    ['<dialogue>', ...dialogueLines(turns).slice(-SHOWN_TURNS).map(formatLine), '</dialogue>'].join('\n'),
    'Say the value of each slot after the last turn.',
  ].join('\n\n');
}

/** Slots with a model's values (null if the user does not know), and ignored parts of its answer. */
export interface SlotReading {
  readonly values: ReadonlyMap<string, string | null>;
  readonly leftOut: readonly string[];
}

/** @returns null if the answer is not a JSON object */
export function readSlots(graph: FlowGraph, state: FlowState, answer: string): SlotReading | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(/\{[\s\S]*\}/.exec(answer)?.[0] ?? '');
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const values = new Map<string, string | null>();
  const leftOut: string[] = [];
  const slots = asked(graph, state);
  for (const [name, given] of Object.entries(parsed)) {
    const slot = slots.get(name);
    if (!slot) {
      leftOut.push(`${name}: the flow has no such slot`);
      continue;
    }
    if (given === null || given === '') continue;
    if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') {
      leftOut.push(`${name}: its value is not text`);
      continue;
    }
    const said = quotable(String(given)).slice(0, LONGEST_VALUE);
    if (said.toLowerCase() === NOT_KNOWN) values.set(name, null);
    else if (!isListed(slot)) values.set(name, said);
    else {
      const listed = slot.examples.find((one) => one.toLowerCase() === said.toLowerCase());
      const [value = null] = listed === undefined ? findValues(slot, said, name) : [listed];
      if (value === null) leftOut.push(`${name}: "${said}" is not one of its values`);
      else values.set(name, value);
    }
  }
  return { values, leftOut };
}

/** Updates the state like `hearUser`, but with a model's values. */
export function hearByModel(
  graph: FlowGraph,
  state: FlowState,
  text: string,
  { values }: SlotReading,
): FlowState {
  let next = afterHearing(state, text);
  next = takeValues(graph, next, values, true);
  const answered = graph.slots.has(ANSWERED) ? undefined : values.get(ANSWERED);
  if (state.pending?.kind === 'answer' && answered != null) {
    const { node } = state.pending;
    next = { ...next, answers: { ...next.answers, [node]: answered === 'yes' ? 'yes' : 'no' } };
  }
  return next;
}
