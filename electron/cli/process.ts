import { createInterface } from 'node:readline';
import { DIALOGRAM, runCli } from './run.ts';

/** Runs the command that this process was started with. Ctrl+C cancels it. */
export async function runProcess(program = DIALOGRAM): Promise<void> {
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  process.once('SIGTERM', () => abort.abort());
  process.exitCode = await runCli(
    process.argv.slice(2),
    {
      out: (text) => process.stdout.write(text),
      error: (text) => process.stderr.write(text),
      heard: () => createInterface({ input: process.stdin, signal: abort.signal }),
      interactive: process.stderr.isTTY === true,
    },
    abort.signal,
    program,
  );
}
