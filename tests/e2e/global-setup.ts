import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { createBackend } from '#backend/backend.ts';
import { anyFile } from '#backend/files.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { findBrowser } from '../../scripts/browser.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of all journeys listens. */
    browser: string;
    /** The path of a demo project that nobody has open. */
    demo: string;
    /** The path of another with a third of its dialogues, for journeys that prepare the comparison. */
    smallDemo: string;
  }
}

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Before the first journey: one browser for all of them, and the demo projects that they begin in copies of. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const executablePath = findBrowser();
  if (executablePath === null) return undefined;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dialogram-demo-')));
  const [browser, { demo, smallDemo }] = await Promise.all([
    chromium.launchServer({ executablePath, args: FLAGS }),
    makeDemos(folder),
  ]);
  provide('browser', browser.wsEndpoint());
  provide('demo', demo);
  provide('smallDemo', smallDemo);
  return async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function makeDemos(folder: string): Promise<{ readonly demo: string; readonly smallDemo: string }> {
  const backend = createBackend({
    shell: 'test',
    version: '0.0.0',
    files: anyFile({ workspace: folder, from: folder }),
    settingsFolder: null,
  });
  const client: DialogramClient = createRouterClient(backend.router, {
    context: { session: backend.openSession() },
  });
  const { project, job } = await client.projects.createDemo();
  await done(client, job);
  // The comparison and the batch run that come with it.
  for (const { id } of await client.jobs.list()) await done(client, id);
  const { path } = await client.projects.create({ path: 'small' });
  const lines = generateDemoDialogues({ seed: 1, count: 240 }).map((dialogue) => JSON.stringify(dialogue));
  writeFileSync(join(folder, 'support-dialogues.jsonl'), lines.join('\n'));
  await done(client, (await client.corpus.import({ paths: ['support-dialogues.jsonl'] })).job);
  await done(client, (await client.tagging.run({ tagger: 'annotations' })).job);
  await done(client, (await client.automata.learn({})).job);
  await done(client, (await client.comparison.prepare({ methods: [] })).job);
  // The write-ahead log goes with the last connection; a copy without it would be incomplete.
  await backend.stop();
  return { demo: project.path, smallDemo: path };
}

async function done(client: DialogramClient, job: JobId): Promise<void> {
  let last = null;
  for await (const seen of await client.jobs.watch({ job })) last = seen;
  if (last?.state !== 'done') throw new Error(`A demo project was not made: ${last?.error?.message}`);
}
