import { describe, expect } from 'vitest';
import { closeProject, enter, eventually, journey, newProject, openView, projectButton } from './harness.ts';
import { Picture } from './picture.ts';
import { Workbench } from './workbench.ts';

describe('first start', () => {
  journey('leads to the learned automaton of the demo in one click', {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Try the demo' }).click();
    // Nothing more to click: the automaton comes by itself.
    const picture = new Picture(page);
    await picture.stage.waitFor();

    const { shown, hidden } = await picture.counts();
    expect(shown).toBeGreaterThan(20);
    expect(shown).toBeLessThanOrEqual(61);
    expect((await picture.states()).size).toBe(shown);
    const all = await page.getByRole('button', { name: /^Automaton \d+ states$/ }).innerText();
    expect(shown + hidden).toBe(Number(/\d+/.exec(all.replaceAll(',', ''))?.[0]));
    const dialogues = Number(/\d+/.exec((await new Workbench(page).count()).replaceAll(',', ''))?.[0]);
    expect(dialogues).toBeGreaterThanOrEqual(600);
    expect(await page.title()).toBe('Demo – Dialogram');

    // Each view has something to show in one click: the comparison a first turn, the results a batch run.
    await openView(page, 'Results');
    const batch = page.getByRole('region', { name: 'Batch run 1' });
    await batch.getByText('40 rounds of').waitFor();
    await batch.getByText('40 rows', { exact: true }).waitFor();
    await openView(page, 'Compare');
    await page.getByText(/^round \d+, \d+ of \d+$/).waitFor();
    await page.getByRole('region', { name: 'Methods side by side' }).waitFor();

    // Another project opens on Explore.
    await closeProject(page);
    await newProject(page, 'Empty');
    const areas = page.getByRole('navigation', { name: 'Areas' });
    await eventually(() => areas.locator('[aria-current=page]').innerText()).toBe('Explore');
  });

  journey(
    'refuses a second window on the same project, and opens it once the first has closed it',
    {},
    async ({ page, context, shell }) => {
      await newProject(page, 'Shared');
      const second = await enter(context, shell);
      const recent = second.getByRole('button', { name: /^Shared/ });
      await recent.click();
      const refusal = new Workbench(second).notices;
      await refusal.getByText('Shared.dialogram is open in another').waitFor();
      await refusal.getByText('Close it there first, or go on working in that window.').waitFor();

      // The first goes on undisturbed.
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
