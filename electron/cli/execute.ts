import { createRouterClient, ORPCError } from '@orpc/server';
import { createBackend } from '#backend/backend.ts';
import { anyFile, settingsFolder, workspaceFolder } from '#backend/files.ts';
import { DialogramError, type ErrorDetail } from '#shared/contract/errors.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type CommandUsage, readArguments } from './arguments.ts';
import type { Command, CommandContext } from './command.ts';
import { keysFor } from './key-from.ts';

export interface CliStreams {
  out(text: string): void;
  error(text: string): void;
  /** Yields the lines of standard input. Only commands that talk read them. */
  heard?(): AsyncIterable<string>;
  /** True if a person sees the output of `error`. */
  readonly interactive: boolean;
}

export async function execute(
  command: Command & CommandUsage,
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
  const heard = streams.heard ?? async function* () {};
  try {
    const client = createRouterClient(backend.router, { context: { session } });
    return await command.run(given, { client, session, progress, heard, ...doing });
  } finally {
    if (shown !== '') streams.error('\r\u001b[K');
    await session.end();
    await backend.stop();
  }
}

export function nameError(error: unknown): { code: string; message: string; detail: ErrorDetail } {
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
