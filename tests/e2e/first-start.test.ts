import { describe, expect } from 'vitest';
import { closeProject, enter, journey, newProject, projectButton } from './harness.ts';
import { Picture } from './picture.ts';
import { Workbench } from './workbench.ts';

describe('first start', () => {
  journey('leads to the learned automaton of the demo in one click', {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Try the demo' }).click();
    // Nothing more to click: the automaton comes by itself.
    const picture = new Picture(page);
    await picture.stage.waitFor({ timeout: 60_000 });

    const { shown, hidden } = await picture.counts();
    expect(shown).toBeGreaterThan(20);
    expect(shown).toBeLessThanOrEqual(61);
    expect((await picture.states()).size).toBe(shown);
    const all = await page.getByRole('button', { name: /^Automaton \d+ states$/ }).innerText();
    expect(shown + hidden).toBe(Number(/\d+/.exec(all.replaceAll(',', ''))?.[0]));
    const dialogues = Number(/\d+/.exec((await new Workbench(page).count()).replaceAll(',', ''))?.[0]);
    expect(dialogues).toBeGreaterThanOrEqual(600);
    expect(await page.title()).toBe('Demo – Dialogram');
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
