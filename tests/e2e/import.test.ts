import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dropFile, eventually, journey, newProject } from './harness.ts';
import { Picture } from './picture.ts';
import { CASES, CASES_CSV, manyDialogues, tickets } from './transcripts.ts';
import { Workbench } from './workbench.ts';

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

const MANY = 20_000;

async function mapColumns(page: Page): Promise<void> {
  await page.getByLabel('Dialogue column').selectOption('case_no');
  await page.getByLabel('Speaker column').selectOption('who');
  await page.getByLabel('Text column').selectOption('what was said');
  await page.getByLabel('Time column').selectOption('when');
}

const TWEETS = [
  'tweet_id,author_id,inbound,created_at,text,response_tweet_id,in_response_to_tweet_id',
  '1,77,True,Tue Oct 31 22:10:47 +0000 2017,@NorthwindCare my kettle leaks,2,',
  '2,NorthwindCare,False,Tue Oct 31 22:11:45 +0000 2017,@77 Which order number?,,1',
].join('\n');

describe('an import', () => {
  journey('keeps an invalid setting in the form, such as half a brand', {}, async ({ page }) => {
    await newProject(page, 'Tweets of a brand');
    await page.getByRole('button', { name: 'Import files…' }).click();
    await chooseFile(page, 'twcs.csv', TWEETS);
    const dialog = page.getByRole('dialog', { name: 'Import dialogues' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await preview.getByText('my kettle leaks').waitFor();
    await dialog.getByLabel('Brand').fill('Northw');
    await dialog.getByText('has no brand "Northw"').waitFor();
    await eventually(() => dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(
      true,
    );
    await dialog.getByLabel('Brand').fill('NorthwindCare');
    await preview.getByText('my kettle leaks').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('dialog', { name: 'Imported' }).getByText('1 dialogue').waitFor();
  });

  journey(
    'of a CSV with other column names, by file chooser: mapping, rejects, sums',
    {},
    async ({ page }) => {
      await newProject(page, 'Cases by chooser');
      await page.getByRole('button', { name: 'Import files…' }).click();
      await chooseFile(page, 'cases.csv', CASES_CSV);
      const dialog = page.getByRole('dialog', { name: 'Import dialogues' });
      const preview = dialog.getByRole('region', { name: 'Preview' });
      await preview.getByText('No dialogues recognized').waitFor();
      await mapColumns(page);
      await preview.getByText('Sorry, which order number?').waitFor();
      await preview
        .getByText(`Rejected at the beginning of the file: ${CASES.rejectedLines.length}`)
        .waitFor();
      await eventually(() => dialog.getByLabel('Role of helper').inputValue()).toBe('system');

      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      const done = page.getByRole('dialog', { name: 'Imported' });
      await done.getByText(`${CASES.dialogues} dialogues`).waitFor();
      const { records, utterances, rejectedLines } = CASES;
      await done
        .getByText(
          `${records} records read = ${utterances} messages imported + 0 left out + ${rejectedLines.length} rejected`,
        )
        .waitFor();
      const rejects = done.getByRole('listbox', { name: '2 rejected records' }).getByRole('option');
      await eventually(() => rejects.nth(0).innerText()).toMatch(/Line 8[\s\S]*has no dialogue id/);
      await eventually(() => rejects.nth(1).innerText()).toMatch(
        /Line 9[\s\S]*2 cells, but the header has 4/,
      );
      const saved = page.waitForEvent('download');
      await done.getByRole('button', { name: 'Download as CSV' }).click();
      expect((await saved).suggestedFilename()).toMatch(/^rejected records.*\.csv$/);
      await done.getByRole('button', { name: 'Close' }).last().click();

      const bench = new Workbench(page);
      await eventually(() => bench.count()).toBe(`${CASES.dialogues} dialogues`);
      await bench.open(0);
      await bench.transcript.getByText('It is 4711,').waitFor();
    },
  );

  journey('of a dropped file into a new project shows hostile texts as text', {}, async ({ page }) => {
    await dropFile(page, 'cases.csv', CASES_CSV);
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('cases');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByLabel('Dialogue column').waitFor();
    await mapColumns(page);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('<img src=x onerror=').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Imported' })
      .getByRole('button', { name: 'Close' })
      .last()
      .click();

    const bench = new Workbench(page);
    await bench.open(1);
    await eventually(() => bench.turn(1).innerText()).toContain(
      `<img src=x onerror="document.title='broken'">`,
    );
    await eventually(() => bench.turn(2).innerText()).toContain('=HYPERLINK("http://example.org","click")');
    expect(await bench.transcript.getByRole('img').count()).toBe(0);
    expect(await bench.transcript.getByRole('link').count()).toBe(0);
    expect(await page.title()).toBe('cases – Dialogram');
    await bench.find.fill('<img src=x');
    await eventually(() => bench.count()).toBe('1 dialogue found');
    expect(await page.title()).toBe('cases – Dialogram');
  });

  journey('of a dropped file goes on to the graph and its findings', {}, async ({ page }) => {
    await dropFile(page, 'tickets.csv', tickets(240));
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('button', { name: 'Import and show the graph' }).click();
    await new Picture(page).stage.waitFor();
    await page.getByRole('region', { name: 'Findings' }).getByRole('listitem').first().waitFor();
  });

  journey('can be canceled and keeps what was imported by then', {}, async ({ page }) => {
    await newProject(page, 'Cancelled');
    await page.getByRole('button', { name: 'Import files…' }).click();
    await chooseFile(page, 'many.csv', manyDialogues(MANY));
    await page.getByRole('region', { name: 'Preview' }).getByText('Line 0 of case 0').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import dialogues' });
    // By key: a click waits until the button stands still, and the import may be done by then.
    await dialog.getByRole('button', { name: /^Cancel: / }).press('Enter');
    await dialog.getByText(/was canceled/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const corpus = await page.getByRole('button', { name: /^Corpus/ }).innerText();
    const kept = Number(/\d+/.exec(corpus.replaceAll(',', ''))?.[0] ?? 0);
    expect(kept).toBeLessThan(MANY);
    await page.keyboard.press('Control+i');
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
  });

  journey('says what is wrong with an invalid file, and continues', {}, async ({ page, shell }) => {
    await newProject(page, 'Bad files');
    await page.getByRole('button', { name: 'Import files…' }).click();
    await chooseFile(page, 'empty.csv', '');
    const dialog = page.getByRole('dialog', { name: 'Import dialogues' });
    await dialog.getByText(/empty/i).nth(1).waitFor();
    await eventually(() => dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(
      true,
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Import files…' }).click();
    await chooseFile(page, 'empty.csv', '');
    await dialog.getByRole('button', { name: 'Remove the project' }).click();
    await page.getByRole('button', { name: 'Try the demo' }).waitFor();
    expect(existsSync(join(shell.home, 'Bad files.dialogram'))).toBe(false);
  });

  journey('of an invalid dropped file creates no project', {}, async ({ page, shell }) => {
    await page.getByRole('button', { name: 'Try the demo' }).waitFor();
    await dropFile(page, 'none.csv', '');
    await page.getByRole('region', { name: 'Notices' }).getByText(/empty/).first().waitFor();
    // It can be read and dismissed over an open dialog, which stays open.
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find a command' });
    await palette.getByRole('button', { name: 'Dismiss' }).click();
    await palette.getByText(/empty/).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await eventually(() => page.getByRole('button', { name: 'New project' }).isVisible()).toBe(true);
    expect(existsSync(join(shell.home, 'none.dialogram'))).toBe(false);
  });
});
