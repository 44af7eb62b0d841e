import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seriousViolations, unreachableControls, violationsInBothThemes } from './accessibility.ts';
import { createTag, eventually, journey, openView, textOf } from './harness.ts';
import { Workbench } from './workbench.ts';

class Vocabulary {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get table(): Locator {
    return this.page.getByRole('table', { name: 'Tags' });
  }

  get find(): Locator {
    return this.page.getByRole('searchbox', { name: 'Find a tag' });
  }

  tag(name: string): Locator {
    return this.table.getByRole('button', { name: `#${name}`, exact: true });
  }

  async enter(): Promise<void> {
    await openView(this.page, 'Vocabulary');
    await this.table.getByRole('button', { name: /^#/ }).first().waitFor();
    // Until the shown run is known, there are no turns to change.
    await eventually(() => this.page.getByRole('button', { name: 'Change turns…' }).isEnabled()).toBe(true);
  }

  async turns(name: string): Promise<string | null> {
    const button = this.page.getByRole('button', { name: `#${name}`, exact: true });
    const row = this.table.getByRole('row').filter({ has: button });
    // Read in one call, because the row may disappear meanwhile.
    const [turns = null] = await row
      .getByRole('cell')
      .evaluateAll((cells) => cells.slice(2, 3).map((cell) => cell.textContent));
    return turns;
  }

  async open(name: string): Promise<void> {
    await this.find.fill(name);
    await this.tag(name).click();
    await this.page.getByRole('region', { name: `Tag ${name}` }).waitFor();
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }
}

const statesOf = (dialog: Locator): Locator =>
  dialog
    .getByRole('region', { name: 'Impact' })
    .getByText(/^\d+ → \d+/)
    .first();

describe('the vocabulary', () => {
  journey(
    'is used by keys; a tag is renamed after a preview of the impact',
    { demo: 'whole' },
    async ({ page }) => {
      const vocabulary = new Vocabulary(page);
      await vocabulary.enter();
      await page.keyboard.press('Control+f');
      await page.keyboard.type('thank-ag');
      await eventually(() => vocabulary.turns('thank-agent')).toBe('561');
      await vocabulary.tag('thank-agent').focus();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('region', { name: 'Tag thank-agent' });
      await panel.getByRole('list', { name: 'Turns with #thank-agent' }).waitFor();

      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog', { name: 'Rename #thank-agent everywhere' });
      await dialog.getByLabel('New name').fill('thanks');
      await statesOf(dialog).waitFor();
      await eventually(() => dialog.getByRole('region', { name: 'Impact' }).innerText()).toContain(
        '561 turns',
      );
      await dialog.getByLabel('Why (optional)').fill('Shorter');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await dialog.waitFor({ state: 'detached' });
      await vocabulary.find.fill('thanks');
      await eventually(() => vocabulary.turns('thanks')).toBe('561');

      await vocabulary.tab('History').click();
      await page.getByRole('option', { name: /Rename #thank-agent to #thanks.*Shorter/ }).click();
      const edit = page.getByRole('region', { name: 'Edit', exact: true });
      await edit.getByRole('button', { name: 'Revert…' }).click();
      await edit.getByRole('button', { name: 'Revert', exact: true }).click();
      await page.getByRole('option', { name: /Revert: Rename #thank-agent/ }).waitFor();
      await vocabulary.tab('Tags').click();
      await vocabulary.find.fill('thank');
      await eventually(() => vocabulary.turns('thank-agent')).toBe('561');
    },
  );

  journey(
    'splits a tag, suggests its parts as similar, and merges them again',
    { demo: 'whole' },
    async ({ page }) => {
      const vocabulary = new Vocabulary(page);
      await vocabulary.enter();
      await vocabulary.open('say-goodbye');
      const before = Number(await vocabulary.turns('say-goodbye'));
      await page.getByRole('button', { name: 'Split…' }).click();
      const split = page.getByRole('dialog', { name: 'Split #say-goodbye' });
      await split.getByLabel('New tag').fill('say-goodbyes');
      await split.getByText('Did you mean #say-goodbye (689 turns)?').waitFor();
      await split.getByLabel('Words in the turn').fill('day');
      await split.getByRole('heading', { name: /^\d+ of 689 turns$/ }).waitFor();
      await statesOf(split).waitFor();
      const [, some] =
        /^(\d+) of/.exec(await split.getByRole('heading', { name: /of 689/ }).innerText()) ?? [];
      expect(Number(some)).toBeLessThan(before);
      await split.getByRole('button', { name: `Split off ${some} turns` }).click();
      await split.waitFor({ state: 'detached' });
      await eventually(() => vocabulary.turns('say-goodbyes')).toBe(some);
      await eventually(() => vocabulary.turns('say-goodbye')).toBe(String(before - Number(some)));

      await vocabulary.tab('Similar tags').click();
      const pair = page
        .getByRole('list', { name: 'Pairs' })
        .locator('> li')
        .filter({ hasText: '#say-goodbyes' });
      await pair.getByText(/^The same words, spelled differently\..* Text similarity: /).waitFor();
      await pair.getByRole('list', { name: 'Turns with #say-goodbyes' }).getByText(/day/).first().waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await pair.getByRole('button', { name: /^Keep apart/ }).click();
      await eventually(() => pair.count()).toBe(0);
      await page.reload();
      await page.getByLabel('Show dismissed pairs').check();
      await pair.getByRole('button', { name: /^Suggest again/ }).click();
      await pair.getByRole('button', { name: /^Merge/ }).click();
      const merge = page.getByRole('dialog', { name: 'Merge 2 tags' });
      // The target is listed before the reason.
      const target = merge.getByRole('group', { name: 'Into' }).getByRole('button');
      await eventually(() => target.evaluate((button) => button === document.activeElement)).toBe(true);
      await statesOf(merge).waitFor();
      // The number of states can stay the same although paths change, so the dialog names both.
      await merge.getByText(/^\d+ of 720 dialogues change their path\.$/).waitFor();
      await merge.getByText('Changed states', { exact: true }).click();
      await merge.getByRole('region', { name: /^Changed: / }).waitFor();
      await merge.getByRole('button', { name: /^Merge into #say-goodbye/ }).click();
      await merge.waitFor({ state: 'detached' });
      await eventually(() => pair.count()).toBe(0);
    },
  );

  journey(
    'changes many turns as one edit: the count first, a new tag by Enter, one undo',
    { demo: 'whole' },
    async ({ page }) => {
      const bench = new Workbench(page);
      const vocabulary = new Vocabulary(page);
      await vocabulary.enter();
      await page.keyboard.press('b');
      const dialog = page.getByRole('dialog', { name: 'Change turns' });
      await dialog.getByLabel('Words in the turn').fill('refund');
      await dialog.getByRole('heading', { name: '165 matching turns' }).waitFor();
      await dialog.getByRole('button', { name: 'Choose a tag: Tag to add' }).click();
      await page.keyboard.type('about-money');
      await createTag(page, 'about-money');
      await dialog.getByRole('heading', { name: '165 of 165 turns would change' }).waitFor();
      await dialog.getByRole('button', { name: 'Change 165 turns' }).click();
      await dialog.waitFor({ state: 'detached' });
      await eventually(() => vocabulary.turns('about-money')).toBe('165');
      await bench.undo.click();
      await eventually(() => vocabulary.turns('about-money')).toBeNull();
      await bench.redo.click();
      await eventually(() => vocabulary.turns('about-money')).toBe('165');
    },
  );

  journey('is exported, and imported with a preview', { demo: 'whole' }, async ({ page }) => {
    const bench = new Workbench(page);
    const vocabulary = new Vocabulary(page);
    await vocabulary.enter();
    await vocabulary.open('block-card');
    await page.getByRole('button', { name: 'Describe…' }).click();
    await page.getByLabel('Description of #block-card').fill('Stops a card at once');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Tag block-card' }).getByText('Stops a card at once').waitFor();
    await page.getByRole('button', { name: 'Archive…', exact: true }).click();
    const archiving = page.getByRole('dialog', { name: 'Archive #block-card' });
    await archiving.getByText('46 turns').waitFor();
    await archiving.getByText(/^of the turns in \d+ unseen dialogues$/).waitFor();
    await archiving.getByRole('button', { name: 'Archive', exact: true }).click();
    await archiving.waitFor({ state: 'detached' });
    await eventually(() => vocabulary.turns('block-card')).toBeNull();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bench.choose(/^File$/, 'Export as JSON'),
    ]);
    const file = await textOf(download);
    const { tags } = JSON.parse(file);
    expect(tags.find(({ name }: { name: string }) => name === 'block-card')).toMatchObject({
      description: 'Stops a card at once',
      archived: true,
    });

    await bench.undo.click();
    await eventually(() => vocabulary.turns('block-card')).not.toBeNull();
    await bench.undo.click();
    await eventually(() => bench.undo.isDisabled()).toBe(true);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      bench.choose(/^File$/, 'Import a vocabulary…'),
    ]);
    await chooser.setFiles({ name: 'shared.json', mimeType: 'application/json', buffer: Buffer.from(file) });
    const dialog = page.getByRole('dialog', { name: 'Import shared.json' });
    const items = dialog.getByRole('list', { name: 'What the import would change' });
    await items.getByText('#block-card').waitFor();
    await eventually(() => items.getByRole('listitem').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => vocabulary.turns('block-card')).toBeNull();
  });

  journey('is accessible in both themes', { demo: 'small' }, async ({ page }) => {
    const vocabulary = new Vocabulary(page);
    await vocabulary.enter();
    await vocabulary.tag('say-goodbye').click();
    await page.getByRole('list', { name: 'Turns with #say-goodbye' }).waitFor();
    await vocabulary.table.getByLabel('Choose #thank-agent').check();
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await unreachableControls(page)).toEqual([]);
    for (const keys of ['r', 's', 'u', 'b', 'e']) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      expect(await violationsInBothThemes(page), `in the dialog of ${keys}`).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await vocabulary.tab('History').click();
    await page.getByRole('option', { name: /^Archive/ }).click();
    await page.getByRole('region', { name: 'Edit', exact: true }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await vocabulary.tab('Similar tags').click();
    await page.getByText('No similar tags').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});
