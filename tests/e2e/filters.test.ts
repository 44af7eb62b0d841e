import { describe } from 'vitest';
import { eventually, journey } from './harness.ts';
import { Workbench } from './workbench.ts';

describe('the filter of all views', () => {
  journey('is chosen, shown as chips, and removed by Back', { demo: 'small' }, async ({ page }) => {
    const workbench = new Workbench(page);
    const bar = page.getByRole('region', { name: 'Filter' });
    const chips = () => bar.getByRole('listitem').allInnerTexts();
    const count = () => workbench.count();
    await eventually(count).toMatch(/^\d+ dialogues$/);
    const all = await count();

    await workbench.dialogues.getByRole('button', { name: 'Filter' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Add a condition').selectOption({ label: 'turns' });
    await dialog.getByLabel('Comparison').selectOption({ label: 'is at least' });
    await dialog.getByLabel('Value').fill('8');
    await dialog.getByRole('button', { name: 'Filter' }).click();
    await eventually(chips).toEqual(['turns at least 8']);
    await eventually(count).not.toBe(all);
    const some = await count();
    await bar.getByRole('button', { name: 'Saved' }).click();
    await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
    await page.getByRole('dialog', { name: 'Save the filter' }).getByLabel('Name').fill('Long ones');
    await page.keyboard.press('Enter');
    await bar.getByRole('button', { name: 'Long ones' }).waitFor();

    await bar.getByRole('button', { name: 'Exclude these' }).click();
    await eventually(chips).toEqual(['not turns at least 8']);
    await eventually(count).not.toBe(some);
    await page.goBack();
    await eventually(count).toBe(some);
    await page.goBack();
    await eventually(count).toBe(all);
    // Back never leaves the app: the page steps forward again, which takes a moment.
    for (const _ of [1, 2]) {
      await page.goBack();
      await eventually(() => page.evaluate(() => history.state.floor)).toBe('below');
    }
    await eventually(count).toBe(all);
    await page.goForward();
    await eventually(count).toBe(some);
    await bar.getByRole('button', { name: 'Remove turns at least 8' }).click();
    await eventually(count).toBe(all);
    await workbench.dialogues.getByRole('button', { name: 'Saved' }).click();
    await page.getByRole('menuitemradio', { name: 'Long ones' }).click();
    await eventually(count).toBe(some);
  });
});
