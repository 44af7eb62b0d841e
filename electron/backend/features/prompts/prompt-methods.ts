import type { promptMethods } from '#shared/contract/prompts.ts';
import type { Methods } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { presentPrompt, resetPrompt, savePrompt } from './prompt-store.ts';

export const methodsOfPrompt = (name: string): Methods<typeof promptMethods> => ({
  prompt: ({ project: { app, database } }) => presentPrompt(database, app.resources, name),
  savePrompt: ({ input: { text }, project: { app, database } }) =>
    savePrompt(database, app.resources, name, text),
  resetPrompt: ({ project: { app, database } }) => resetPrompt(database, app.resources, name),
});

/** Methods of a feature with several prompts. @param check refuses a text that cannot be sent */
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
