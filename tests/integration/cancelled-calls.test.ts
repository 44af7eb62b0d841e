import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { committed } from '../fixtures/command-line.ts';
import { supportCalls, writeManyCalls } from '../fixtures/dialogues.ts';
import { makeProject, tagWith } from '../fixtures/project.ts';

afterEach(() => vi.restoreAllMocks());

it('a call that its page gave up is answered as canceled, and not printed', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { client } = await makeProject(supportCalls(40));
  await tagWith(client, 'annotations');
  const [first] = (await client.corpus.dialogues({})).items;
  const calls: ((signal: AbortSignal) => Promise<unknown>)[] = [
    (signal) => client.judging.table({ seed: 1 }, { signal }),
    (signal) => client.comparison.compare({ dialogue: first!.id, turn: 1 }, { signal }),
    async (signal) => {
      const column = { method: 'bm25-last', answerer: { kind: 'first' } } as const;
      const events = await client.generation.answer({ dialogue: first!.id, turn: 1, column }, { signal });
      for await (const _ of events);
    },
  ];
  for (const call of calls) {
    const stop = new AbortController();
    const answer = call(stop.signal).catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await answer;
  }
  const stop = new AbortController();
  const table = client.judging.table({ seed: 1 }, { signal: stop.signal });
  setImmediate(() => stop.abort());
  await expect(table).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(printed.mock.calls).toEqual([]);
});

it('Ctrl+C prints a sentence and no stack', async () => {
  const folder = temporaryFolder();
  const project = join(folder, 'p.dialogram');
  const file = await writeManyCalls(folder, 'many.jsonl', 30_000);
  const entry = fileURLToPath(new URL('../../electron/cli/main.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, 'import', file, '--project', project]);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  await vi.waitUntil(() => committed(project) > 0, { timeout: 600_000, interval: 10 });
  child.kill('SIGINT');
  const status = await new Promise((resolve) => child.once('close', resolve));
  expect(status).toBe(130);
  expect(said).toBe('Canceled. Everything saved before is kept.\n');
});
