import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const RUN = new URL('../../electron/cli/run.ts', import.meta.url).href;

/** Runs a command in a new process; returns its output and the files of the project that it loaded. */
function loadedBy(...argv: readonly string[]): { text: string; files: string[] } {
  const script = `
    import { registerHooks } from 'node:module';
    const files = [];
    registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
    const { runCli } = await import(${JSON.stringify(RUN)});
    let text = '';
    const streams = { out: (part) => { text += part; }, error: () => {}, interactive: false };
    await runCli(${JSON.stringify(argv)}, streams, new AbortController().signal);
    console.log(JSON.stringify({ text, files }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(output);
}

it('lists the commands without loading any of them', () => {
  const { text, files } = loadedBy('--help');
  expect(text).toContain('learn    ');
  expect(files.filter((file) => !file.includes('/electron/cli/'))).toEqual([]);
  expect(files.filter((file) => file.includes('/cli/commands/'))).toEqual([]);
});

it('says how to use a command without starting the backend', () => {
  const { text, files } = loadedBy('learn', '--help');
  expect(text).toContain('learn --project p.dialogram');
  expect(files.filter((file) => file.includes('/cli/commands/'))).toHaveLength(1);
  expect(files.filter((file) => file.includes('/electron/backend/'))).toEqual([]);
});
