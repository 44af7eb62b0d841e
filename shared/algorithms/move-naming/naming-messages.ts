import type { Role } from '../../domain/dialogue.ts';
import { type PromptMessage, quotable, ROLE_NAMES } from '../model-tagging/messages.ts';

/** A cluster as a model sees it; masked already. */
export interface ShownCluster {
  /** Its number among the clusters of its role, from 1. */
  readonly id: number;
  readonly sentences: readonly string[];
}

/** The JSON schema of the answer, for servers that support schemas. */
export const NAMES_SCHEMA = {
  type: 'object',
  properties: {
    names: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    },
  },
  required: ['names'],
  additionalProperties: false,
} as const;

/** Tokens that the name of one cluster takes in an answer, at most; names are short. */
export const TOKENS_PER_NAME = 40;

/**
 * The messages of one request.
 *
 * @param prompt the editable text
 * @param known names that clusters of the role have so far
 * @param problem what was wrong with an earlier answer, as a sentence; null if there was none
 */
export function namingMessages(
  prompt: string,
  role: Role,
  clusters: readonly ShownCluster[],
  known: readonly string[],
  problem: string | null = null,
): PromptMessage[] {
  const again =
    problem === null ? '' : `An earlier answer could not be used: ${problem} Keep to the form this time. `;
  const shown = clusters.flatMap(({ id, sentences }) => [
    `${id} ${ROLE_NAMES[role]}`,
    ...sentences.map((sentence) => `- ${quotable(sentence)}`),
  ]);
  const ids = clusters.map(({ id }) => id).join(', ');
  return [
    { role: 'system', content: prompt.trim() },
    {
      role: 'user',
      content: [
        ['<vocabulary>', known.map(quotable).join(' ') || '(none yet)', '</vocabulary>'].join('\n'),
        ['<examples>', ...shown, '</examples>'].join('\n'),
        `${again}Name the groups ${ids}. Answer with the JSON object.`,
      ].join('\n\n'),
    },
  ];
}
