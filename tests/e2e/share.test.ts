import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seriousViolations } from './accessibility.ts';
import { eventually, journey, openView, settled, textOf } from './harness.ts';
import { Picture } from './picture.ts';
import { Workbench } from './workbench.ts';

async function exported(page: Page, entry: string, whole = false): Promise<{ name: string; text: string }> {
  await openView(page, 'Share');
  const form = page.getByRole('region', { name: 'Export the automaton' });
  const format = form.getByRole('radio', { name: entry, exact: true });
  await form.getByText('More formats').waitFor();
  if (!(await format.isVisible())) await form.getByText('More formats').click();
  await format.check();
  await form.getByRole('radio', { name: whole ? 'Everything' : 'As shown' }).check();
  await form
    .getByRole('checkbox', { name: 'Include paths taken by fewer than 5 dialogues' })
    .setChecked(whole);
  const coming = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await textOf(download) };
}

describe('an export', () => {
  journey(
    'offers the automaton as JSON, DOT and SVG; the default can be shared',
    { demo: 'small' },
    async ({ page }) => {
      const bench = new Workbench(page);
      const menu = page.getByRole('button', { name: /^Automaton \d+ states/ });
      // Reads the text itself, not its layout at that moment.
      const states = Number(/\d+/.exec((await menu.textContent()) ?? '')?.[0]);

      const { shown } = await new Picture(page).counts();
      expect(shown).toBeGreaterThan(10);

      const json = await exported(page, 'JSON', true);
      expect(json.name).toMatch(/\.json$/);
      const automaton = JSON.parse(json.text) as { states: readonly { support: number }[] };
      expect(automaton.states.length).toBe(states);
      expect(automaton.states.some(({ support }) => support < 5)).toBe(true);
      expect(json.text).not.toContain('demo-0001');
      const shared = JSON.parse((await exported(page, 'JSON')).text) as typeof automaton;
      expect(shared.states.length).toBe(shown);
      expect(shared.states.some(({ support }) => support < 5)).toBe(false);

      const dot = await exported(page, 'DOT');
      expect(dot.name).toMatch(/\.dot$/);
      expect(dot.text).toMatch(/^digraph/);

      const names = [...dot.text.matchAll(/^ {2}s\d+ \[.*label="(.+)\\n/gm)].map(([, name]) => name);
      expect(names.length).toBe(shown);
      const { text: graphml } = await exported(page, 'GraphML');
      const told = [...graphml.matchAll(/key="node-label">([^<]*)</g)].map(([, name]) => name);
      expect(told.slice(1)).toEqual(names.slice(1));

      const whole = await exported(page, 'SVG', true);
      expect(whole.text).toContain(`All ${states} states and all `);
      const svg = await exported(page, 'SVG');
      expect(svg.name).toMatch(/\.svg$/);
      expect(svg.text).toContain('fewer than 5 dialogues');
      const drawn = await page.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
        return {
          error: parsed.querySelector('parsererror')?.textContent,
          script: parsed.querySelectorAll('script').length,
        };
      }, svg.text);
      expect(drawn).toEqual({ error: undefined, script: 0 });
      await eventually(() => bench.notices.innerText()).toContain(`Exported ${svg.name}`);
    },
  );

  journey(
    'shares the picture: as a slide without rare paths, as PNG, from the top down, with a moved state',
    { demo: 'small' },
    async ({ page }) => {
      const picture = new Picture(page);
      const shown = (await picture.stands()).size;
      const saved = async (choose: (dialog: Locator) => Promise<unknown>) => {
        await picture.choose('Share the picture…');
        const dialog = page.getByRole('dialog', { name: 'Share the picture' });
        await choose(dialog);
        const coming = page.waitForEvent('download');
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        const download = await coming;
        await dialog.waitFor({ state: 'detached' });
        return download;
      };

      const slide = await saved((dialog) => dialog.getByLabel('Title').fill('How refunds go'));
      expect(slide.suggestedFilename()).toMatch(/\.svg$/);
      const text = await textOf(slide);
      expect(text).toMatch(/^<svg [^>]*width="1600" height="900"/);
      expect(text.match(/<svg /g)).toHaveLength(1);
      for (const told of ['How refunds go', `${shown} of `, 'τ 5, λ 0.1', 'fewer than 5 dialogues'])
        expect(text).toContain(told);
      const counts = [...text.matchAll(/([\d,]+) dialogues? \(|, ([\d,]+) dialogues?[,<]/g)].map(
        ([, state, transition]) => Number((state ?? transition ?? '').replace(',', '')),
      );
      expect(counts.length).toBeGreaterThan(shown);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(5);
      // Header, status and file describe the same automaton, whatever each leaves out.
      const totals = /of ([\d,]+) states and (?:all|[\d,]+ of) ([\d,]+) transitions are shown/;
      const [, states, transitions] = totals.exec(text) ?? [];
      expect(totals.exec((await picture.counts()).text)?.slice(1)).toEqual([states, transitions]);
      expect(await page.getByRole('button', { name: /^Automaton/ }).innerText()).toContain(
        `${states} states`,
      );

      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await openView(page, 'Share');
      await page.getByRole('button', { name: 'Share the picture…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByText('Picture copied.').waitFor();
      expect(await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types)).toEqual([
        'image/png',
      ]);

      const points = await saved(async (dialog) => {
        await dialog.getByLabel('Page').selectOption('4:3');
        await dialog.getByLabel('Reading direction').selectOption('Top down');
        await dialog.getByLabel('File').selectOption('PNG, 2×');
      });
      expect(points.suggestedFilename()).toMatch(/\.png$/);
      const bytes = await buffer(await points.createReadStream());
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2880, 2160]);

      await picture.choose('Top down');
      await eventually(async () => {
        const states = await picture.states();
        const start = states.get(0);
        return start && [...states.values()].every(({ state, y }) => state === 0 || y - start.y > 10);
      }).toBe(true);

      const { x, y } = await settled(() => picture.state(1), 200);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 20, y + 20, { steps: 3 });
      await page.mouse.move(x + 30, y + 90, { steps: 3 });
      await page.mouse.up();
      await eventually(async () => (await picture.state(1)).y - y).toBeGreaterThan(60);
      await page.getByRole('button', { name: 'Undo: Move state 1', exact: true }).click();
      await eventually(async () => Math.abs((await picture.state(1)).y - y)).toBeLessThan(2);
    },
  );

  journey(
    'presents a story: slides added by a click, named, ordered, shown, and saved as one page and as PowerPoint',
    { demo: 'small' },
    async ({ page }) => {
      const picture = new Picture(page);
      await picture.stage.waitFor();
      await eventually(async () => (await picture.states()).size).toBeGreaterThan(1);
      await picture.choose('Add to the story');
      await page.getByText('Added slide 1').waitFor();
      await picture.stage.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page
        .getByRole('region', { name: 'About this state' })
        .getByText(/^State \d+/)
        .waitFor();
      await picture.choose('Annotate…');
      const annotating = page.getByRole('dialog', { name: 'Annotate the picture' });
      await annotating.getByLabel('Text').fill('Look here');
      await annotating.getByRole('button', { name: 'Add to the picture' }).click();
      await annotating.waitFor({ state: 'detached' });
      const note = page.getByRole('button', { name: 'Annotation: Look here' });
      await note.focus();
      const { x } = await settled(() => note.boundingBox().then((box) => ({ x: Math.round(box?.x ?? 0) })));
      await page.keyboard.press('ArrowRight');
      await eventually(async () => ((await note.boundingBox())?.x ?? 0) > x).toBe(true);
      await page.getByRole('button', { name: 'Undo: Move a call-out' }).waitFor();
      await picture.choose('Add to the story');
      await page.getByText('Added slide 2').waitFor();

      await openView(page, 'Story');
      const titles = page.getByRole('textbox', { name: /^Title of slide/ });
      await eventually(() => titles.count()).toBe(2);
      await titles.first().fill('How it begins');
      await page.getByRole('textbox', { name: 'What to say on slide 1' }).fill('Good morning');
      await page.getByRole('button', { name: 'Move slide 2 up' }).click();
      await eventually(() => titles.nth(1).inputValue()).toBe('How it begins');

      await page.getByRole('button', { name: 'Start the presentation' }).click();
      const screen = page.getByRole('dialog', { name: 'Presentation' });
      await screen.getByRole('application', { name: /^Slide 1 of 2: .* reach “/ }).waitFor();
      // The whole slide is in the window, not cropped.
      const shown = await screen.locator('img').evaluate((image: HTMLImageElement) => {
        const { left, top, right, bottom } = image.getBoundingClientRect();
        return { natural: [image.naturalWidth, image.naturalHeight], left, top, right, bottom };
      });
      expect(shown.natural).toEqual([1600, 900]);
      expect((shown.right - shown.left) / (shown.bottom - shown.top)).toBeCloseTo(16 / 9, 2);
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      expect(Math.min(shown.left, shown.top)).toBeGreaterThanOrEqual(-0.5);
      expect(shown.right).toBeLessThanOrEqual(width + 0.5);
      expect(shown.bottom).toBeLessThanOrEqual(height + 0.5);
      await page.keyboard.press('ArrowRight');
      await screen.getByRole('application', { name: 'Slide 2 of 2: How it begins' }).waitFor();
      await page.keyboard.press('n');
      await screen.getByText('Good morning').waitFor();
      await screen.getByRole('button', { name: 'End the presentation' }).click();
      await screen.waitFor({ state: 'detached' });

      const opening = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Present in two windows' }).click();
      const beside = await opening;
      await beside.getByRole('heading', { name: /^1 \/ 2/ }).waitFor();
      await beside.getByRole('button', { name: 'Next slide' }).click();
      await beside.getByText('Good morning').waitFor();
      await screen.getByRole('application', { name: 'Slide 2 of 2: How it begins' }).waitFor();
      await screen.getByRole('button', { name: 'End the presentation' }).click();
      await eventually(async () => beside.isClosed()).toBe(true);

      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as HTML' }).click();
      const text = await textOf(await coming);
      expect(text.match(/<section /g)).toHaveLength(2);
      expect(text).not.toMatch(/Good morning|demo-0001|src=|href="(?!#p\d)/);
      expect(text).toContain('Look here');
      const opened = await page.context().newPage();
      await opened.setContent(text);
      expect(await seriousViolations(opened)).toEqual([]);
      await opened.close();

      const slides = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as PowerPoint' }).click();
      const download = await slides;
      expect(download.suggestedFilename()).toMatch(/ story\.pptx$/);
      const bytes = await buffer(await download.createReadStream());
      expect(bytes.toString('latin1', 0, 2)).toBe('PK');
      expect(bytes.toString('latin1')).toContain('ppt/slides/slide2.xml');
    },
  );
});

describe('help', () => {
  journey('lists all keys under "?" and all commands in the palette', { demo: 'small' }, async ({ page }) => {
    const picture = new Picture(page);
    await picture.stage.waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Help' });
    const about = keys.getByRole('region', { name: 'About this page: Explore' });
    expect(await about.getByRole('listitem').count()).toBeLessThanOrEqual(5);
    await keys.getByText('Add a tag to the turn').first().waitFor();
    await keys.getByText('Follow a transition').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill('table');
    await page.getByRole('option', { name: /Show the automaton as a table/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('table').waitFor();

    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('radio', { name: 'Dark' }).check();
    await eventually(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    // People who dictate can turn single keys off.
    await settings.getByRole('button', { name: 'Keyboard' }).click();
    await settings.getByRole('checkbox', { name: /Single-key shortcuts/ }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await keys.isVisible()).toBe(false);
    await page.reload();
    await page.getByRole('tab', { name: 'Table', selected: true }).waitFor();
    await eventually(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  });
});
