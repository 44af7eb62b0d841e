import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seriousViolations, settle, unreachableControls, violationsInBothThemes } from './accessibility.ts';
import { closeProject, journey, newProject, openView } from './harness.ts';
import { Picture } from './picture.ts';
import { CASES_CSV } from './transcripts.ts';
import { Workbench } from './workbench.ts';

async function openFirstDialogue(page: Page): Promise<Workbench> {
  const bench = new Workbench(page);
  await bench.open(0);
  await bench.turn(1).click();
  return bench;
}

async function compareOneTurn(page: Page): Promise<void> {
  await openView(page, 'Compare');
  await page.getByText(/^turn \d+, \d+ of \d+$/).waitFor();
  await page.getByRole('region', { name: 'Methods side by side' }).getByRole('heading').first().waitFor();
  await page.getByText(/^test dialogue/).waitFor();
}

describe('axe finds nothing serious in either theme', () => {
  journey('on the start page', {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Try the demo' }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  journey('in the workbench, a transcript and a tag editor', { demo: 'whole' }, async ({ page }) => {
    await new Picture(page).stage.waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await openFirstDialogue(page);
    await settle(page);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('a');
    await page.getByRole('option', { name: /^#/ }).first().waitFor();
    await settle(page);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('table').waitFor();
    await settle(page);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  journey('in the dialogs', { demo: 'whole' }, async ({ page }) => {
    await page.keyboard.press('Control+i');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles({
      name: 'cases.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(CASES_CSV),
    });
    await page.getByLabel('Dialogue column').selectOption('case_no');
    await page.getByLabel('Text column').selectOption('what was said');
    await page.getByText('Sorry, which order number?').waitFor();
    await settle(page);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const [keys, name] of [
      ['Control+Shift+g', 'Tag dialogues'],
      ['Control+Shift+l', 'Learn an automaton'],
      ['?', 'Help'],
      ['Control+,', 'Settings'],
      ['Control+k', 'Find a command'],
    ]) {
      await page.keyboard.press(keys);
      const dialog = page.getByRole('dialog', { name });
      await dialog.waitFor();
      await settle(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
});

// The size that remains of a window of 1280 × 800 px at 200 % zoom.
const ZOOMED = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };

describe('at 200 %', () => {
  journey('every control can be reached on the start page and in its dialogs', ZOOMED, async ({ page }) => {
    await page.getByRole('button', { name: 'Try the demo' }).waitFor();
    expect(await unreachableControls(page)).toEqual([]);
    await page.getByRole('button', { name: 'New project' }).click();
    expect(await unreachableControls(page)).toEqual([]);
  });

  journey(
    'every control can be reached in the workbench and its dialogs',
    { ...ZOOMED, demo: 'whole', own: true },
    async ({ page }) => {
      await new Picture(page).stage.waitFor();
      expect(await unreachableControls(page)).toEqual([]);
      const bench = await openFirstDialogue(page);
      await bench.transcript.waitFor();
      expect(await unreachableControls(page)).toEqual([]);
      for (const keys of ['Control+i', 'Control+Shift+g', 'Control+Shift+l', 'Control+,']) {
        await page.keyboard.press(keys);
        await page.getByRole('dialog').waitFor();
        expect(await unreachableControls(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    },
  );
});

journey(
  'the comparison and the results are accessible in the dark, and at 200 %',
  { colorScheme: 'dark', demo: 'small', own: true },
  async ({ page }) => {
    const normal = page.viewportSize() ?? ZOOMED.viewport;
    const expectAccessible = async (): Promise<void> => {
      for (const size of [normal, ZOOMED.viewport]) {
        await page.setViewportSize(size);
        await settle(page);
        expect(await seriousViolations(page)).toEqual([]);
        expect(await unreachableControls(page)).toEqual([]);
      }
      await page.setViewportSize(normal);
    };
    await compareOneTurn(page);
    await expectAccessible();
    await openView(page, 'Results');
    await page.getByRole('button', { name: 'Start a small batch run' }).click();
    await page.getByRole('region', { name: 'Batch run 1' }).waitFor();
    await closeProject(page);
    await newProject(page, 'Empty');
    await openView(page, 'Results');
    await page.getByText('No results yet').waitFor();
    await expectAccessible();
  },
);
