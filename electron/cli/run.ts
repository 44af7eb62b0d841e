import { COMMANDS, type CommandEntry } from './commands.ts';
import type { CliStreams } from './execute.ts';
import { readable } from './readable.ts';

export interface Program {
  readonly name: string;
  readonly commands: readonly CommandEntry[];
}

export const DIALOGRAM: Program = { name: 'dialogram', commands: COMMANDS };

/** Runs a command and returns the exit status. With `--json`, `out` gets exactly one JSON object. */
export async function runCli(
  argv: readonly string[],
  streams: CliStreams,
  signal: AbortSignal,
  program = DIALOGRAM,
): Promise<number> {
  const { commands } = program;
  const nextStep = `See "${program.name} --help".`;
  const json = argv.includes('--json');
  const [name, ...rest] = argv.filter((word) => word !== '--json');
  if (name === '--help' || name === 'help' || (name === undefined && !json)) {
    streams.out(`${help(program)}\n`);
    return name === undefined ? 1 : 0;
  }
  try {
    const { DialogramError } = await import('#shared/contract/errors.ts');
    if (name === undefined) {
      throw new DialogramError('INVALID', 'No command was named.', { nextStep });
    }
    const entry = commands.find((candidate) => candidate.name === name);
    if (!entry) {
      const names = commands.map((candidate) => candidate.name).join(', ');
      throw new DialogramError('INVALID', `There is no command "${name}". The commands are ${names}.`, {
        value: name,
        nextStep,
      });
    }
    const command = await entry.load();
    if (rest.includes('--help')) {
      const { explainFields } = await import('#shared/contract/fields.ts');
      const told = explainFields(command.explains ?? []);
      streams.out(`${entry.summary}.\n\n  ${command.usage}\n`);
      if (told.length > 0) streams.out(`\n  ${told.join('\n  ')}\n`);
      return 0;
    }
    // Loaded only when needed, because loading takes most of a second, and help works without it.
    const { execute } = await import('./execute.ts');
    const partOf = (result: object, part: string | undefined): unknown =>
      Object.entries(result).find(([name]) => name === part)?.[1];
    const print = (result: object): void => {
      const text = partOf(result, command.textOf);
      const told = Array.isArray(text) ? text.join('\n') : readable(result);
      streams.out(`${json ? JSON.stringify(result) : told}\n`);
    };
    let began = false;
    const begun = (result: object): void => {
      began = true;
      print(result);
    };
    const named = { ...command, name, program: program.name };
    const result = await execute(named, rest, streams, { signal, begun });
    const lines = partOf(result, command.linesOf);
    if (began) streams.error(`${readable(result)}\n`);
    else if (Array.isArray(lines)) streams.out(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    else print(result);
    return 0;
  } catch (error) {
    const { nameError } = await import('./execute.ts');
    const named = nameError(error);
    if (json) streams.out(`${JSON.stringify({ error: named })}\n`);
    else streams.error(`${named.message}${named.detail.nextStep ? `\n${named.detail.nextStep}` : ''}\n`);
    return named.code === 'CANCELLED' ? 130 : 1;
  }
}

function help({ name, commands }: Program): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    `${name} <command> [options] [--json]`,
    '',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    `See "${name} <command> --help" for its options.`,
  ].join('\n');
}
