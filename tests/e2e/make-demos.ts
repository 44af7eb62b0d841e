import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createRouterClient } from '@orpc/server';
import Database from 'better-sqlite3';
import { createBackend } from '#backend/backend.ts';
import { anyFile } from '#backend/files.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { DEMO, NO_DEMOS, SMALL_DEMO } from './demos.ts';

/** Creates the demo projects while other tests run. They get their names once they are complete. */
const [, , folder = '.'] = process.argv;
try {
  await makeDemos();
} catch (error) {
  writeFileSync(
    join(folder, NO_DEMOS),
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  );
  process.exitCode = 1;
}

async function makeDemos(): Promise<void> {
  const workspace = join(folder, 'being-made');
  mkdirSync(workspace);
  const backend = createBackend({
    shell: 'test',
    version: '0.0.0',
    files: anyFile({ workspace, from: workspace }),
    settingsFolder: null,
  });
  const client: DialogramClient = createRouterClient(backend.router, {
    context: { session: backend.openSession() },
  });
  const { project, job } = await client.projects.createDemo();
  await done(client, job);
  // The rest of it, then the comparison and the batch run that this starts.
  for (let left = await open(client); left.length > 0; left = await open(client))
    for (const id of left) await done(client, id);
  // Most journeys use a large automaton: the paper's, with hidden states.
  await done(client, (await client.automata.learn({})).job);
  await keepResults(client, project.path);
  const { path } = await client.projects.create({ path: 'small' });
  const lines = generateDemoDialogues({ seed: 1, count: 240 }).map((dialogue) => JSON.stringify(dialogue));
  writeFileSync(join(workspace, 'support-dialogues.jsonl'), lines.join('\n'));
  await done(client, (await client.corpus.import({ paths: ['support-dialogues.jsonl'] })).job);
  await done(client, (await client.tagging.run({ tagger: 'annotations' })).job);
  await done(client, (await client.automata.learn({})).job);
  await done(client, (await client.comparison.prepare({ methods: [] })).job);
  await keepResults(client, path);
  // The write-ahead log is merged when the last connection closes; a copy without it would be incomplete.
  await backend.stop();
  renameSync(project.path, join(folder, DEMO));
  renameSync(path, join(folder, SMALL_DEMO));
}

/** Otherwise every journey would compute the findings again and detect every dialogue's language. */
async function keepResults(client: DialogramClient, path: string): Promise<void> {
  await client.findings.list({});
  await client.filters.fields();
  const database = new Database(path, { readonly: true });
  try {
    while (
      database.prepare("SELECT 1 FROM dialogue_columns WHERE state NOT LIKE 'kept/%'").get() === undefined
    )
      await setTimeout(20);
  } finally {
    database.close();
  }
}

async function open(client: DialogramClient): Promise<JobId[]> {
  return (await client.jobs.list()).filter(({ state }) => state !== 'done').map(({ id }) => id);
}

async function done(client: DialogramClient, job: JobId): Promise<void> {
  let last = null;
  for await (const seen of await client.jobs.watch({ job })) last = seen;
  if (last?.state !== 'done') throw new Error(`A demo project was not made: ${last?.error?.message}`);
}
