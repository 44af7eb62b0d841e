import { createRouterClient, ORPCError } from '@orpc/server';
import { createBackend } from '#backend/backend.ts';
import { anyFile, settingsFolder, workspaceFolder } from '#backend/files.ts';
import { DialogramError, type ErrorDetail } from '#shared/contract/errors.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { readArguments } from './arguments.ts';
import type { Command, CommandContext } from './command.ts';
import { COMMANDS } from './commands.ts';
import { keysFor } from './key-from.ts';

interface CliStreams {
  out(text: string): void;
  error(text: string): void;
  /** True if a person watches `error`. */
  readonly interactive: boolean;
}

/** Runs one command; returns the exit status. With `--json` exactly one JSON object goes to `out`. */
export async function runCli(
  argv: readonly string[],
  streams: CliStreams,
  signal: AbortSignal,
): Promise<number> {
  const json = argv.includes('--json');
  const [name, ...rest] = argv.filter((word) => word !== '--json');
  if (name === '--help' || name === 'help' || (name === undefined && !json)) {
    streams.out(`${help()}\n`);
    return name === undefined ? 1 : 0;
  }
  try {
    if (name === undefined) {
      throw new DialogramError('INVALID', 'No command was named.', { nextStep: 'See "dialogram --help".' });
    }
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (!command) {
      const names = COMMANDS.map((candidate) => candidate.name).join(', ');
      throw new DialogramError('INVALID', `There is no command "${name}". The commands are ${names}.`, {
        value: name,
        nextStep: 'See "dialogram --help".',
      });
    }
    if (rest.includes('--help')) {
      streams.out(`${command.summary}.\n\n  ${command.usage}\n`);
      return 0;
    }
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
    const named = nameError(error);
    if (json) streams.out(`${JSON.stringify({ error: named })}\n`);
    else streams.error(`${named.message}${named.detail.nextStep ? `\n${named.detail.nextStep}` : ''}\n`);
    return named.code === 'CANCELLED' ? 130 : 1;
  }
}

async function execute(
  command: Command,
  argv: readonly string[],
  streams: CliStreams,
  doing: Pick<CommandContext, 'signal' | 'begun'>,
) {
  const given = readArguments(argv, command);
  const backend = createBackend({
    shell: 'cli',
    version: packageJson.version,
    files: anyFile({ workspace: workspaceFolder(), from: process.cwd() }),
    settingsFolder: null,
    providersFolder: settingsFolder(),
    keys: keysFor(given, process.env),
  });
  const session = backend.openSession();
  let shown = '';
  const progress = (line: string): void => {
    if (!streams.interactive || line === shown) return;
    shown = line;
    streams.error(`\r\u001b[K${line}`);
  };
  try {
    const client = createRouterClient(backend.router, { context: { session } });
    return await command.run(given, { client, progress, ...doing });
  } finally {
    if (shown !== '') streams.error('\r\u001b[K');
    await session.end();
    await backend.stop();
  }
}

function nameError(error: unknown): { code: string; message: string; detail: ErrorDetail } {
  const nothing: ErrorDetail = { place: null, value: null, nextStep: null };
  if (error instanceof DialogramError)
    return { code: error.code, message: error.message, detail: error.detail };
  if (error instanceof ORPCError) {
    return {
      code: error.code,
      message: error.message,
      detail: (error.data as ErrorDetail | undefined) ?? nothing,
    };
  }
  return {
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : String(error),
    detail: nothing,
  };
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

function help(): string {
  const width = Math.max(...COMMANDS.map((command) => command.name.length));
  return [
    'dialogram <command> [options] [--json]',
    '',
    ...COMMANDS.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'See "dialogram <command> --help" for its options.',
  ].join('\n');
}
