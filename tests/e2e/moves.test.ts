import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { createTag, dropFile, eventually, journey, openView } from './harness.ts';
import { Picture } from './picture.ts';
import { tickets } from './transcripts.ts';

const list = (page: Page): Locator => page.getByRole('list', { name: 'Moves of the agent' });
const cards = (page: Page): Locator => list(page).locator(':scope > li');
const names = (page: Page): Promise<string[]> =>
  cards(page).evaluateAll((items) => items.map((item) => /#(\S+),/.exec(item.ariaLabel ?? '')?.[1] ?? ''));

async function findMoves(page: Page): Promise<void> {
  await openView(page, 'Moves');
  await page.getByRole('button', { name: 'Tag dialogues…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Moves', { exact: true }).click();
  await dialog.getByRole('button', { name: /^(Tag|Start)/ }).click();
  await dialog.getByRole('button', { name: /^(Continue in the background|Learn…)$/ }).waitFor();
  // Where *Continue in the background* is, *Learn…* comes when the dialogues are tagged, maybe under the pointer.
  await page.keyboard.press('Escape');
  await list(page).waitFor({ timeout: 600_000 });
}

describe('moves', () => {
  journey(
    'are found, merged, named, split and cut by keys and by dragging, and all of it is undone',
    { demo: 'small' },
    async ({ page }) => {
      await findMoves(page);
      const start = await names(page);
      expect(start.length).toBeGreaterThan(4);
      expect(await seriousViolations(page)).toEqual([]);
      expect(await unreachableControls(page)).toEqual([]);

      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('m');
      await page.getByText(`You picked up #${start[1]}.`).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await eventually(() => names(page)).toHaveLength(start.length - 1);
      await page.keyboard.press('r');
      await page.getByLabel(`New name for #${start[0]}`).fill(`${start[2]}x`);
      await page.keyboard.press('Enter');
      await page.getByText(`No move is called #${start[2]}x. Did you mean #${start[2]}?`).waitFor();
      await page.getByLabel(`New name for #${start[0]}`).fill('my-own-name');
      await page.keyboard.press('Enter');
      await eventually(() => names(page)).toContain('my-own-name');
      await page.keyboard.press('s');
      await eventually(() => names(page)).toHaveLength(start.length);

      await page.getByLabel('Number of moves').focus();
      await page.keyboard.press('ArrowRight');
      await eventually(() => names(page)).toHaveLength(start.length + 1);
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: 'Apply' }).waitFor({ state: 'detached' });

      for (let edit = 0; edit < 4; edit++) {
        const before = await page.getByRole('button', { name: /^Undo/ }).getAttribute('title');
        await page.keyboard.press('Control+z');
        await eventually(() => page.getByRole('button', { name: /^Undo/ }).getAttribute('title')).not.toBe(
          before,
        );
      }
      await eventually(() => names(page)).toEqual(start);

      await cards(page).nth(2).getByRole('heading').dragTo(cards(page).nth(0));
      await eventually(() => names(page)).not.toContain(start[2]);
      await page.getByText(`Merge the agent’s move #${start[2]} into #${start[0]}.`).waitFor();

      await cards(page).nth(0).getByRole('button', { name: /%$/ }).click();
      const turns = page.getByRole('region', { name: `Turns of #${start[0]}` });
      await turns
        .getByRole('button', { name: /turn \d+/ })
        .first()
        .click();
      await page
        .getByRole('region', { name: /Dialogue|Transcript/ })
        .first()
        .waitFor();
    },
  );

  journey('lose a sentence to the move that a person gives it to', { demo: 'small' }, async ({ page }) => {
    await findMoves(page);
    const [first] = await names(page);
    const central = () =>
      page
        .getByRole('list', { name: `Typical sentences of #${first}` })
        .getByRole('button')
        .allInnerTexts();
    const [sentence] = await central();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('b');
    await page.getByText(`You picked up “${sentence}”.`).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await eventually(central).not.toContain(sentence);
    await page.keyboard.press('Control+z');
    await eventually(central).toContain(sentence);
  });

  journey('of dropped tickets, with names by a person, are in the picture', {}, async ({ page }) => {
    await dropFile(page, 'tickets.csv', tickets(160));
    await page.getByRole('button', { name: 'Create project' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('private message').first().waitFor();
    await page
      .getByRole('dialog', { name: 'Import dialogues' })
      .getByRole('button', { name: 'Import', exact: true })
      .click();
    await page
      .getByRole('dialog', { name: 'Imported' })
      .getByRole('button', { name: 'Show the graph' })
      .click();
    const picture = new Picture(page);
    await picture.stage.waitFor({ timeout: 600_000 });
    await picture.openChoices();
    const isInPicture = async (name: string): Promise<boolean> => {
      await picture.search.fill(name);
      return [...(await picture.states()).values()].some(({ match }) => match);
    };

    await openView(page, 'Moves');
    await list(page).waitFor();
    const start = await names(page);
    await list(page).locator(':scope > li').first().focus();
    await page.keyboard.press('r');
    await page.getByLabel(`New name for #${start[0]}`).fill('my-own-name');
    await page.keyboard.press('Enter');
    await eventually(() => names(page)).toContain('my-own-name');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('m');
    await page.getByText(/^You picked up #\S+\./).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await eventually(() => names(page)).toHaveLength(start.length - 1);

    await openView(page, 'Teach');
    const view = page.getByRole('region', { name: 'Teach moves' });
    await view.getByRole('article').waitFor();
    let answered = 0;
    const answeredNow = async () => Number.parseInt(await view.getByText(/turns? answered$/).innerText(), 10);
    for (const move of ['told-first', 'told-second', 'told-third']) {
      await view.getByRole('button', { name: /Another move…$/ }).click();
      await page.getByRole('combobox', { name: 'Find or create a move' }).fill(move);
      await createTag(page, move);
      await eventually(answeredNow).toBeGreaterThan(answered);
      answered = await answeredNow();
    }
    await view.getByRole('button', { name: 'Tag all turns…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tag all turns based on your answers' });
    await dialog.getByRole('button', { name: 'Tag all turns' }).click();
    await dialog.getByRole('button', { name: 'Show the graph' }).click();
    await eventually(() => isInPicture('told-')).toBe(true);
  });
});
