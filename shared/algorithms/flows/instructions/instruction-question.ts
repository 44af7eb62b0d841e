import { FLOW_VERSION, type Flow, type FlowSlot } from '../../../domain/flow.ts';
import { dialogueLines, formatLine, quotable } from '../../model-tagging/messages.ts';
import type { FilledTurn } from './improve-instruction.ts';

/** The maximum number of turns of a conversation to show. A slot's value is mostly in the last ones. */
const SHOWN_TURNS = 8;
const LONGEST_INSTRUCTION = 600;

/** The JSON schema of the model's answer. */
export const INSTRUCTION_SCHEMA = {
  name: 'instruction',
  schema: {
    type: 'object',
    properties: { instruction: { type: 'string' } },
    required: ['instruction'],
    additionalProperties: false,
  },
} as const;

/** A flow that asks for one slot alone, by an instruction. */
export const flowOfSlot = (name: string, slot: FlowSlot, instruction: string): Flow => {
  const { rule: _, ...always } = slot;
  return {
    chief: FLOW_VERSION,
    name,
    nodes: [{ id: '1', type: 'request', slots: { [name]: { ...always, description: instruction } } }],
    edges: [],
    globalActions: [],
    fallbackActions: [],
    functions: [],
    guidelines: [],
  };
};

/** Returns the model input for rewriting an instruction, after its prompt. */
export function instructionQuestion(
  name: string,
  { type, examples }: FlowSlot,
  instruction: string,
  shown: readonly FilledTurn[],
): string {
  const parts = shown.flatMap(({ turns, filled, value }, at) => [
    `Example ${at + 1}`,
    ...dialogueLines(turns).slice(-SHOWN_TURNS).map(formatLine),
    `found: ${said(filled)}`,
    `right: ${said(value)}`,
  ]);
  return [
    ['<slots>', `- ${name} (${type}), such as ${examples.map(quotable).join(', ')}`, '</slots>'].join('\n'),
    ['<instruction>', quotable(instruction), '</instruction>'].join('\n'),
    ['<examples>', ...parts, '</examples>'].join('\n'),
    'Word the instruction anew. Answer with the JSON object.',
  ].join('\n\n');
}

const said = (value: string | null): string => (value === null ? 'nothing' : quotable(value));

/** @returns null if the answer holds no instruction */
export function readInstruction(answer: string): string | null {
  try {
    const parsed: unknown = JSON.parse(/\{[\s\S]*\}/.exec(answer)?.[0] ?? '');
    if (typeof parsed !== 'object' || parsed === null || !('instruction' in parsed)) return null;
    const { instruction } = parsed;
    if (typeof instruction !== 'string') return null;
    const text = quotable(instruction).slice(0, LONGEST_INSTRUCTION);
    return text === '' ? null : text;
  } catch {
    return null;
  }
}
