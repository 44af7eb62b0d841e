import { describe, expect } from 'vitest';
import {
  closeProject,
  enter,
  eventually,
  journey,
  newProject,
  openView,
  projectButton,
  settled,
} from './harness.ts';
import { Picture, unreadable } from './picture.ts';
import { Workbench } from './workbench.ts';

/** Height of the smallest letters of the graph, but for rounding. */
const LEAST_PX = 9.95;

describe('the first start', () => {
  journey('leads to the learned automaton of the demo in one click', {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Try the demo' }).click();
    const picture = new Picture(page);
    await picture.stage.waitFor();

    const gotIt = page.getByRole('button', { name: 'Got it' });
    for (const hint of [
      /^Point at a finding/,
      /^Click a box or a line/,
      /^Press \? for help with any page/,
    ]) {
      await page.getByText(hint).waitFor();
      await gotIt.click();
    }
    await page.reload();
    await picture.stage.waitFor();
    await page.getByRole('region', { name: 'Findings' }).waitFor();
    expect(await gotIt.count()).toBe(0);

    const { shown, hidden } = await picture.counts();
    expect(shown).toBeGreaterThanOrEqual(8);
    expect(shown).toBeLessThanOrEqual(24);
    expect(hidden).toBe(0);
    expect((await picture.states()).size).toBe(shown);
    const all = await page.getByRole('button', { name: /^Automaton \d+ states$/ }).innerText();
    expect(shown + hidden).toBe(Number(/\d+/.exec(all.replaceAll(',', ''))?.[0]));
    await eventually(async () =>
      Number(/\d+/.exec((await new Workbench(page).count()).replaceAll(',', ''))?.[0]),
    ).toBeGreaterThanOrEqual(600);
    expect(await page.title()).toBe('Demo – Dialogram');

    await picture.openChoices();
    const show = page.getByLabel('Show', { exact: true });
    const modes = await show.getByRole('option').allInnerTexts();
    expect(modes.length).toBeGreaterThan(5);
    for (const notation of ['DFA', 'Boxes'] as const) {
      await picture.drawAs(notation);
      for (const [width, height, colorScheme] of [
        [1440, 900, 'light'],
        [1280, 800, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const mode of modes) {
          await show.selectOption({ label: mode });
          // A picture that is laid out again comes when it is ready.
          await eventually(async () => {
            const faults = await settled(() => unreadable(page, LEAST_PX), 300);
            return { notation, width, mode, faults };
          }).toEqual({ notation, width, mode, faults: [] });
        }
      }
    }
    await show.selectOption({ label: 'Dialogues' });

    // After zooming in, leaving and coming back, all of it is in view again.
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await eventually(() => unreadable(page, 0)).not.toEqual([]);
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('tab', { name: 'Graph' }).click();
    await eventually(() => unreadable(page, 0)).toEqual([]);

    // Fewer states, and as many as before again.
    const slider = page.getByRole('slider', { name: 'Fewer ↔ more states' });
    const before = await slider.inputValue();
    await slider.press('Home');
    await eventually(async () => (await picture.counts()).shown).toBeLessThanOrEqual(6);
    await eventually(async () => (await picture.states()).size).toBe((await picture.counts()).shown);
    await slider.fill(before);
    await eventually(async () => (await picture.counts()).shown).toBe(shown);

    // Each view shows something: the comparison a first turn, the results the batch run that comes with the demo.
    await openView(page, 'Results');
    const batch = page.getByRole('region', { name: 'Batch run 1' });
    await batch.getByText('40 turns of').waitFor();
    await batch.getByText('40 rows', { exact: true }).waitFor();
    await openView(page, 'Compare');
    await page.getByText(/^turn \d+, \d+ of \d+$/).waitFor();
    await page.getByRole('region', { name: 'Methods side by side' }).waitFor();

    await closeProject(page);
    await newProject(page, 'Empty');
    const areas = page.getByRole('navigation', { name: 'Areas' });
    await eventually(() => areas.locator('[aria-current=page]').innerText()).toBe('Explore');
  });

  journey(
    'rejects a second window on the same project until the first has closed it',
    {},
    async ({ page, context, shell }) => {
      await newProject(page, 'Shared');
      const second = await enter(context, shell);
      const recent = second.getByRole('button', { name: /^Shared/ });
      await recent.click();
      const refusal = new Workbench(second).notices;
      await refusal.getByText('Shared.dialogram is open in another').waitFor();
      await refusal.getByText('Close the project there first, or continue in that window.').waitFor();

      await page.getByRole('button', { name: 'Import files…' }).click();
      await page
        .getByRole('dialog', { name: 'Import dialogues' })
        .getByRole('button', { name: 'Cancel' })
        .click();
      await closeProject(page);
      await recent.click();
      await projectButton(second, 'Shared').waitFor();
    },
  );
});
