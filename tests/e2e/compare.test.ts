import { expect } from 'vitest';
import { choose, eventually, journey, openView, settled } from './harness.ts';

journey(
  'a test turn is compared, its route highlighted, an example opened',
  { demo: 'small' },
  async ({ page }) => {
    await openView(page, 'Compare');
    await page.getByText(/^turn \d+, \d+ of \d+$/).waitFor();

    const columns = page.getByRole('region', { name: 'Methods side by side' });
    await columns.waitFor();
    for (const name of ['DFA-RAG (paper)', 'Context automaton + ranker', 'BM25 (last turn)', 'Random']) {
      await columns.getByRole('heading', { name, exact: true }).waitFor();
    }
    // The column names its encoder.
    await columns.getByRole('heading', { name: /^Dense: LSA/ }).waitFor();
    await page.getByText(/^test dialogue/).waitFor();

    const comparison = page.getByRole('region', { name: 'Comparison' });
    const turn = () => settled(() => comparison.locator('.compare-choose, .compare-count').allInnerTexts());
    const first = await turn();
    await choose(comparison, 'More', 'Random turn from a seed…');
    const seeds = page.getByRole('dialog', { name: 'Random turn from a seed' });
    await seeds.getByLabel('Seed').fill('-1');
    await eventually(() => seeds.getByRole('button', { name: 'Show the turn' }).isDisabled()).toBe(true);
    await seeds.getByLabel('Seed').fill('2');
    await seeds.getByRole('button', { name: 'Show the turn' }).click();
    await eventually(turn).not.toEqual(first);
    await choose(comparison, 'More', 'Previous random turn');
    await eventually(turn).toEqual(first);

    const truth = page.getByRole('region', { name: 'True answer' });
    const words = (await truth.locator('p').first().textContent()) ?? '';
    await choose(comparison, 'More', 'True answer');
    expect(await truth.getByText(words, { exact: true }).count()).toBe(0);
    await truth.getByRole('button', { name: 'Show' }).click();
    await truth.getByText(words, { exact: true }).waitFor();

    for (const method of ['DFA-RAG (paper)', 'Context automaton + ranker']) {
      await page.getByRole('button', { name: `Highlight the route of ${method}` }).click();
      const route = page.getByRole('region', { name: `Route of ${method}` });
      await route.getByRole('application').waitFor();
      await route.getByRole('button', { name: 'Close the automaton' }).click();
      await route.waitFor({ state: 'detached' });
    }

    const bm25 = columns.getByRole('region', { name: 'BM25 (last turn)' });
    await eventually(() => bm25.getByRole('listitem').count()).toBeGreaterThanOrEqual(5);
    const link = bm25.getByRole('list').first().getByRole('button').first();
    const example = (await link.textContent()) ?? '';
    await link.click();
    await page.getByRole('button', { name: 'Explore', exact: true, pressed: undefined }).waitFor();
    await page
      .getByRole('heading', { name: new RegExp(example) })
      .first()
      .waitFor();
  },
);
