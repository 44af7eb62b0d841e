import { jsonOfAnswer } from '../generation/read-answer.ts';
import { formatLine, type PromptMessage, quotable } from '../model-tagging/messages.ts';

export type ReadVerdict =
  | { readonly kind: 'verdict'; readonly says: 'first' | 'second' | 'tie'; readonly reason: string }
  | { readonly kind: 'malformed'; readonly problem: string };

const VERDICTS = ['first', 'second', 'tie'] as const;
const FIELDS = ['reason', 'verdict'];
const LONGEST_REASON = 2000;

const malformed = (problem: string): ReadVerdict => ({ kind: 'malformed', problem });

/** Accepts one JSON object with `reason` and `verdict`, possibly fenced. Cuts reasons at 2,000 characters. */
export function readVerdict(answer: string): ReadVerdict {
  const value = jsonOfAnswer(answer);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return malformed('It was not a single JSON object.');
  }
  const other = Object.keys(value).find((key) => !FIELDS.includes(key));
  if (other !== undefined) return malformed('It had other fields than "reason" and "verdict".');
  const { reason, verdict } = value as { reason?: unknown; verdict?: unknown };
  const says = VERDICTS.find((known) => known === verdict);
  if (says === undefined) return malformed('"verdict" was none of "first", "second" and "tie".');
  if (typeof reason !== 'string' || reason.trim() === '') return malformed('"reason" was empty.');
  return { kind: 'verdict', says, reason: reason.trim().slice(0, LONGEST_REASON) };
}

export interface JudgedTurn {
  readonly turn: number;
  readonly role: 'user' | 'system';
  readonly text: string;
}

export interface JudgedPair {
  readonly conversation: readonly JudgedTurn[];
  readonly truth: readonly JudgedTurn[];
  readonly first: readonly JudgedTurn[];
  readonly second: readonly JudgedTurn[];
}

export const VERDICT_SCHEMA = {
  type: 'object',
  properties: {
    reason: { type: 'string' },
    verdict: { type: 'string', enum: ['first', 'second', 'tie'] },
  },
  required: ['reason', 'verdict'],
  additionalProperties: false,
} as const;

/**
 * Returns the messages for a judge. Swapping `first` and `second` only swaps the places of the two answers.
 * `problem` is a fault of an earlier verdict.
 */
export function judgeMessages(
  prompt: string,
  { conversation, truth, first, second }: JudgedPair,
  problem: string | null = null,
): PromptMessage[] {
  const again =
    problem === null ? '' : `An earlier verdict could not be read: ${problem} Keep to the form this time. `;
  return [
    { role: 'system', content: prompt.trim() },
    {
      role: 'user',
      content: [
        part('dialogue', conversation),
        part('truth', truth),
        part('first', first),
        part('second', second),
        `${again}Which answer serves the user better? Answer with the JSON object.`,
      ].join('\n\n'),
    },
  ];
}

function part(name: string, turns: readonly JudgedTurn[]): string {
  const lines = turns.map(({ turn, role, text }) => formatLine({ id: turn, role, text: quotable(text) }));
  return [`<${name}>`, ...lines, `</${name}>`].join('\n');
}
