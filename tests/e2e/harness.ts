import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect, test } from 'vitest';
import { findBrowser } from '../../scripts/browser.mjs';
import { afterwards, temporaryFolder } from '../fixtures/cleanup.ts';
import { type Shell, startShell } from './shell.ts';
import { type Expected, watchContext } from './watch.ts';

const BROWSER_PATH = findBrowser();
const NO_BROWSER = 'skipped: no browser (install Chromium or set CHROMIUM_PATH)';
const LAUNCH_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** How long an expectation waits before it fails; none is about how quick something is. */
const PATIENCE_MS = 30_000;

export interface Journey {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly shell: Shell;
}

export interface JourneyOptions extends BrowserContextOptions {
  /** Begins in a copy of the demo project that is the journey's own; else on the start page. */
  readonly demo?: boolean;
  /** Console errors that belong to the journey. */
  readonly expected?: Expected;
}

interface App {
  readonly shell: Shell;
  readonly browser: Browser;
}

let app: Promise<App> | null = null;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>> = [];
let demo: Promise<string> | null = null;
let journeys = 0;

/** One server and one browser for all journeys of a file. */
function theApp(): Promise<App> {
  app ??= start();
  return app;
}

async function start(): Promise<App> {
  const shell = await startShell(temporaryFolder('e2e'));
  afterwards(() => shell.stop());
  const browser = await chromium.launch({ executablePath: BROWSER_PATH ?? undefined, args: LAUNCH_FLAGS });
  afterwards(() => browser.close());
  return { shell, browser };
}

/**
 * A way through the app in a browser of its own storage, starting on the start page or in the demo project.
 * Fails on any console error, uncaught error, breach of the page's policy or request to elsewhere.
 */
export function journey(
  title: string,
  options: JourneyOptions,
  walk: (journey: Journey) => Promise<void>,
): void {
  if (BROWSER_PATH === null) {
    test.skip(`${title} ${NO_BROWSER}`);
    return;
  }
  test(title, async ({ task }) => {
    const { demo: wantsDemo, expected = [], ...contextOptions } = options;
    const { shell, browser } = await theApp();
    // Walked again after a fault, it starts without the servers that it had set up.
    if ((task.result?.retryCount ?? 0) > 0)
      rmSync(join(shell.home, '.settings'), { recursive: true, force: true });
    const source = wantsDemo ? await demoProject() : null;
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...contextOptions });
    try {
      context.setDefaultTimeout(PATIENCE_MS);
      const faults = watchContext(context, shell.origin, expected);
      const page = await enter(context, shell);
      if (source !== null) {
        const name = `Journey ${++journeys}`;
        copyFileSync(source, join(shell.home, `${name}.dialogram`));
        await openProject(page, name);
      }
      await walk({ page, context, shell });
      expect(faults).toEqual([]);
    } finally {
      await context.close();
    }
  });
}

/** Looks again and again until what it sees is as expected, or patience ends. */
export function eventually<Value>(look: () => Promise<Value> | Value) {
  return expect.poll(look, { timeout: PATIENCE_MS, interval: 25 });
}

/** What is seen once it has stayed the same for a while: pictures and lists may still be on their way. */
export async function settled<Value>(look: () => Promise<Value>, quietMs = 600): Promise<Value> {
  let seen = await look();
  let since = performance.now();
  const deadline = since + PATIENCE_MS;
  while (performance.now() - since < quietMs && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = await look();
    if (JSON.stringify(now) === JSON.stringify(seen)) continue;
    seen = now;
    since = performance.now();
  }
  return seen;
}

/** A new tab: by the printed address the first time, afterwards by the cookie that it was traded for. */
export async function enter(context: BrowserContext, shell: Shell): Promise<Page> {
  if (cookies.length > 0) await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(cookies.length > 0 ? shell.origin : shell.address);
  cookies = await context.cookies();
  return page;
}

export async function newProject(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('button', { name: 'Import files…' }).waitFor();
}

export async function openProject(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Open project' }).click();
  await page.getByRole('dialog', { name: 'Open project' }).getByRole('button', { name }).click();
  await projectButton(page, name).waitFor();
}

/** The header's button that is named by the project. */
export function projectButton(page: Page, name = ''): Locator {
  return page.getByRole('button', { name: `${name}, project menu` });
}

export async function closeProject(page: Page): Promise<void> {
  await projectButton(page).click();
  await page.getByRole('menuitem', { name: 'Close project' }).click();
  await page.getByRole('button', { name: 'Try the demo' }).waitFor();
}

/** The path of a demo project that nobody has open, made once a file. */
function demoProject(): Promise<string> {
  demo ??= makeDemo().catch((error: unknown) => {
    // Else the second try would fail for the first one's reason.
    demo = null;
    throw error;
  });
  return demo;
}

async function makeDemo(): Promise<string> {
  const { shell, browser } = await theApp();
  const context = await browser.newContext();
  const page = await enter(context, shell);
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await page.getByRole('application').waitFor({ timeout: 60_000 });
  await closeProject(page);
  await context.close();
  const file = readdirSync(shell.home).find((name) => name.endsWith('.dialogram'));
  if (file === undefined) throw new Error(`There is no project in ${shell.home} after the demo was made.`);
  const path = join(shell.home, file);
  // The write-ahead log goes with the last connection; a copy without it would be incomplete.
  await eventually(() => existsSync(`${path}-wal`)).toBe(false);
  return path;
}
