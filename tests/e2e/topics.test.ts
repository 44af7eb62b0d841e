import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seriousViolations } from './accessibility.ts';
import { eventually, journey, openView } from './harness.ts';
import { Picture } from './picture.ts';

const list = (page: Page): Locator => page.getByRole('list', { name: 'Topics', exact: true });
const names = (page: Page): Promise<string[]> =>
  list(page)
    .locator(':scope > li')
    .evaluateAll((items) =>
      items.map((item) => /^(.*), [\d,]+ dialogues?$/.exec(item.ariaLabel ?? '')?.[1] ?? ''),
    );

describe('topics', () => {
  journey(
    'are found, merged by keys and by the menu, renamed, and shown in Explore',
    { demo: 'small' },
    async ({ page }) => {
      await new Picture(page).clickState(1);
      await openView(page, 'Topics');
      await page.getByRole('button', { name: 'Find topics', exact: true }).click();
      await list(page).waitFor({ timeout: 600_000 });
      const start = await names(page);
      expect(start.length).toBeGreaterThan(2);
      expect(await seriousViolations(page)).toEqual([]);

      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('m');
      await page.getByText(`You picked up “${start[1]}”.`).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await eventually(() => names(page)).toHaveLength(start.length - 1);
      await page.keyboard.press('r');
      await page.getByLabel(`New name for ${start[0]}`).fill('my own topic');
      await page.keyboard.press('Enter');
      await eventually(() => names(page)).toContain('my own topic');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await eventually(() => names(page)).toEqual(start);

      const card = list(page).locator(':scope > li').first();
      // A draft from a topic uses all its dialogues; a draft from the list of flows, those of the selected state.
      const draft = page.getByRole('dialog', { name: 'Draft a flow' });
      const reached = () => draft.getByLabel('States reached').inputValue();
      await card.getByRole('button', { name: 'Draft a flow…' }).click();
      expect(await reached()).toBe('');
      await draft.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Draft a flow…' }).click();
      expect(await reached()).toBe('1');
      await draft.getByRole('button', { name: 'Cancel' }).click();
      await openView(page, 'Topics');
      await card.getByTitle(/in Explore$/).click();
      await page.getByText(`topic: ${start[0]}`).waitFor();
    },
  );
});
