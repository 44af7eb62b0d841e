import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { eventually, journey, openView, textOf } from './harness.ts';

const SHEET = [
  "Form Predicate,Form Name,Predicate,Kind,Type,Name,Enum Values,Description,Don't Ask,Required,Confirm,Actions,Form Actions,Validation",
  ',Refund,,,worksheet,,,,,,,,,',
  ',,,input,str,order,,Which order is it?,,TRUE,,,,',
  ',,self.ordr is not None,input,str,reason,,Why do you want your money back?,,TRUE,,,,a polite one',
].join('\n');

journey(
  'worksheets are imported, fixed in the table, exported, drafted from dialogues and talked to',
  { demo: 'small' },
  async ({ page }) => {
    const file = join(temporaryFolder('sheets'), 'refunds.csv');
    writeFileSync(file, SHEET);
    await openView(page, 'Worksheets');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import worksheets…' }).click();
    await (await chooser).setFiles(file);
    const table = page.getByRole('grid', { name: 'Worksheets refunds' });
    await table.waitFor();
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByText('Refund has no field "ordr"').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await unreachableControls(page)).toEqual([]);

    await problems.getByRole('button').click();
    const cell = table.locator('td[tabindex="0"]');
    await eventually(() => cell.innerText()).toBe('self.ordr is not None');
    await cell.press('Enter');
    const field = page.getByRole('textbox', { name: 'Predicate of reason' });
    await field.fill('self.order is not');
    await problems.getByText('Something is missing').waitFor();
    await field.fill('self.order is not None');
    await problems.waitFor({ state: 'detached' });
    await field.press('Enter');
    await eventually(() => page.getByRole('button', { name: /^Undo/ }).getAttribute('title')).toMatch(
      /Change Refund.reason/,
    );

    await page.getByText('0 functions').click();
    await page.getByRole('button', { name: 'Add a function' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('pay_back');
    await page.getByRole('textbox', { name: 'Arguments' }).fill('order, reason');
    await page.getByRole('textbox', { name: 'Answers' }).fill('f"The money for {order} is on its way"');
    await page.getByRole('checkbox', { name: 'This function changes something' }).uncheck();
    await eventually(() => page.getByRole('button', { name: /^Undo/ }).getAttribute('title')).toMatch(
      /Change the function pay_back/,
    );
    await page.getByText('1 function', { exact: true }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'File', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    expect(await textOf(await download)).toContain('self.order is not None');

    await page.getByRole('button', { name: 'Draft…' }).click();
    const draft = page.getByRole('region', { name: 'Draft a worksheet' });
    await draft.getByLabel('Name').fill('from dialogues');
    await draft.getByRole('button', { name: 'Draft', exact: true }).click();
    await draft.getByRole('table').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await draft.getByRole('button', { name: 'Save as from dialogues' }).click();
    await page.getByRole('grid', { name: 'Worksheets from dialogues' }).waitFor();
    await page.getByRole('button', { name: 'Try in simulator' }).click();
    await eventually(() =>
      page.getByRole('combobox', { name: /talk/i }).evaluate((select: HTMLSelectElement) => select.value),
    ).toContain('from dialogues');
  },
);
