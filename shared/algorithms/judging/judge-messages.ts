import { formatLine, type PromptMessage, quotable } from '../model-tagging/messages.ts';

/** A turn of the conversation, of the true answer or of an answer; already masked. */
export interface JudgedRound {
  /** Index in the dialogue. */
  readonly round: number;
  readonly role: 'user' | 'system';
  readonly text: string;
}

export interface JudgedPair {
  /** The conversation before a turn, or everything the user says in a dialogue; oldest first. */
  readonly conversation: readonly JudgedRound[];
  /** The real answer. */
  readonly truth: readonly JudgedRound[];
  readonly first: readonly JudgedRound[];
  readonly second: readonly JudgedRound[];
}

/** The JSON schema of the answer; the reason comes first, so that the model writes it first. */
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
 * The messages of one question to a judge. Swapping `first` and `second` changes nothing but the places of the two
 * answers.
 *
 * @param prompt the editable text
 * @param problem what was wrong with an earlier verdict, as a sentence; null if there was none
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

function part(name: string, rounds: readonly JudgedRound[]): string {
  const lines = rounds.map(({ round, role, text }) => formatLine({ id: round, role, text: quotable(text) }));
  return [`<${name}>`, ...lines, `</${name}>`].join('\n');
}
