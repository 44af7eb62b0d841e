import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { seriousViolations } from './accessibility.ts';
import { choose, eventually, journey, openView } from './harness.ts';
import { setUpModels } from './set-up-models.ts';

const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.column')].flatMap((column) => {
      const { right } = column.getBoundingClientRect();
      return [...column.querySelectorAll('*')]
        .filter(
          (part) =>
            part.checkVisibility() &&
            !part.closest('[role="separator"], [popover], .visually-hidden, dialog') &&
            part.getBoundingClientRect().right > right + 1,
        )
        .map(
          (part) => `${column.getAttribute('aria-label')?.slice(0, 20)}: ${part.tagName} ${part.className}`,
        );
    }),
  );

journey(
  'one choice lets a model answer all columns, they wait in line, and its name never breaks a column',
  { demo: 'small', own: true, viewport: { width: 1440, height: 900 } },
  async ({ page }) => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const server = await startModelServer({
      answer: () => 'It leaves the warehouse today.',
      behave: ({ route }) =>
        route === '/chat/completions' ? { kind: 'drip', everyMs: 0, until: held } : null,
    });
    await openView(page, 'Compare');
    await page.getByText(/^turn \d+, \d+ of \d+$/).waitFor();
    const columns = page.getByRole('region', { name: 'Methods side by side' });
    await columns.waitFor();
    await setUpModels(page, server, 'Loopback');
    const bar = page.getByRole('region', { name: 'Comparison' });
    await choose(bar, 'Columns', 'small-model');
    const alone = columns.locator('.column').filter({
      has: page.getByRole('heading', { name: 'No examples', level: 2 }),
    });
    await alone.waitFor();
    await columns.getByText('ROUGE-L, best').first().waitFor();
    expect(await alone.getByText('ROUGE-L, best').count()).toBe(0);

    await bar.getByRole('button', { name: 'Ask all 6' }).click();
    for (const place of ['Next', 'Second', 'Third', 'Fourth', 'Fifth'])
      await columns.getByText(`${place} in line`, { exact: true }).waitFor();
    expect(server.chats()).toHaveLength(1);
    await bar.getByRole('button', { name: 'Stop all' }).click();
    await eventually(() => columns.getByText('Stopped', { exact: false }).count()).toBe(6);
    await eventually(() => server.chats().every(({ aborted }) => aborted)).toBe(true);
    expect(server.chats()).toHaveLength(1);
    goOn();

    for (const length of [5, 60, 200]) {
      const base = 'q'.repeat(Math.min(length, 180));
      const name = `${'/models/'.repeat(Math.floor((length - base.length) / 8))}${base}`;
      await choose(bar, 'Columns', 'Choose a model…');
      const dialog = page.getByRole('dialog', { name: 'Answer with a model' });
      await dialog.getByLabel('Model', { exact: true }).fill(name);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await columns.getByText(`by ${base}`, { exact: true }).first().waitFor();
      expect(await columns.getByTitle(name).count()).toBeGreaterThan(0);
      await bar.getByRole('button', { name: 'Ask all 6' }).click();
      await eventually(() => columns.getByText(/\d+ in, \d+ out/).count()).toBe(6);
      expect(await stickingOut(page)).toEqual([]);
    }
    expect(await seriousViolations(page)).toEqual([]);
  },
);
