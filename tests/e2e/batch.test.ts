import { expect } from 'vitest';
import { journey } from './harness.ts';

journey(
  'a batch is run, filtered, opened, totalled, compared and exported',
  { demo: true },
  async ({ page }) => {
    const begin = async (examples: string, runs: number) => {
      const dialog = page.getByRole('dialog', { name: 'New batch run' });
      await dialog.getByRole('textbox', { name: 'Turns' }).fill('24');
      await dialog.getByLabel('Examples a column').fill(examples);
      await dialog.getByLabel('Dense: LSA', { exact: false }).first().uncheck();
      await dialog.getByRole('button', { name: 'Estimate' }).click();
      await dialog.getByText(/No model is asked; it costs nothing/).waitFor({ timeout: 60_000 });
      await dialog.getByRole('button', { name: 'Start' }).click();
      await dialog.waitFor({ state: 'detached' });
      const listed = page.getByRole('region', { name: 'Batch runs' }).getByRole('listitem');
      await expect.poll(() => listed.count()).toBe(runs);
      await listed.getByText(/(queued|running), /).waitFor({ state: 'detached', timeout: 90_000 });
    };
    await page.keyboard.press('Control+6');
    await page.getByRole('button', { name: 'New batch run…' }).first().click();
    await begin('5', 1);
    const rows = page.getByRole('listbox', { name: 'Rows' });
    await page.getByText('24 rows').waitFor({ timeout: 90_000 });
    await rows.getByRole('option').first().waitFor();

    const differ = page.getByRole('button', { name: 'Different' });
    await differ.click();
    await expect.poll(() => differ.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Failed' }).click();
    await page.getByText('No row is like this.').waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Sort by Random' }).click();
    await page.getByRole('button', { name: /Sort by Random, now descending/ }).waitFor();
    await page.getByRole('button', { name: 'Hide Random' }).click();
    await page.getByRole('button', { name: 'Show 1 hidden column' }).click();

    await page.getByRole('tab', { name: 'Totals' }).click();
    const totals = page.getByRole('table');
    await totals.getByRole('rowheader', { name: /Context automaton \+ ranker/ }).waitFor({ timeout: 60_000 });
    await page.getByText(/BERTScore, BLEURT and QualityAdapt are not computed/).waitFor();
    for (const format of ['CSV', 'HTML']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Export ${format}` }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/batch \d+\.(csv|html)$/);
    }

    await page.getByRole('button', { name: 'New batch run…' }).click();
    await begin('3', 2);
    await page.getByText('24 rows').waitFor({ timeout: 90_000 });
    await page.getByRole('tab', { name: 'Compare with another run' }).click();
    await page.getByText(/Both asked 24 alike/).waitFor({ timeout: 60_000 });
    await page.getByText('Examples: 3 and 5.', { exact: false }).waitFor();

    await page.getByRole('tab', { name: 'Row by row' }).click();
    await rows.getByRole('option').filter({ hasText: 'round' }).first().click();
    await page
      .getByRole('dialog')
      .getByText(/Examples \(\d+\)/)
      .click();
    await page.getByRole('button', { name: 'Open in Compare' }).click();
    await page.getByRole('button', { name: 'Prepare', exact: true }).click();
    await page.getByRole('region', { name: 'Methods side by side' }).waitFor({ timeout: 90_000 });
  },
);
