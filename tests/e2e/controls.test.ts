import { expect } from 'vitest';
import { journey, openView, settled } from './harness.ts';
import { Picture } from './picture.ts';

/**
 * Maximum number of buttons, links and inputs that each view shows at first, including the header. A finding,
 * a card and a row of a list are content and do not count. Raise a number only if the new control is worth
 * it.
 */
const MOST = {
  Explore: 20,
  Review: 27,
  Teach: 20,
  Moves: 20,
  Topics: 20,
  Vocabulary: 24,
  Flows: 20,
  Worksheets: 20,
  Simulate: 48,
  Compare: 30,
  Results: 48,
  Story: 20,
  Share: 30,
  Reports: 20,
} as const;

journey(
  'no view shows more controls at first than its limit',
  { demo: 'small', viewport: { width: 1440, height: 900 }, beside: 'findings' },
  async ({ page }) => {
    await new Picture(page).stage.waitFor();
    const controls = async (): Promise<number> =>
      settled(() =>
        page.evaluate(
          () =>
            [...document.querySelectorAll('button, a[href], input, select, textarea')].filter(
              (control) =>
                control instanceof HTMLElement &&
                control.checkVisibility() &&
                control.getAttribute('role') !== 'tab' &&
                !control.closest('li, [role="option"], [role="row"], tr'),
            ).length,
        ),
      );
    const counted: Record<string, number> = { Explore: await controls() };
    for (const view of Object.keys(MOST) as (keyof typeof MOST)[]) {
      if (view === 'Explore') continue;
      await openView(page, view);
      counted[view] = await controls();
    }
    const over = Object.entries(MOST).filter(([view, most]) => (counted[view] ?? 0) > most);
    expect({ over, counted }).toEqual({ over: [], counted });
  },
);
