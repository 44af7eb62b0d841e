import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/browser.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser that all journeys share; null if there is none. */
    browser: string | null;
    /** Folder of the demo projects, created while other tests run. Nobody has them open (see `demos.ts`). */
    demos: string;
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

/** Runs before the first journey: starts the shared browser, and starts creating the demo projects. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // `npm test` has already searched. A browser installed since then must not be used by only half of the
  // tests.
  const executablePath = process.env.DIALOGRAM_BROWSER ?? findBrowser();
  if (!executablePath) {
    provide('browser', null);
    provide('demos', '');
    return undefined;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dialogram-demo-')));
  const making = spawn(process.execPath, ['tests/e2e/make-demos.ts', folder], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile' },
  });
  const browser = await chromium.launchServer({ executablePath, args: FLAGS });
  provide('browser', browser.wsEndpoint());
  provide('demos', folder);
  return async () => {
    making.kill();
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
