import type { Role } from '../../../domain/dialogue.ts';
import { FLOW_VERSION, type Flow, type FlowSlot } from '../../../domain/flow.ts';
import { dialogueLines, formatLine, quotable } from '../../model-tagging/messages.ts';
import { createRandom } from '../../random/random.ts';

/**
 * Improves a slot's instruction on annotated turns: Algorithm 3 of CoDial (Shayanfar et al., appendix A.4). A model
 * rewrites it from results on a batch. A new wording is kept if it does better on other turns.
 */

/** A user's turn with the conversation before it, and the slot's value after it; null for none. */
export interface AnnotatedTurn {
  readonly turns: readonly { readonly role: Role; readonly text: string }[];
  readonly value: string | null;
}

type FilledTurn<Turn extends AnnotatedTurn = AnnotatedTurn> = Turn & {
  readonly filled: string | null;
};

interface InstructionPorts<Turn extends AnnotatedTurn> {
  fill(instruction: string, turns: readonly Turn[]): Promise<readonly (string | null)[]>;
  /** Returns a new wording, based on results on some turns; null if there is none. */
  rewrite(instruction: string, shown: readonly FilledTurn<Turn>[]): Promise<string | null>;
}

interface ImprovedInstruction {
  readonly instruction: string;
  readonly before: number;
  readonly after: number;
  readonly tried: readonly { readonly instruction: string; readonly score: number; readonly kept: boolean }[];
}

export const TURNS_PER_WORDING = 5;

export async function improveInstruction<Turn extends AnnotatedTurn>(
  instruction: string,
  { training, heldOut }: SplitTurns<Turn>,
  { fill, rewrite }: InstructionPorts<Turn>,
  onTried: (batches: number) => void = () => {},
): Promise<ImprovedInstruction> {
  const scoreOf = async (worded: string): Promise<number> => {
    const filled = await fill(worded, heldOut);
    return heldOut.filter(({ value }, at) => sameValue(filled[at] ?? null, value)).length / heldOut.length;
  };
  const before = await scoreOf(instruction);
  let best = { instruction, score: before };
  const tried: { instruction: string; score: number; kept: boolean }[] = [];
  for (let from = 0; from < training.length; from += TURNS_PER_WORDING) {
    const batch = training.slice(from, from + TURNS_PER_WORDING);
    const filled = await fill(best.instruction, batch);
    const shown = batch.map((turn, at) => ({ ...turn, filled: filled[at] ?? null }));
    const worded = await rewrite(best.instruction, shown);
    if (worded !== null && worded !== best.instruction) {
      const score = await scoreOf(worded);
      const kept = score > best.score;
      tried.push({ instruction: worded, score, kept });
      if (kept) best = { instruction: worded, score };
    }
    onTried(Math.ceil((from + batch.length) / TURNS_PER_WORDING));
  }
  return { instruction: best.instruction, before, after: best.score, tried };
}

export interface SplitTurns<Turn extends AnnotatedTurn> {
  readonly training: readonly Turn[];
  /** Turns that the rewriting model never sees; at least one. */
  readonly heldOut: readonly Turn[];
}

/** Samples turns for writing instructions and others for testing them. If there are few, some are used for both. */
export function splitTurns<Turn extends AnnotatedTurn>(
  turns: readonly Turn[],
  seed: number,
  { training, heldOut }: { readonly training: number; readonly heldOut: number },
): SplitTurns<Turn> {
  const drawn = createRandom(seed).shuffle(turns);
  const share = Math.min(1, turns.length / (training + heldOut));
  const first = Math.min(training, Math.floor(training * share));
  return { training: drawn.slice(0, first), heldOut: drawn.slice(first, first + Math.ceil(heldOut * share)) };
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Returns true if two values are equal, ignoring case, spaces, an article, and numbers in words. */
export function sameValue(one: string | null, other: string | null): boolean {
  return plain(one) === plain(other);
}

function plain(value: string | null): string {
  const text = (value ?? '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:#|the )/, '');
  const number = NUMBERS.indexOf(text);
  return number === -1 ? text : String(number);
}

/** A slot's value is usually in the last turns. */
const SHOWN_TURNS = 8;
const LONGEST_INSTRUCTION = 600;

export const INSTRUCTION_SCHEMA = {
  name: 'instruction',
  schema: {
    type: 'object',
    properties: { instruction: { type: 'string' } },
    required: ['instruction'],
    additionalProperties: false,
  },
} as const;

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
