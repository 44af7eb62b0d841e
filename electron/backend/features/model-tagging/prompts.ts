import { VOCABULARY_PLACE } from '#shared/algorithms/model-tagging/messages.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type Prompt,
  type PromptName,
  promptNameSchema,
  type TagVariant,
} from '#shared/contract/model-tagging.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import type { PromptRow } from '../../store/models/prompt-table.ts';
import {
  keptPrompt as keptPromptOf,
  presentPrompt as presentPromptOf,
  savePrompt as savePromptOf,
  shippedPrompt,
} from '../prompts/index.ts';

export const PROMPT_OF: Readonly<Record<TagVariant, PromptName>> = {
  open: 'tagging',
  closed: 'tagging-closed',
};

export function listPrompts(database: ReadDatabase, resources: string): Prompt[] {
  return promptNameSchema.options.map((name) => presentPrompt(database, resources, name));
}

export function presentPrompt(database: ReadDatabase, resources: string, name: PromptName): Prompt {
  return { ...presentPromptOf(database, resources, name), name };
}

export function keptPrompt(database: WriteDatabase, resources: string, name: PromptName): PromptRow {
  return keptPromptOf(database, resources, name);
}

export function savePrompt(
  database: WriteDatabase,
  resources: string,
  name: PromptName,
  text: string,
): Prompt {
  if (name === 'tagging-closed' && !text.includes(VOCABULARY_PLACE)) {
    throw new DialogramError('INVALID', `The prompt has no place for the tags that are offered.`, {
      place: name,
      nextStep: `Write ${VOCABULARY_PLACE} where they are to stand.`,
    });
  }
  return { ...savePromptOf(database, resources, name, text), name };
}

export function resetPrompt(database: WriteDatabase, resources: string, name: PromptName): Prompt {
  return savePrompt(database, resources, name, shippedPrompt(resources, name));
}
