import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { tinyEncoder } from '../fixtures/tiny-encoder.ts';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { choose, eventually, journey, openView } from './harness.ts';
import { setUpModels } from './set-up-models.ts';

const titles = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'Methods side by side' }).locator('.column h2').allInnerTexts();

journey(
  'columns are chosen, moved by pointer and keys, compared word by word and voted on',
  { demo: 'small', own: true, viewport: { width: 1440, height: 900 } },
  async ({ page, shell }) => {
    await openView(page, 'Compare');
    await page.getByText(/^turn \d+, \d+ of \d+$/).waitFor();
    const columns = page.getByRole('region', { name: 'Methods side by side' });
    await columns.waitFor();
    const [first, second, third, ...rest] = await titles(page);

    const menu = page.getByRole('button', { name: `Column ${first}`, exact: true });
    await menu.focus();
    const move = async (entry: string) => {
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: entry }).press('Enter');
    };
    await move('Move right');
    await eventually(() => titles(page)).toEqual([second, first, third, ...rest]);
    await eventually(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await move('Move left');
    await eventually(() => titles(page)).toEqual([first, second, third, ...rest]);

    // By pointer, past the center of the third column.
    const grip = await columns.locator('.column-grip').first().boundingBox();
    const target = await columns.locator('.column').nth(2).boundingBox();
    if (!grip || !target) throw new Error('There is nothing to drag.');
    await page.mouse.move(grip.x + 8, grip.y + 8);
    await page.mouse.down();
    await page.mouse.move(target.x + target.width * 0.75, grip.y + 30, { steps: 5 });
    await page.locator('.column-drop-after').waitFor();
    await page.mouse.up();
    await eventually(() => titles(page)).toEqual([second, third, first, ...rest]);

    const line = page.getByRole('separator', { name: `Width of column ${second}` });
    const widthOf = async () =>
      Math.round((await columns.locator('.column').first().boundingBox())?.width ?? 0);
    await line.focus();
    await page.keyboard.press('Home');
    await eventually(widthOf).toBe(220);
    const edge = await line.boundingBox();
    if (!edge) throw new Error('There is no edge to drag.');
    await page.mouse.move(edge.x, edge.y + 40);
    await page.mouse.down();
    await page.mouse.move(edge.x + 100, edge.y + 40, { steps: 4 });
    await page.mouse.up();
    await eventually(widthOf).toBe(320);

    await choose(page.getByRole('region', { name: 'Comparison' }), 'More', 'Differences');
    const marks = columns
      .locator('.columns-grid mark')
      .or(columns.getByText('No words in common with the true answer.'));
    await eventually(() => marks.count()).toBeGreaterThan(0);
    await columns.getByText('words that are not in the true answer').waitFor();
    await columns
      .getByText(/^The most typical of \d+ turns found/)
      .first()
      .waitFor();
    await columns
      .getByText(/^Found in \d (of the [\d,]+ )?dialogues? on this route( or its beginning)?\.$/)
      .first()
      .waitFor();

    await choose(page.getByRole('region', { name: 'Comparison' }), 'Columns', 'Choose columns…');
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByRole('button', { name: 'Remove column 3' }).click();
    await dialog.getByRole('button', { name: 'most typical answer, column 1' }).click();
    await page.getByRole('menuitemradio', { name: /^First example/ }).click();
    await dialog.getByRole('button', { name: 'Add a column' }).click();
    await page.getByRole('menuitem', { name: /^BM25 \+ dense/ }).click();
    // A column that exists already cannot be added again.
    const option = dialog.getByLabel('Examples in column 2').locator('option', { hasText: 'BM25 + dense' });
    await eventually(() => option.isDisabled()).toBe(true);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await unreachableControls(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const shown = [second, third, ...rest, 'BM25 + dense: LSA 128 (trained on this corpus)'];
    await eventually(() => titles(page)).toEqual(shown);

    await page.getByRole('tab', { name: 'Vote' }).click();
    const chosen = page.locator('.column-chooser option:checked');
    await eventually(() => chosen.allInnerTexts()).toEqual(shown);
    await page.getByRole('button', { name: 'Remove column 5' }).click();
    await eventually(() => chosen.allInnerTexts()).toEqual(shown.slice(0, 4));
    await page.getByRole('tab', { name: 'Side by side' }).click();
    await eventually(() => titles(page)).toEqual(shown);

    await page.reload();
    await columns.waitFor();
    await eventually(() => titles(page)).toEqual(shown);
    await eventually(widthOf).toBe(320);
    await page.getByRole('tab', { name: 'Vote' }).click();
    await eventually(() => chosen.allInnerTexts()).toEqual(shown.slice(0, 4));
    await page.getByRole('button', { name: 'Use the side-by-side columns' }).click();
    await eventually(() => chosen.allInnerTexts()).toEqual(shown);

    // An encoder is chosen by its path: an invalid one shows an error, a valid one is offered for encoding.
    await page.getByRole('button', { name: 'Add a column' }).click();
    await page.getByRole('menuitem', { name: /^Choose a sentence encoder/ }).click();
    const encoder = page.getByRole('dialog', { name: 'Choose a sentence encoder' });
    await encoder.getByText(`inside ${shell.home}`).waitFor();
    await encoder.getByLabel('Folder').fill('/etc');
    await encoder.getByRole('button', { name: 'Choose', exact: true }).click();
    await encoder.getByRole('alert').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    cpSync(tinyEncoder(), join(shell.home, 'tiny'), { recursive: true });
    await encoder.getByLabel('Folder').fill('tiny');
    await encoder.getByRole('button', { name: 'Choose', exact: true }).click();
    await encoder.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a column' }).click();
    await page.getByRole('menuitem', { name: /^Encode with .*tiny/ }).waitFor();
    await page.keyboard.press('Escape');

    // It is used to compare turns once they are encoded, which the menu starts.
    await page.keyboard.press('Control+1');
    await page.getByRole('listbox', { name: 'Dialogues' }).getByRole('option').first().click();
    await page.getByRole('button', { name: 'Find turns similar to turn 2' }).click();
    const like = page.getByRole('dialog', { name: 'Turns similar to turn 2' });
    await like.getByRole('list', { name: 'Turns similar to turn 2' }).waitFor();
    await like.getByRole('button', { name: 'Similar by words' }).click();
    await page.getByRole('menuitem', { name: /^Encode the turns with tiny/ }).click();
    const tiny = page.getByRole('menuitemradio', { name: /^tiny/ });
    await eventually(async () => {
      if (!(await tiny.isVisible())) await like.getByRole('button', { name: 'Similar by words' }).click();
      return tiny.getByText(/^Turns with a similar meaning, even if the wording differs\.$/).isVisible();
    }).toBe(true);
    await tiny.click();
    await like.getByRole('button', { name: 'Similar by tiny' }).waitFor();
    await like.getByRole('list', { name: 'Turns similar to turn 2' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await openView(page, 'Compare');

    // A provider's model: what it will get is shown before anything is sent.
    const server = await startModelServer();
    await setUpModels(page, server, 'Loopback');
    await page.getByRole('button', { name: 'Add a column' }).click();
    await page.getByRole('menuitem', { name: /^Encode with a provider’s model/ }).click();
    const provider = page.getByRole('dialog', { name: 'Encode with a provider’s model' });
    await provider.getByLabel('Model for embeddings').fill('embedding-model');
    await provider.getByRole('button', { name: 'Show what it sends' }).click();
    await provider.getByText(`texts to ${server.origin}`).waitFor();
    expect(server.requests.filter(({ route }) => route === '/embeddings')).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
    await provider.getByRole('button', { name: 'Send and encode' }).click();
    await provider.waitFor({ state: 'detached' });
    await eventually(() => server.requests.some(({ route }) => route === '/embeddings')).toBe(true);
  },
);

journey(
  'a menu offers seven methods, and a kept column by another stays with its name',
  { demo: 'small' },
  async ({ page }) => {
    await page.evaluate(() => {
      const columns = ['dfa-tree-greedy', 'bm25-last'].map((name) => ({ name, width: null }));
      localStorage.setItem('dialogram.compare.looks', JSON.stringify({ columns }));
    });
    await page.reload();
    await openView(page, 'Compare');
    await page.getByRole('region', { name: 'Methods side by side' }).waitFor();
    await eventually(() => titles(page)).toEqual(['Tag tree, greedy', 'BM25 (last turn)']);
    await choose(page.getByRole('region', { name: 'Comparison' }), 'Columns', 'Choose columns…');
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    const option = dialog.getByLabel('Examples in column 2').locator('option');
    const menu = await option.allInnerTexts();
    expect(menu.map((title) => title.replace(' (needs a model)', ''))).toEqual([
      'Context automaton + ranker',
      'DFA-RAG (paper)',
      'BM25 + dense: LSA 128 (trained on this corpus)',
      'BM25 (last turn)',
      'Dense: LSA 128 (trained on this corpus)',
      'Random',
      'No examples',
    ]);
    const own = dialog.getByLabel('Examples in column 1').locator('option:checked');
    expect(await own.innerText()).toBe('Tag tree, greedy');
    await dialog.getByRole('button', { name: 'Add a column' }).click();
    const entry = page.getByRole('menuitem', { name: /^BM25 \+ dense/ });
    await entry.getByText('Combines two rankings: one by shared words, one by similar meaning.').waitFor();
    expect(await page.getByRole('menuitem', { name: /^(Tag tree|BM25, three|Dense to)/ }).count()).toBe(0);
  },
);
