import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createTag, eventually, journey } from './harness.ts';
import { Picture } from './picture.ts';
import { Workbench } from './workbench.ts';

/** Opens the first dialogue and moves to its first turn, with keys only. */
async function openFirstByKeys(page: Page): Promise<Workbench> {
  const bench = new Workbench(page);
  await bench.row(0).waitFor();
  await page.keyboard.press('Control+f');
  await eventually(() => bench.find.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await eventually(() => bench.list.getAttribute('aria-activedescendant')).not.toBeNull();
  await page.keyboard.press('Enter');
  await bench.turn(1).waitFor();
  // A page that is still loading may lose the focus; the next Tab then starts at the top.
  for (let stops = 0; stops < 100; stops++) {
    if (await bench.turn(1).evaluate((turn) => turn === document.activeElement)) return bench;
    await page.keyboard.press('Tab');
  }
  throw new Error('The turns of the transcript cannot be reached by Tab.');
}

/** Moves along the controls of the focused turn until the tag has the focus. */
async function goToTag(page: Page, bench: Workbench, turn: number, name: string): Promise<void> {
  for (let stops = 0; stops < 20; stops++) {
    if (await bench.tag(turn, name).evaluate((chip) => chip === document.activeElement)) return;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`#${name} in turn ${turn} cannot be reached by the arrow keys.`);
}

async function countAutomata(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^Automaton/ }).click();
  await page.getByRole('menuitemradio').first().waitFor();
  const count = await page.getByRole('menuitemradio').count();
  await page.keyboard.press('Escape');
  return count;
}

describe('tags', () => {
  journey(
    'are added, replaced, removed and renamed by keys alone, with undo and redo',
    { demo: 'small' },
    async ({ page }) => {
      const bench = await openFirstByKeys(page);
      const [original] = await bench.tags(1);
      const editor = page.locator('input[role="combobox"]');

      await page.keyboard.press('a');
      await editor.waitFor();
      await page.keyboard.type('thank-ag');
      await page.getByRole('option', { name: /^#thank-agent/ }).waitFor();
      await page.keyboard.press('Enter');
      await eventually(() => bench.tags(1)).toEqual([original, 'thank-agent']);

      // A new tag must be confirmed; Escape returns to the text.
      await page.keyboard.press('a');
      await editor.waitFor();
      await page.keyboard.type('wants-rain-jacket');
      await page.getByRole('option', { name: 'Create #wants-rain-jacket' }).waitFor();
      await page.keyboard.press('Enter');
      await page
        .getByText('There is no tag #wants-rain-jacket yet. Enter creates it, Esc goes back.')
        .waitFor();
      await page.keyboard.press('Escape');
      await createTag(page, 'wants-rain-jacket');
      await eventually(() => bench.tags(1)).toContain('wants-rain-jacket');

      // A typo and Enter give the tag that was meant, and create none.
      await page.keyboard.press('a');
      await editor.waitFor();
      await page.keyboard.type('repotr-delay');
      await page.getByText('There is no tag #repotr-delay. Did you mean one of these?').waitFor();
      await page.keyboard.press('Enter');
      await eventually(() => bench.tags(1)).toContain('report-delay');
      await page.keyboard.press('Control+z');
      await eventually(() => bench.tags(1)).not.toContain('report-delay');

      await goToTag(page, bench, 1, 'thank-agent');
      await page.keyboard.press('x');
      await eventually(() => bench.tags(1)).not.toContain('thank-agent');

      await goToTag(page, bench, 1, original);
      await page.keyboard.press('r');
      await editor.waitFor();
      await page.keyboard.type('report-delay');
      await page.getByRole('option', { name: /^#report-delay/ }).waitFor();
      await page.keyboard.press('Enter');
      await eventually(() => bench.tags(1)).toContain('report-delay');
      expect(await bench.tags(1)).not.toContain(original);

      await goToTag(page, bench, 1, 'report-delay');
      await page.keyboard.press('e');
      const dialog = page.getByRole('dialog', { name: 'Rename #report-delay everywhere' });
      await dialog.waitFor();
      await page.keyboard.type('tahnk-agent');
      await page.keyboard.press('Enter');
      await dialog.getByText('There is no tag #tahnk-agent yet. Did you mean #thank-agent').waitFor();
      await dialog.getByRole('button', { name: 'Use #thank-agent' }).waitFor();
      await dialog.getByLabel('New name').fill('says-late');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await eventually(() => bench.tags(1)).toContain('says-late');

      const after = await bench.tags(1);
      for (let step = 0; step < 5; step++) {
        const undo = await bench.undo.getAttribute('aria-label');
        await page.keyboard.press('Control+z');
        await eventually(() => bench.undo.getAttribute('aria-label')).not.toBe(undo);
      }
      await eventually(() => bench.tags(1)).toEqual([original]);
      await eventually(() => bench.undo.isDisabled()).toBe(true);
      // The button exists only while there is something to redo.
      const toRedo = () => bench.redo.evaluateAll(([button]) => button?.ariaLabel ?? undefined);
      for (let step = 0; step < 5; step++) {
        const redo = await toRedo();
        await page.keyboard.press('Control+Shift+z');
        await eventually(toRedo).not.toBe(redo);
      }
      await eventually(() => bench.tags(1)).toEqual(after);
      await eventually(toRedo).toBeUndefined();

      await page.keyboard.press('Escape');
      await bench.transcript.waitFor({ state: 'detached' });
      await eventually(() => bench.list.evaluate((list) => list === document.activeElement)).toBe(true);
    },
  );

  journey(
    'do not move the picture when a person changes them, survive a reload, and are learned from',
    { demo: 'small' },
    async ({ page }) => {
      const picture = new Picture(page);
      const bench = await openFirstByKeys(page);
      await bench.transcript.getByRole('button', { name: 'Highlight the path' }).click();
      await eventually(() => picture.litStates()).not.toEqual([]);
      const show = page.getByRole('button', { name: 'Show', exact: true });
      if (await show.isVisible()) await show.click();
      /** Positions of the states relative to the start, because a notice may shift the whole picture. */
      const places = async (): Promise<Record<number, string>> => {
        const states = await picture.stands();
        const start = states.get(0) ?? { x: 0, y: 0 };
        return Object.fromEntries(
          [...states.values()].map(({ state, x, y }) => [
            state,
            `${(x - start.x).toFixed(1)} ${(y - start.y).toFixed(1)}`,
          ]),
        );
      };
      const before = await places();
      const learned = await countAutomata(page);

      const [tag] = await bench.tags(1);
      await bench.tag(1, tag).focus();
      await page.keyboard.press('x');
      await page.getByText('Tags changed').waitFor();
      expect(await places()).toEqual(before);
      await bench
        .turn(1)
        .getByRole('button', { name: `Restore #${tag}` })
        .waitFor();

      await page.reload();
      await bench.transcript.waitFor();
      await eventually(() => bench.tags(1)).toEqual([]);
      await eventually(() => bench.undo.getAttribute('aria-label')).toMatch(/^Undo: ./);
      await bench.undo.click();
      await eventually(() => bench.tags(1)).toEqual([tag]);
      await bench.redo.click();
      await eventually(() => bench.tags(1)).toEqual([]);

      await page.keyboard.press('Control+Shift+L');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Learn', exact: true }).click();
      await dialog.getByRole('button', { name: 'Show the automaton' }).click();
      await page.getByText('Tags changed').waitFor({ state: 'detached' });
      await picture.stage.waitFor();
      await eventually(() => countAutomata(page)).toBe(learned + 1);
      // The path follows the tags as the person left them: the first turn has none.
      await eventually(() => bench.statesOf(1)).toEqual([]);
    },
  );
});
