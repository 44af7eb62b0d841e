import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VOCABULARY_PLACE } from '#shared/algorithms/model-tagging/messages.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type Prompt,
  type PromptName,
  promptNameSchema,
  type TagVariant,
} from '#shared/contract/model-tagging.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { addPromptVersion, type PromptRow, promptVersions } from '../../store/prompt-table.ts';

export const PROMPT_OF: Readonly<Record<TagVariant, PromptName>> = {
  open: 'tagging',
  closed: 'tagging-closed',
};

/** The text that came with the app. */
export function shippedPrompt(resources: string, name: PromptName): string {
  return readFileSync(join(resources, 'prompts', `${name}.md`), 'utf8').trim();
}

export function listPrompts(database: ReadDatabase, resources: string): Prompt[] {
  return promptNameSchema.options.map((name) => presentPrompt(database, resources, name));
}

/** The latest version. The shipped text is version 1, also where nothing was kept in the project yet. */
export function presentPrompt(database: ReadDatabase, resources: string, name: PromptName): Prompt {
  const shipped = shippedPrompt(resources, name);
  const kept = promptVersions(database, name);
  const latest = kept.at(-1);
  return {
    name,
    version: latest?.version ?? 1,
    text: latest?.text ?? shipped,
    shipped: (latest?.text ?? shipped) === shipped,
    versions: latest ? kept.map(({ version, at }) => ({ version, at })) : [{ version: 1, at: null }],
  };
}

/** The latest version as it is kept in the project; the first call keeps the shipped text as version 1. */
export function keptPrompt(database: WriteDatabase, resources: string, name: PromptName): PromptRow {
  return (
    promptVersions(database, name).at(-1) ?? addPromptVersion(database, name, shippedPrompt(resources, name))
  );
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
  database.transaction(() => {
    if (keptPrompt(database, resources, name).text !== text) addPromptVersion(database, name, text);
  })();
  return presentPrompt(database, resources, name);
}

export function resetPrompt(database: WriteDatabase, resources: string, name: PromptName): Prompt {
  return savePrompt(database, resources, name, shippedPrompt(resources, name));
}
