import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { createBackend } from '#backend/backend.ts';
import { anyFile } from '#backend/files.ts';
import { findBrowser } from '../../scripts/browser.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of all journeys listens. */
    browser: string;
    /** The path of a demo project that nobody has open. */
    demo: string;
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

/** Before the first journey: one browser for all of them, and the demo project that they begin in copies of. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const executablePath = findBrowser();
  if (executablePath === null) return undefined;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dialogram-demo-')));
  const [browser, demo] = await Promise.all([
    chromium.launchServer({ executablePath, args: FLAGS }),
    makeDemo(folder),
  ]);
  provide('browser', browser.wsEndpoint());
  provide('demo', demo);
  return async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function makeDemo(folder: string): Promise<string> {
  const backend = createBackend({
    shell: 'test',
    version: '0.0.0',
    files: anyFile({ workspace: folder, from: folder }),
    settingsFolder: null,
  });
  const client = createRouterClient(backend.router, { context: { session: backend.openSession() } });
  const { project, job } = await client.projects.createDemo();
  let last = null;
  for await (const seen of await client.jobs.watch({ job })) last = seen;
  // The write-ahead log goes with the last connection; a copy without it would be incomplete.
  await backend.stop();
  if (last?.state !== 'done') throw new Error(`The demo project was not made: ${last?.error?.message}`);
  return project.path;
}
