import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { eventually, journey, openExploreTab, settled } from './harness.ts';
import { Picture } from './picture.ts';
import { Workbench } from './workbench.ts';

class Consequence {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get panel(): Locator {
    return this.page.getByRole('complementary', { name: 'What changes' });
  }

  get show(): Locator {
    return this.page.getByRole('button', { name: /^Show what change[sd]$/ });
  }

  get strip(): Locator {
    return this.page.getByRole('status').filter({ hasText: /(Show|Hide) what change[sd]$/ });
  }

  get atOnce(): Locator {
    return this.panel.getByRole('checkbox', { name: 'Update after every change' });
  }

  states(kind: 'Removed' | 'New' | 'Changed'): Locator {
    return this.panel.getByRole('region', { name: new RegExp(`^${kind}: `) });
  }
}

/** Opens the first dialogue and removes a tag of its first tagged turn by a key. */
async function removeTag(page: Page): Promise<{ bench: Workbench; tag: string }> {
  const bench = new Workbench(page);
  await bench.open(0);
  await bench.turn(1).waitFor();
  const [tag] = await bench.tags(1);
  await bench.tag(1, tag).focus();
  await page.keyboard.press('x');
  await eventually(() => bench.tags(1)).not.toContain(tag);
  return { bench, tag };
}

/** Returns the positions of the states on the page, to a tenth of a pixel. */
async function places(picture: Picture): Promise<Record<number, string>> {
  const states = await picture.states();
  return Object.fromEntries(
    [...states.values()].map(({ state, x, y }) => [state, `${x.toFixed(1)} ${y.toFixed(1)}`]),
  );
}

async function countAutomata(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^Automaton/ }).click();
  await page.getByRole('menuitemradio').first().waitFor();
  const count = await page.getByRole('menuitemradio').count();
  await page.keyboard.press('Escape');
  return count;
}

describe('the consequence of an edit', () => {
  journey(
    'is shown on request, and is empty again once the edit is undone',
    { demo: 'small' },
    async ({ page }) => {
      const picture = new Picture(page);
      const consequence = new Consequence(page);
      await picture.stage.waitFor();
      await new Workbench(page).row(0).waitFor();
      const before = await settled(() => places(picture));
      const { bench } = await removeTag(page);

      await page.getByText('Tags changed').waitFor();
      // The notice does not move the picture.
      expect(await settled(() => places(picture))).toEqual(before);
      await consequence.show.click();
      await consequence.states('Changed').waitFor();
      await eventually(() =>
        consequence.panel.getByRole('row', { name: /^Turns followed, exact/ }).innerText(),
      ).toMatch(/%.*%/s);

      const examples = consequence.panel.getByRole('region', { name: 'Examples before and after' });
      await examples
        .getByText(/^Only (before|after): $/)
        .first()
        .waitFor();
      await eventually(() => examples.getByRole('button', { name: /^demo-0001, turn/ }).count()).toBe(1);

      const row = consequence.states('Changed').getByRole('button').first();
      const number = Number((await row.innerText()).trim().split(/\s/)[0]);
      await row.click();
      if (number === 0) await eventually(() => bench.title()).toContain('Start state');
      else await eventually(() => bench.state()).toBe(number);
      await page.locator('g.graph-node.change-changed').first().waitFor();

      await bench.undo.click();
      await consequence.panel.getByText('The automaton stays the same').waitFor();
      await page.locator('g.graph-node.change-changed').first().waitFor({ state: 'detached' });
      await page.getByText('Tags changed').waitFor({ state: 'detached' });
    },
  );

  for (const width of [1280, 1440])
    journey(
      `hides neither a tab nor a state that changed, ${width} px wide`,
      { demo: 'small', viewport: { width, height: 800 } },
      async ({ page }) => {
        const consequence = new Consequence(page);
        const picture = new Picture(page);
        await picture.stage.waitFor();
        // Look at the end of the picture; the states that change are at its start.
        const stage = await picture.stage.boundingBox();
        if (!stage) throw new Error('The picture has no room.');
        const { bench } = await removeTag(page);
        await page.getByText('Tags changed').waitFor();
        const tabs = page.getByRole('tablist', { name: 'Automaton as' });
        const room = await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(room).toBe(0);
        await bench.transcript.getByRole('button', { name: /^Close/ }).click();
        await page.mouse.move(stage.x + stage.width - 40, stage.y + 40);
        await page.mouse.down();
        await page.mouse.move(stage.x + 60, stage.y + 40, { steps: 4 });
        await page.mouse.up();
        await consequence.show.click();
        await consequence.states('Changed').waitFor();
        await page.locator('g.graph-node.change-changed').first().waitFor();
        const outOfSight = () =>
          page.evaluate(() => {
            const { left, right, top, bottom } =
              document.querySelector('.graph-stage')?.getBoundingClientRect() ?? new DOMRect();
            return [...document.querySelectorAll('.graph-stage .change-changed .graph-shape')].filter(
              (shape) => {
                const box = shape.getBoundingClientRect();
                const isIn = box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;
                const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return !isIn || above?.closest('.graph-stage') == null;
              },
            ).length;
          });
        await eventually(() => settled(outOfSight)).toBe(0);
        await page.getByRole('tab', { name: 'Table' }).click();
        const states = page.getByRole('region', { name: 'States', exact: true });
        await states.waitFor();
        const table = await states.boundingBox();
        const list = await consequence.panel.boundingBox();
        expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual((list?.x ?? 0) + 1);
        await page.getByRole('tab', { name: 'Paths' }).click();
        await consequence.panel.waitFor({ state: 'detached' });
        await consequence.show.click();
        await consequence.states('Changed').waitFor();
        await picture.stage.waitFor();
      },
    );

  journey('is kept with one click, and the view stays', { demo: 'small' }, async ({ page }) => {
    const picture = new Picture(page);
    const consequence = new Consequence(page);
    await picture.stage.waitFor();
    const automata = await countAutomata(page);
    const { bench } = await removeTag(page);
    const opened = await bench.transcript.getByRole('heading').first().innerText();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await consequence.show.click();
    await consequence.panel.getByRole('button', { name: 'Keep the new automaton' }).waitFor();
    const scale = await settled(() => page.locator('.graph-scale').innerText());
    const before = await settled(() => places(picture));

    await consequence.panel.getByRole('button', { name: 'Keep the new automaton' }).click();
    await consequence.panel.getByRole('heading', { name: 'What changed' }).waitFor();
    await page.locator('g.graph-node.change-changed').first().waitFor();
    const after = await settled(() => places(picture));
    expect(await page.locator('.graph-scale').innerText()).toBe(scale);
    // Kept states keep their positions on the page, whatever their new numbers are.
    const kept = new Set(Object.values(before));
    const moved = Object.values(after).filter((place) => !kept.has(place));
    expect(moved.length).toBeLessThanOrEqual(await page.locator('g.graph-node.change-new').count());
    expect(await bench.transcript.getByRole('heading').first().innerText()).toBe(opened);
    await eventually(() => countAutomata(page)).toBe(automata + 1);

    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('tab', { name: 'Graph' }).click();
    await eventually(() => page.locator('.graph-scale').innerText()).toBe(scale);
    // The kept automaton may number its states differently than the preview.
    const sorted = (all: Record<number, string>) => Object.values(all).sort();
    expect(sorted(await settled(() => places(picture)))).toEqual(sorted(after));
  });

  journey(
    'follows every edit automatically if wanted, in one automaton',
    { demo: 'small' },
    async ({ page }) => {
      const consequence = new Consequence(page);
      await new Picture(page).stage.waitFor();
      const automata = await countAutomata(page);
      const { bench, tag } = await removeTag(page);
      await page.getByText('Tags changed').waitFor();
      await consequence.show.click();
      await consequence.atOnce.check();
      await page.getByText(/^States: .*changed/).waitFor();
      await eventually(() => countAutomata(page)).toBe(automata + 1);
      await bench.undo.click();
      await eventually(() => bench.tags(1)).toContain(tag);
      await consequence.panel.getByRole('heading', { name: 'What changed' }).waitFor();
      await bench.redo.click();
      await eventually(() => bench.tags(1)).not.toContain(tag);
      await consequence.strip.getByText('Learning again…').waitFor({ state: 'detached' });
      await eventually(() => countAutomata(page)).toBe(automata + 1);
      await consequence.atOnce.uncheck();
    },
  );

  journey(
    'is shown before two states are merged by a key, and undone by another',
    { demo: 'small' },
    async ({ page }) => {
      await new Picture(page).stage.waitFor();
      await openExploreTab(page, 'Similar states');
      const merges = page.getByRole('region', { name: 'Merges' });
      const pairs = merges.getByRole('listbox', { name: 'Similar states' });
      await pairs.getByRole('option').first().click();
      await merges.getByRole('table', { name: 'What follows' }).waitFor();
      const changes = merges.getByRole('region', { name: 'Effect of merging' });
      await changes.getByRole('rowheader', { name: 'States' }).waitFor();
      await pairs.focus();
      await page.keyboard.press('m');
      const decisions = merges.getByRole('region', { name: 'Merge decisions' });
      await decisions.getByText(/^Merge the states after/).waitFor();
      await merges.getByRole('button', { name: 'Learn again' }).waitFor();
      await page.getByText('Merge decisions changed').waitFor();
      await new Workbench(page).undo.click();
      await decisions.waitFor({ state: 'detached' });
    },
  );
});
