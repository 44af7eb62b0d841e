import { COMMANDS, type CommandEntry } from './commands.ts';
import type { CliStreams } from './execute.ts';

/** A command line: its name, as people type it, and its commands. */
export interface Program {
  readonly name: string;
  readonly commands: readonly CommandEntry[];
}

export const DIALOGRAM: Program = { name: 'dialogram', commands: COMMANDS };

/** Runs one command; returns the exit status. With `--json` exactly one JSON object goes to `out`. */
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
      streams.out(
        `${[`${entry.summary}.`, '', command.usage, ...(told.length > 0 ? ['', ...told] : [])].join('\n  ')}\n`,
      );
      return 0;
    }
    // Loaded late, because it takes most of a second and help does not need it.
    const { execute } = await import('./execute.ts');
    const print = (result: object): void =>
      streams.out(json ? `${JSON.stringify(result)}\n` : `${readable(result)}\n`);
    let began = false;
    const begun = (result: object): void => {
      began = true;
      print(result);
    };
    const result = await execute(command, rest, streams, { signal, begun });
    const lines: unknown = Object.entries(result).find(([name]) => name === command.linesOf)?.[1];
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

function readable(result: object): string {
  return Object.entries(result)
    .map(([key, value]: [string, unknown]) => {
      if (isTable(value)) return `${key}:\n${table(value)}`;
      return `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
    })
    .join('\n');
}

type Row = Readonly<Record<string, unknown>>;

/** Several objects of single values. */
const isTable = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (row) =>
      typeof row === 'object' &&
      row !== null &&
      Object.values(row).every((cell) => cell === null || typeof cell !== 'object'),
  );

/** A line a row, with columns of one width. */
function table(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cellOf = (value: unknown): string =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(3) : String(value ?? '');
  const lines = [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
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
