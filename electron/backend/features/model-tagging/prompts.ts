import { VOCABULARY_PLACE } from '#shared/algorithms/model-tagging/messages.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { PromptName, TagVariant } from '#shared/contract/model-tagging.ts';

export const PROMPT_OF: Readonly<Record<TagVariant, PromptName>> = {
  open: 'tagging',
  closed: 'tagging-closed',
};

export function checkPrompt(name: PromptName, text: string): void {
  if (name !== 'tagging-closed' || text.includes(VOCABULARY_PLACE)) return;
  throw new DialogramError('INVALID', 'The prompt does not say where the offered tags go.', {
    place: name,
    nextStep: `Write ${VOCABULARY_PLACE} where the tags should appear.`,
  });
}
