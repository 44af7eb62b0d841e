import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Prompt, promptMethods } from '#shared/contract/prompts.ts';
import type { Methods } from '../../feature.ts';
import type { Project } from '../../project.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { durably } from '../../store/file/durable.ts';
import {
  addPromptVersion,
  type PromptRow,
  promptOfVersion,
  promptVersions,
} from '../../store/models/prompt-table.ts';

function shippedPrompt(resources: string, name: string): string {
  return readFileSync(join(resources, 'prompts', `${name}.md`), 'utf8').trim();
}

export function presentPrompt(database: ReadDatabase, resources: string, name: string): Prompt {
  const shipped = shippedPrompt(resources, name);
  const kept = promptVersions(database, name);
  const latest = kept.at(-1);
  return {
    version: latest?.version ?? 1,
    text: latest?.text ?? shipped,
    shipped: (latest?.text ?? shipped) === shipped,
    versions: latest
      ? kept.map(({ version, at, text }) => ({ version, at, text }))
      : [{ version: 1, at: null, text: shipped }],
  };
}

/**
 * Returns a version of a prompt, by default the latest. The first call stores the shipped text as version 1.
 * @throws DialogramError NOT_FOUND
 */
export function keptPrompt(
  database: WriteDatabase,
  resources: string,
  name: string,
  version: number | null = null,
): PromptRow {
  const latest =
    promptVersions(database, name).at(-1) ?? addPromptVersion(database, name, shippedPrompt(resources, name));
  if (version === null || version === latest.version) return latest;
  const found = promptOfVersion(database, name, version);
  if (found) return found;
  throw new DialogramError('NOT_FOUND', `The prompt "${name}" has no version ${version}.`, {
    place: name,
    value: String(version),
    nextStep: `Choose a version up to ${latest.version}. To use the latest, leave the version out.`,
  });
}

function savePrompt(database: WriteDatabase, resources: string, name: string, text: string): Prompt {
  const save = database.transaction(() => {
    if (keptPrompt(database, resources, name).text !== text) addPromptVersion(database, name, text);
  });
  durably(database, save);
  return presentPrompt(database, resources, name);
}

function resetPrompt(database: WriteDatabase, resources: string, name: string): Prompt {
  return savePrompt(database, resources, name, shippedPrompt(resources, name));
}

export const methodsOfPrompt = (name: string): Methods<typeof promptMethods> => ({
  prompt: ({ project: { app, database } }) => presentPrompt(database, app.resources, name),
  savePrompt: ({ input: { text }, project: { app, database } }) =>
    savePrompt(database, app.resources, name, text),
  resetPrompt: ({ project: { app, database } }) => resetPrompt(database, app.resources, name),
});

/** @param check throws if a text cannot be sent */
export function methodsOfPrompts<Name extends string>(
  names: readonly Name[],
  check: (name: Name, text: string) => void = () => {},
) {
  return {
    prompts: ({ project: { app, database } }: { readonly project: Project }) =>
      names.map((name) => ({ ...presentPrompt(database, app.resources, name), name })),
    savePrompt: ({
      input: { name, text },
      project: { app, database },
    }: {
      readonly input: { readonly name: Name; readonly text: string };
      readonly project: Project;
    }) => {
      check(name, text);
      return { ...savePrompt(database, app.resources, name, text), name };
    },
    resetPrompt: ({
      input: { name },
      project: { app, database },
    }: {
      readonly input: { readonly name: Name };
      readonly project: Project;
    }) => ({ ...resetPrompt(database, app.resources, name), name }),
  };
}
