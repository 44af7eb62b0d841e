import { existsSync } from 'node:fs';
import type { Arguments } from './arguments.ts';
import type { Command, CommandContext } from './command.ts';

export type Verb = (given: Arguments, context: CommandContext) => Promise<object>;

/** The named one, or the only one there is. */
export async function onlyOne(
  given: Arguments,
  option: string,
  names: () => Promise<readonly string[]>,
): Promise<string> {
  const named = given.text(option);
  if (named !== null) return named;
  const [only, ...others] = await names();
  if (only !== undefined && others.length === 0) return only;
  throw given.wrong(`--${option} is missing.`);
}

/**
 * Runs the action named by the first word. "import FILES…" creates a project, which is deleted if the import
 * fails.
 */
export const runVerb =
  (command: string, verbs: Readonly<Record<string, Verb>>): Command['run'] =>
  async (given, context) => {
    const [word = '', more] = given.positionals;
    const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
    if (!verb) throw given.wrong(`Say what to do: ${Object.keys(verbs).join(', ')}.`, word);
    if (word !== 'import' && more !== undefined)
      throw given.wrong(`${command} ${word} takes no file, not "${more}".`, more);
    return inProject(context, given.project(), word === 'import', () => verb(given, context));
  };

/** Works in a project, creating it for an import. A new one is deleted if no file could be read. */
export async function inProject<Result>(
  { client: { projects } }: CommandContext,
  path: string,
  isImport: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const isNew = isImport && !existsSync(path);
  await (isNew ? projects.create({ path }) : projects.open({ path }));
  try {
    return await work();
  } catch (error) {
    if (isNew) await projects.discard().catch(() => {});
    throw error;
  }
}
