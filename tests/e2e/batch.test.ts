import { expect } from 'vitest';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { choose, eventually, journey, openView, settled, textOf } from './harness.ts';

journey(
  'a batch is run, filtered, opened, totalled, compared and exported',
  { demo: 'small' },
  async ({ page }) => {
    const begin = async (examples: string, runs: number) => {
      const dialog = page.getByRole('dialog', { name: 'New batch run' });
      await dialog.getByRole('textbox', { name: 'Turns' }).fill('24');
      await dialog.getByLabel('Examples per column').fill(examples);
      const columns = dialog.getByRole('region', { name: 'Columns' });
      const answerers = columns.getByRole('button', {
        name: / answer, column \d$|^(by |first example).*, column \d$/,
      });
      await columns.getByRole('button', { name: 'Remove column 4' }).click();
      await columns.getByRole('button', { name: 'most typical answer, column 3' }).click();
      await page.getByRole('menuitemradio', { name: /^First example/ }).click();
      await columns.getByRole('button', { name: 'Add a column' }).click();
      await page.getByRole('menuitem', { name: /^BM25 \(last turn\)/ }).click();
      await eventually(() => answerers.count()).toBe(5);
      await dialog.getByRole('button', { name: 'Estimate' }).click();
      await dialog.getByText(/No model is used, so this costs nothing/).waitFor();
      await dialog.getByRole('button', { name: 'Start' }).click();
      await dialog.waitFor({ state: 'detached' });
      const listed = page.getByRole('region', { name: 'Batch runs' }).getByRole('listitem');
      await eventually(() => listed.count()).toBe(runs);
      await eventually(() => listed.getByText(/(queued|running), /).count()).toBe(0);
    };
    await openView(page, 'Results');
    await page.getByRole('button', { name: 'Start a small batch run' }).click();
    await choose(page, 'New…', 'New batch run…');
    await begin('5', 2);
    const rows = page.getByRole('listbox', { name: 'Rows' });
    await page.getByText('24 rows').waitFor();
    await rows.getByRole('option').first().waitFor();
    await page
      .getByRole('region', { name: 'Result', exact: true })
      .getByText(/ points of (act F1|ROUGE-L), /)
      .waitFor();

    const which = page.getByLabel('Rows', { exact: true }).and(page.getByRole('combobox'));
    await which.selectOption({ label: 'With a failed answer' });
    await page.getByText('No rows match.').waitFor();
    await which.selectOption({ label: 'All' });
    await page.getByText('24 rows').waitFor();
    await rows.getByText('★ best').first().waitFor();
    expect(await page.getByLabel('Differ by at least').count()).toBe(0);
    await which.selectOption({ label: 'With different answers' });
    await page.getByLabel('Differ by at least').fill('101');
    await page.getByText('No rows match.').waitFor();
    // The least difference does not count for all rows.
    await which.selectOption({ label: 'All' });
    await page.getByText('24 rows').waitFor();
    expect(await unreachableControls(page)).toEqual([]);
    const clipped = page
      .locator('.sheet-head .sheet-title')
      .evaluateAll((titles) =>
        titles.filter((title) => title.scrollWidth > title.clientWidth).map((title) => title.textContent),
      );
    expect(await clipped).toEqual([]);
    await page.getByRole('button', { name: 'Sort by Random' }).click();
    await page.getByRole('button', { name: /Sort by Random, now descending/ }).waitFor();
    const heads = page.getByRole('region', { name: 'Rows by columns' }).locator('.sheet-head [data-column]');
    const titles = async () =>
      (await heads.locator('.sheet-sort').allTextContents()).map((text) => text.replace(/[▾▴]/, ''));
    const before = await titles();
    expect(before[0]).toBe('True answer');
    await page.getByRole('button', { name: 'Column Random' }).click();
    await page.getByRole('menuitem', { name: 'Hide' }).click();
    await page.getByText('1 column hidden').waitFor();
    await heads.nth(1).locator('.sheet-sort').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await eventually(titles).toEqual([
      before[1],
      before[0],
      ...before.slice(2).filter((title) => title !== 'Random'),
    ]);
    const [from, to] = [await heads.nth(0).boundingBox(), await heads.nth(1).boundingBox()];
    if (!from || !to) throw new Error('The heads are not on the page.');
    await page.mouse.move(from.x + 20, from.y + 16);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width - 20, to.y + 16, { steps: 6 });
    await page.mouse.up();
    await eventually(titles).toEqual(before.filter((title) => title !== 'Random'));
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Random' }).click();
    await page.getByRole('separator', { name: 'Width of True answer' }).press('End');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Totals' }).click();
    await page.getByRole('tab', { name: 'Row by row' }).click();
    await eventually(async () => Math.round((await heads.nth(0).boundingBox())?.width ?? 0)).toBe(800);
    await eventually(titles).toEqual(before);

    await page.getByRole('tab', { name: 'Totals' }).click();
    const totals = page.getByRole('table');
    await totals.getByRole('rowheader', { name: /Context automaton \+ ranker/ }).waitFor();
    await page.getByText(/BERTScore, BLEURT and QualityAdapt are not computed/).waitFor();
    await page.getByLabel('Difference from', { exact: true }).selectOption({ label: 'Random' });
    await page.getByRole('img', { name: /^ROUGE-L minus Random: / }).waitFor();
    await totals
      .getByText(/^Δ [+−±]/)
      .first()
      .waitFor();
    await totals.getByRole('button', { name: 'ROUGE-L' }).click();
    await eventually(() =>
      totals.getByRole('columnheader', { name: 'ROUGE-L' }).getAttribute('aria-sort'),
    ).toBe('descending');
    expect(await seriousViolations(page)).toEqual([]);
    const [figures] = await Promise.all([
      page.waitForEvent('download'),
      choose(page, 'Export totals', 'CSV'),
    ]);
    expect(await textOf(figures)).toContain('rougeL minus baseline');
    for (const format of ['CSV', 'HTML']) {
      const [download] = await Promise.all([page.waitForEvent('download'), choose(page, 'Export', format)]);
      expect(download.suggestedFilename()).toMatch(/batch \d+\.(csv|html)$/);
    }

    await choose(page, 'New…', 'New batch run…');
    await begin('3', 3);
    await page.getByText('24 rows').waitFor();
    await page.getByRole('tab', { name: 'Compare with another run' }).click();
    await page.getByText(/Items in both runs: 24/).waitFor();
    await page.getByText('Examples: 3 and 5.', { exact: false }).waitFor();
    const differing = page.getByRole('listbox', { name: 'Rows that differ' });
    await page.getByLabel('Rows of').selectOption({ index: 1 });
    await page.getByLabel('Order').selectOption({ label: 'Largest gain first' });
    const told = page.getByText(/^[\d,]+ rows? differ$/);
    if ((await settled(() => told.innerText())) !== '0 rows differ') {
      await differing.getByRole('option').first().click();
      await page.getByRole('dialog').getByRole('columnheader', { name: 'Difference' }).waitFor();
      await page.keyboard.press('Escape');
    }
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByRole('tab', { name: 'Row by row' }).click();
    await rows.getByRole('option').filter({ hasText: 'turn' }).first().click();
    await page
      .getByRole('dialog')
      .getByText(/Examples \(\d+\)/)
      .click();
    await page.getByRole('button', { name: 'Open in Compare' }).click();
    await page.getByRole('region', { name: 'Methods side by side' }).waitFor();
  },
);
