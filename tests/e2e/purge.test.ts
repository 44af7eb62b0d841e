import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { foundIn } from '../fixtures/search-bytes.ts';
import { closeProject, eventually, journey, newProject } from './harness.ts';
import { Workbench } from './workbench.ts';

/** A retry must not use the project of the first attempt. */
let tries = 0;

function calls(prefix: string, thing: string, count: number): string {
  const rows = Array.from({ length: count }, (_, index) => [
    `${prefix}-${index},2024-03-01T10:00:00Z,customer,Where is my ${thing} number ${index}?`,
    `${prefix}-${index},2024-03-01T10:00:05Z,agent,Your ${thing} comes tomorrow.`,
  ]);
  return ['conversation_id,timestamp,speaker,text', ...rows.flat()].join('\n');
}

async function importFiles(page: Page, files: readonly { name: string; text: string }[]): Promise<void> {
  await page.getByRole('button', { name: 'Import files…' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(
    files.map(({ name, text }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })),
  );
  await page.getByRole('button', { name: /^Import( \d+ files)?$/ }).click();
  const done = page.getByRole('dialog', { name: 'Imported' });
  await done.getByRole('button', { name: 'Close', exact: true }).last().click();
}

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

async function tagAndLearn(page: Page): Promise<void> {
  await command(page, 'tag dialogues');
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('button', { name: 'Learn…' }).click();
  await page.getByRole('button', { name: 'Learn', exact: true }).click();
  const learned = page.getByRole('dialog', { name: 'Automaton learned' });
  await learned.getByRole('button', { name: 'Close' }).click();
  await learned.waitFor({ state: 'detached' });
}

async function confirm(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Purge ${name}` });
  const verb = dialog.getByRole('button', { name: 'Purge permanently' });
  const field = dialog.getByLabel(`Type “${name}” to confirm`);
  await field.fill(name.slice(1));
  await eventually(() => verb.isDisabled()).toBe(true);
  await field.fill(name);
  await verb.click();
  const done = page.getByRole('dialog', { name: 'Purged' });
  await done.getByText(/and everything made from (it|them)/).waitFor();
  await done.getByRole('button', { name: 'Close', exact: true }).last().click();
}

describe('a purge', () => {
  journey(
    'of a source, then of dialogues selected by keys, leaves none of their words',
    {},
    async ({ page, shell }) => {
      await newProject(page, `Purged calls ${++tries}`);
      await importFiles(page, [
        { name: 'zyqsource.csv', text: calls('zyqcall', 'felgaboot', 40) },
        { name: 'stays.csv', text: calls('stayscall', 'kettle', 40) },
      ]);
      await tagAndLearn(page);
      const bench = new Workbench(page);
      await eventually(() => bench.count()).toBe('80 dialogues');
      const upload = join(shell.home, 'uploads', 'zyqsource.csv');
      expect(existsSync(upload)).toBe(true);

      await command(page, 'show sources');
      await page.getByRole('button', { name: 'Purge zyqsource.csv…' }).click();
      await page.getByText('40 dialogues', { exact: true }).waitFor();
      await page.getByLabel('Remove the uploaded copies').waitFor();
      await confirm(page, 'zyqsource.csv');
      expect(existsSync(upload)).toBe(false);
      await page.getByRole('button', { name: /^Corpus 40 dialogues/ }).waitFor();

      await tagAndLearn(page);
      await eventually(() => bench.count()).toBe('40 dialogues');
      await bench.row(0).waitFor();
      await bench.find.fill('felgaboot');
      await page.getByText('No dialogue contains these words').waitFor();
      await bench.find.fill('');
      await bench.row(0).waitFor();

      // Space selects the row, Shift+Space the rows up to it.
      await bench.list.focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+Space');
      await bench.dialogues.getByText('3 dialogues chosen').waitFor();
      await bench.dialogues.getByRole('button', { name: 'Purge…' }).click();
      await confirm(page, '3 dialogues');
      await page.getByRole('button', { name: /^Corpus 37 dialogues/ }).waitFor();

      await closeProject(page);
      const left = foundIn(shell.home, ['zyqcall', 'felgaboot', 'zyqsource', 'stayscall-1,']);
      expect(left.filter((place) => !place.startsWith(join('uploads', 'stays.csv')))).toEqual([]);
    },
  );

  journey('of the open dialogue closes it', { demo: 'whole' }, async ({ page }) => {
    const bench = new Workbench(page);
    await eventually(() => bench.count()).toBe('720 dialogues');
    await bench.open(2);
    await bench.turn(1).waitFor();
    const name = (await bench.transcript.getByRole('heading', { level: 2 }).innerText()).split(' ')[0];
    await bench.transcript.getByRole('button', { name: 'Purge this dialogue…' }).click();
    await confirm(page, name);
    await page.getByRole('button', { name: /^Corpus 719 dialogues/ }).waitFor();
    await eventually(() => bench.transcript.count()).toBe(0);
  });
});
