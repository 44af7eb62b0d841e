import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/browser.mjs';
import { startShell } from './shell.ts';

export interface SharedShell {
  readonly origin: string;
  readonly home: string;
  readonly cookie: { readonly name: string; readonly value: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    browser: string | null;
    demos: string;
    shared: SharedShell | null;
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

const COMPILE_CACHE = { NODE_COMPILE_CACHE: 'node_modules/.cache/compile' };

/** Runs before the first journey: starts the shared browser and server, and starts creating the demo projects. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // A browser installed since `npm test` searched must not be used by only half of the tests.
  const executablePath = process.env.DIALOGRAM_BROWSER ?? findBrowser();
  if (!executablePath) {
    provide('browser', null);
    provide('demos', '');
    provide('shared', null);
    return undefined;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dialogram-demo-')));
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'dialogram-shared-')));
  // First, since nothing would stop the others if it failed.
  const shell = await startShell(home, COMPILE_CACHE);
  const response = await fetch(shell.address);
  const [name = '', value = ''] = response.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
  await response.body?.cancel();
  const making = spawn(process.execPath, ['tests/e2e/make-demos.ts', folder], {
    stdio: 'inherit',
    env: { ...process.env, ...COMPILE_CACHE },
  });
  const browser = await chromium.launchServer({ executablePath, args: FLAGS });
  provide('browser', browser.wsEndpoint());
  provide('demos', folder);
  provide('shared', { origin: shell.origin, home, cookie: { name, value } });
  return async () => {
    making.kill();
    await browser.close();
    await shell.stop();
    for (const made of [folder, home]) rmSync(made, { recursive: true, force: true });
  };
}
