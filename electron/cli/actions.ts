import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { RunId } from '#shared/domain/ids.ts';
import { type Arguments, integer, required, text, usage, type Values } from './arguments.ts';

/**
 * The words of a command with several actions: "judge PROJECT …" runs, "judge export PROJECT …" does something else
 * with what was run. The project may be given by `--project`, too, and its ending left out.
 */
export function readAction<Action extends string>(
  { values, positionals }: Arguments,
  actions: readonly Action[],
  command: string,
): { action: Action | 'run'; project: string } {
  const action = actions.find((known) => known === positionals[0]) ?? 'run';
  const rest = action === 'run' ? positionals : positionals.slice(1);
  const named = text(values, 'project');
  const project = named ?? rest[0];
  if (rest.length > 1 || (rest.length === 1 && named !== null)) {
    const word = rest[rest.length - 1];
    throw usage(command, `"${word}" is one word too many.`, word);
  }
  if (!project) throw usage(command, 'The project is missing.');
  const whole = extname(project) === '.dialogram' || existsSync(project);
  return { action, project: whole ? project : `${project}.dialogram` };
}

/** The run that an option names. */
export function requiredRun(values: Values, name: string, command: string): RunId {
  required(values, name, command);
  return integer(values, name, command, 1) as RunId;
}
