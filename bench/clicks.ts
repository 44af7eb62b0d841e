/**
 * Measures twenty common clicks in a large demo project, in Chromium and the built app.
 *
 * npm run build, then npx node bench/clicks.ts [DIALOGUES] (default: 50,000)
 *
 * Medians of three repeats, in ms from pressing the mouse. `changed` lasts until the first change is painted,
 * `event` until the next paint (Event Timing). Chromium is at DIALOGRAM_BROWSER, or /usr/bin/chromium-headless-shell.
 */
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startShell } from '../tests/e2e/shell.ts';
import { writeDemoFile } from './kit/demo-file.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const DIALOGUES = Number(process.argv[2] ?? 50_000);
const REPEATS = 3;
const PAUSE_MS = 1000;
const PATIENCE_MS = 120_000;

interface Watch {
  pressed: number | null;
  changed: number | null;
  event: number;
}

function watchPage(): void {
  const watch: Watch = { pressed: null, changed: null, event: 0 };
  Object.assign(globalThis, { watch });
  addEventListener('pointerdown', ({ timeStamp }) => Object.assign(watch, { pressed: timeStamp }), true);
  const { port1, port2 } = new MessageChannel();
  // After a frame, once it is painted. @param data when the page changed
  port1.onmessage = ({ data }) => {
    if (watch.pressed === null || data < watch.pressed) return;
    watch.changed ??= performance.now();
  };
  new MutationObserver(() => {
    const now = performance.now();
    requestAnimationFrame(() => port2.postMessage(now));
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries())
      if (watch.pressed !== null && startTime >= watch.pressed) watch.event = Math.max(watch.event, duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

async function measured(page: Page, click: () => Promise<void>) {
  await page.evaluate(() => {
    const { watch } = globalThis as unknown as { watch: Watch };
    Object.assign(watch, { pressed: null, changed: null, event: 0 });
  });
  await click();
  await page.waitForFunction(() => (globalThis as unknown as { watch: Watch }).watch.changed !== null);
  await page.waitForTimeout(PAUSE_MS);
  return page.evaluate(() => {
    const { pressed, changed, event } = (globalThis as unknown as { watch: Watch }).watch;
    return { changed: (changed ?? 0) - (pressed ?? 0), event };
  });
}

function clicksOn(page: Page): [name: string, click: () => Promise<void>][] {
  const button = (name: string | RegExp) => async () =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  const tab = (name: string) => async () => page.getByRole('tab', { name, exact: true }).click();
  const area = (name: string) => async () =>
    page.getByRole('navigation', { name: 'Areas' }).getByRole('button', { name }).click();
  const drawn = page.getByRole('application', { name: /^Automaton:/ });
  const dialogues = page.getByRole('region', { name: 'Dialogues' }).getByRole('option');
  return [
    ['a project to open', () => page.getByRole('dialog').getByRole('button', { name: 'clicks' }).click()],
    ['Dialogues', tab('Dialogues')],
    ['a state', () => drawn.locator('g.graph-node .graph-shape').nth(5).click({ force: true })],
    ['a transition', () => clickTransition(page)],
    ['a dialogue', () => dialogues.first().click()],
    ['Next dialogue', button('Next dialogue')],
    ['Highlight the path', button('Highlight the path')],
    ['Add a tag', button('Add a tag to turn 1')],
    [
      'a tag to add',
      () =>
        page
          .getByRole('listbox')
          .getByRole('option', { name: /^#thank-agent/ })
          .click(),
    ],
    ['Undo', button(/^Undo/)],
    ['Close the transcript', button('Close the transcript')],
    ['Findings', tab('Findings')],
    ['Table', tab('Table')],
    ['Paths', tab('Paths')],
    ['Compare groups', tab('Compare groups')],
    ['Deviations', tab('Deviations')],
    ['Graph', tab('Graph')],
    ['Label', area('Label')],
    ['Test', area('Test')],
    ['Explore', area('Explore')],
  ];
}

async function clickTransition(page: Page): Promise<void> {
  const { x, y } = await page
    .locator('g.graph-edge .graph-line')
    .first()
    .evaluate((line) => {
      const path = line as unknown as SVGPathElement;
      const middle = path.getPointAtLength(path.getTotalLength() / 2);
      const { x, y } = middle.matrixTransform(path.getScreenCTM() ?? undefined);
      return { x, y };
    });
  await page.mouse.click(x, y);
}

const { folder, client, close } = openWorkplace();
try {
  const file = join(folder, 'calls.jsonl');
  await writeDemoFile(file, DIALOGUES);
  await client.projects.create({ path: 'clicks' });
  await finished(client, await client.corpus.import({ paths: [file], format: 'neutral' }));
  await finished(client, await client.tagging.run({ tagger: 'annotations' }));
  await finished(client, await client.automata.learn({ learner: 'overview' }));
  await client.projects.close();
  const figures = new Map<string, Awaited<ReturnType<typeof measured>>[]>();
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const shell = await startShell(folder);
    const executablePath = process.env.DIALOGRAM_BROWSER ?? '/usr/bin/chromium-headless-shell';
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
      page.setDefaultTimeout(PATIENCE_MS);
      await page.addInitScript(watchPage);
      await page.goto(shell.address);
      await page.getByRole('button', { name: 'Open project' }).click();
      for (const [name, click] of clicksOn(page))
        figures.set(name, [...(figures.get(name) ?? []), await measured(page, click)]);
    } finally {
      await browser.close();
      await shell.stop();
    }
  }
  for (const [name, all] of figures) {
    const medianOf = (read: (one: (typeof all)[number]) => number): number =>
      Math.round(all.map(read).sort((a, b) => a - b)[all.length >> 1]!);
    const line = {
      click: name,
      changed: medianOf((one) => one.changed),
      event: medianOf((one) => one.event),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
} finally {
  await close();
}
