import { describe, expect } from 'vitest';
import { closeProject, enter, journey, projectButton } from './harness.ts';
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
    { demo: true },
    async ({ page, context, shell }) => {
      const name = await projectButton(page).innerText();
      const second = await enter(context, shell);
      await second.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      const refusal = new Workbench(second).notices;
      await refusal.getByText(`${name}.dialogram is open in another`).waitFor();
      await refusal.getByText('Close it there first, or go on working in that window.').waitFor();
      // The first goes on undisturbed.
      expect((await new Picture(page).counts()).shown).toBeGreaterThan(1);

      await closeProject(page);
      await second.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      await new Picture(second).stage.waitFor();
    },
  );
});
