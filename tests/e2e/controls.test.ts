import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey, openView, settled } from './harness.ts';
import { Picture } from './picture.ts';

/**
 * Buttons, links, inputs and closed panels that each view shows at first. Content does not count.
 * Raise a number only if the new control is worth it.
 */
const MOST = {
  Explore: 20,
  Review: 20,
  Teach: 14,
  Moves: 20,
  Topics: 16,
  Vocabulary: 16,
  Flows: 16,
  Worksheets: 16,
  Simulate: 20,
  Compare: 20,
  Results: 20,
  Story: 20,
  Share: 20,
  Reports: 18,
} as const;

type View = keyof typeof MOST;

/** Loads what a view shows in daily use. A view that is not listed is complete once it is open. */
const LOADED: Partial<Record<View, (page: Page) => Promise<void>>> = {
  Simulate: async (page) => {
    await page.getByRole('textbox', { name: /^Next turn, as the/ }).fill('Where is my parcel?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use this answer' }).waitFor();
    await page.getByRole('list', { name: 'Why this example' }).first().waitFor();
  },
  Compare: (page) => page.getByRole('region', { name: 'Methods side by side' }).waitFor(),
  Results: (page) => page.getByText('★ best').first().waitFor(),
  Topics: (page) => page.getByRole('button', { name: 'Find topics again' }).waitFor(),
};

journey(
  'no view shows more controls than its limit once it is loaded',
  { demo: 'whole', viewport: { width: 1440, height: 900 }, beside: 'findings' },
  async ({ page }) => {
    await new Picture(page).stage.waitFor();
    const controls = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('button, a[href], input, select, textarea, summary')]
          .filter(
            (control) =>
              control instanceof HTMLElement &&
              control.checkVisibility() &&
              control.getAttribute('role') !== 'tab' &&
              !control.closest(
                'li, [role="option"], [role="row"], tr, .column-head, .sheet-head, [aria-label="Notices"]',
              ),
          )
          .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? ''),
      );
    const shown: Partial<Record<View, string[]>> = {};
    for (const view of Object.keys(MOST) as View[]) {
      if (view !== 'Explore') await openView(page, view);
      await LOADED[view]?.(page);
      // The control of a job goes away with it.
      await page.getByRole('button', { name: /^Cancel: / }).waitFor({ state: 'detached' });
      shown[view] = await settled(controls);
    }
    const over = Object.entries(shown).filter(([view, names]) => names.length > MOST[view as View]);
    expect(over.map(([view, names]) => `${view}, ${names.length}: ${names.join(' | ')}`)).toEqual([]);
  },
);
