import { describe } from 'vitest';
import { eventually, journey } from './harness.ts';

describe('comparing learning settings', () => {
  journey(
    'leads from the learn dialog to the figures, and learns with the chosen row',
    // Wide enough for the text about what the graph was learned from.
    { demo: 'small', viewport: { width: 1600, height: 1000 } },
    async ({ page }) => {
      await page.keyboard.press('Control+Shift+L');
      await page.getByRole('button', { name: 'Compare settings…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Compare learning settings' });
      await dialog.getByLabel('Maximum number of states').fill('3');
      await eventually(() => dialog.getByRole('button', { name: 'Compare' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Maximum number of states').fill('10, 20');
      await dialog.getByText('These values give 8 settings.').waitFor();
      await dialog.getByRole('button', { name: 'Compare' }).click();
      await dialog.getByRole('button', { name: 'Show the figures' }).click();

      const table = page.getByRole('region', { name: 'Figures for every setting' });
      await eventually(() => table.getByRole('row').count()).toBe(9);
      await table.getByRole('button', { name: 'States', exact: true }).click();
      await table
        .getByRole('columnheader', { name: 'States', exact: true })
        .and(page.locator('[aria-sort=descending]'))
        .waitFor();
      await page
        .getByRole('region', { name: 'Turns followed, compared with chance' })
        .getByRole('img')
        .waitFor();
      await table.getByRole('button', { name: 'Learn by Overview of at most 10 states' }).click();
      await page.getByRole('button', { name: 'Show the automaton' }).click();
      await page.getByRole('tab', { name: 'Graph' }).waitFor();
      await page
        .getByTitle(/overview of at most 10 states/)
        .first()
        .waitFor();
    },
  );
});
