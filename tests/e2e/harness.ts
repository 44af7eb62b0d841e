import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { ensureBuilt } from '../../scripts/setup.mjs';
import { afterwards, forTheFile, temporaryFolder } from '../fixtures/cleanup.ts';
import { DEMO, NO_DEMOS, SMALL_DEMO } from './demos.ts';
import { type Shell, startShell } from './shell.ts';
import { type Expected, watchContext } from './watch.ts';
import { Workbench } from './workbench.ts';

const BROWSER = inject('browser');
const NO_BROWSER = 'skipped: no browser (install Chromium or set CHROMIUM_PATH)';
/** Time in ms until an expectation fails. */
export const PATIENCE_MS = Number(process.env.DIALOGRAM_PATIENCE_MS ?? 600_000);

export interface Journey {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly shell: Server;
}

type Server = Pick<Shell, 'address' | 'origin' | 'home'>;

export interface JourneyOptions extends BrowserContextOptions {
  /** The journey's own copy of a demo project. The whole one takes twice as long as the small one. */
  readonly demo?: 'whole' | 'small';
  readonly beside?: 'findings' | 'dialogues';
  /** For a journey that changes settings of the app or looks into its folder; others share a server. */
  readonly own?: boolean;
  readonly build?: 'out-pseudo';
  readonly expected?: Expected;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

let browser: Promise<Browser> | null = null;
let ownServer: Promise<Shell> | null = null;
/** The cookies that a used address was exchanged for, by server. */
const cookiesOf = new Map<string, Cookies>();
let journeys = 0;

function theBrowser(): Promise<Browser> {
  browser ??= forTheFile(async () => {
    const connected = await chromium.connect(BROWSER ?? '');
    afterwards(() => {
      browser = null;
      return connected.close();
    });
    return connected;
  });
  return browser;
}

function theOwnServer(build?: JourneyOptions['build']): Promise<Shell> {
  ownServer ??= forTheFile(async () => {
    if (build) ensureBuilt(build);
    const shell = await startShell(temporaryFolder('e2e'), {}, build);
    afterwards(() => {
      ownServer = null;
      cookiesOf.delete(shell.origin);
      return shell.stop();
    });
    return shell;
  });
  return ownServer;
}

function theSharedServer(): Server {
  const shared = inject('shared');
  if (shared === null) throw new Error('There is no browser, so no server was started.');
  const { origin, home, cookie } = shared;
  const { hostname } = new URL(origin);
  cookiesOf.set(origin, [
    {
      ...cookie,
      domain: hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Strict',
    },
  ]);
  return { address: origin, origin, home };
}

/** Fails on any console error, uncaught error, violation of the security policy or request to another host. */
export function journey(
  title: string,
  options: JourneyOptions,
  walk: (journey: Journey) => Promise<void>,
): void {
  if (BROWSER === null) {
    test.skip(`${title} ${NO_BROWSER}`);
    return;
  }
  test(title, async () => {
    const { demo, beside = 'dialogues', expected = [], own = !demo, build, ...contextOptions } = options;
    const shell = own ? await theOwnServer(build) : theSharedServer();
    const context = await (await theBrowser()).newContext({
      viewport: { width: 1280, height: 800 },
      // A browser without a graphics card draws each frame of a motion on the processor.
      reducedMotion: 'reduce',
      ...contextOptions,
    });
    let name: string | null = null;
    try {
      context.setDefaultTimeout(PATIENCE_MS);
      const faults = watchContext(context, shell.origin, expected);
      const page = await enter(context, shell);
      if (demo) {
        // Unlike the names of other files' journeys, and no beginning of another name.
        name = `Journey ${process.pid}-${String(++journeys).padStart(3, '0')}`;
        await copyDemo(shell.home, name, demo);
        await openProject(page, name);
        await page.getByRole('tab', { name: 'Dialogues', exact: true }).waitFor();
        if (beside === 'dialogues') await new Workbench(page).showDialogues();
      }
      await walk({ page, context, shell });
      expect(faults).toEqual([]);
    } finally {
      await context.close();
      if (name !== null) rmSync(join(shell.home, `${name}.dialogram`), { force: true });
    }
  });
}

/** Checks repeatedly until the value is as expected, or until the timeout. */
export function eventually<Value>(look: () => Promise<Value> | Value) {
  return expect.poll(look, { timeout: PATIENCE_MS, interval: 100 });
}

/** Each look costs the page and this process some ms. */
const MOST_OFTEN_MS = 50;

/** Returns a value once it has stayed the same for a while; pictures and lists may still be changing. */
export async function settled<Value>(look: () => Promise<Value>, quietMs = 600): Promise<Value> {
  let seen = await look();
  let since = performance.now();
  const deadline = since + PATIENCE_MS;
  const betweenMs = Math.max(MOST_OFTEN_MS, quietMs / 4);
  while (performance.now() - since < quietMs && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
    const now = await look();
    if (JSON.stringify(now) === JSON.stringify(seen)) continue;
    seen = now;
    since = performance.now();
  }
  return seen;
}

export async function enter(context: BrowserContext, shell: Server): Promise<Page> {
  const cookies = cookiesOf.get(shell.origin);
  if (cookies) await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(cookies ? shell.origin : shell.address);
  // The address redirects to the page.
  await page.waitForURL(`${shell.origin}/`);
  if (!cookies) cookiesOf.set(shell.origin, await context.cookies());
  return page;
}

export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ({ name, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: 'text/csv' }));
      return transfer;
    },
    { name, text },
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.getByText('Drop to import').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
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

export function projectButton(page: Page, name = ''): Locator {
  return page.getByRole('button', { name: `${name}, project menu` });
}

export async function choose(place: Page | Locator, menu: string, entry: string): Promise<void> {
  await place.getByRole('button', { name: menu, exact: true }).click();
  await place
    .getByRole('menu', { name: /./ })
    .locator('[role^="menuitem"]')
    .filter({ hasText: new RegExp(`^${entry}`) })
    .click();
}

export async function closeProject(page: Page): Promise<void> {
  await projectButton(page).click();
  await page.getByRole('menuitem', { name: 'Close project' }).click();
  await page.getByRole('button', { name: 'Try the demo' }).waitFor();
}

export async function copyDemo(home: string, name: string, demo: 'whole' | 'small' = 'whole'): Promise<void> {
  const folder = inject('demos');
  const made = join(folder, demo === 'whole' ? DEMO : SMALL_DEMO);
  const failed = join(folder, NO_DEMOS);
  await expect
    .poll(() => existsSync(made) || existsSync(failed), { timeout: PATIENCE_MS, interval: 100 })
    .toBe(true);
  if (existsSync(failed)) throw new Error(`The demo projects were not made: ${readFileSync(failed, 'utf8')}`);
  copyFileSync(made, join(home, `${name}.dialogram`));
}

export async function createTag(page: Page, name: string): Promise<void> {
  await page.getByRole('option', { name: `Create #${name}` }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`There is no tag #${name} yet.`).waitFor();
  await page.keyboard.press('Enter');
}

export async function textOf(download: Download): Promise<string> {
  const path = join(temporaryFolder('download'), 'file');
  await download.saveAs(path);
  return readFileSync(path, 'utf8');
}

const AREA_OF = {
  Review: 'Label',
  Teach: 'Label',
  Moves: 'Label',
  Topics: 'Label',
  Vocabulary: 'Label',
  Flows: 'Design',
  Worksheets: 'Design',
  Simulate: 'Test',
  Compare: 'Test',
  Results: 'Test',
  Story: 'Present',
  Share: 'Present',
  Reports: 'Present',
} as const;

export async function openView(page: Page, view: keyof typeof AREA_OF): Promise<void> {
  const area = AREA_OF[view];
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('button', { name: area }).click();
  await page
    .getByRole('tablist', { name: `Views of ${area}` })
    .getByRole('tab', { name: view, exact: true })
    .click();
}

export async function openExploreTab(page: Page, tab: 'Fields' | 'Similar states'): Promise<void> {
  await page.getByRole('button', { name: 'More views' }).click();
  await page.getByRole('menuitemradio', { name: tab }).click();
}
