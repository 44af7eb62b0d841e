import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousViolations } from './accessibility.ts';
import { eventually, journey } from './harness.ts';

/** Names, titles and encoders of every method, as the page must not show them; words of everyday use are left out. */
const NAMES = [
  'dfa-rag',
  'dfa-paper',
  'DFA-RAG',
  'context-ranker',
  'Context automaton',
  'bm25',
  'BM25',
  'Dense',
  'LSA',
  'consensus',
  'first example',
  'Random,',
  '>Random<',
];

const markup = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.outerHTML);

async function expectBlind(page: Page): Promise<void> {
  const html = await markup(page);
  expect(NAMES.filter((name) => html.includes(name))).toEqual([]);
}

journey(
  'two answers are voted on blind, revealed and ranked, by keys',
  { demo: 'small' },
  async ({ page }) => {
    await page.keyboard.press('Control+5');
    await page.getByRole('tab', { name: 'Vote' }).click();
    await page.getByRole('button', { name: 'Start voting' }).click();

    const a = page.getByRole('region', { name: 'Answer A' });
    const b = page.getByRole('region', { name: 'Answer B' });
    await a.waitFor();
    await expectBlind(page);
    expect(await seriousViolations(page)).toEqual([]);
    const first = [await a.innerText(), await b.innerText()];

    // Nothing is told before the vote.
    await page.keyboard.press('r');
    await page.getByText('Vote first: who gave which answer is said after it.').waitFor();
    await expectBlind(page);

    await page.keyboard.press('1');
    await a.getByText('your choice').waitFor();
    await expectBlind(page);
    await page.keyboard.press('2');
    await b.getByText('your choice').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('Which answer is better here?').waitFor();
    await expectBlind(page);

    // The last vote is taken back, by either key, and given again.
    await page.keyboard.press('z');
    await eventually(async () => [await a.innerText(), await b.innerText()]).toEqual(first);
    await page.keyboard.press('3');
    await page.getByRole('button', { name: /^Tie/, pressed: true }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: /^Tie/, pressed: false }).waitFor();
    await expectBlind(page);
    await page.keyboard.press('1');
    await a.getByText('your choice').waitFor();

    await page.keyboard.press('r');
    await page.getByRole('region', { name: 'True answer' }).waitFor();
    const html = await markup(page);
    expect(NAMES.some((name) => html.includes(name))).toBe(true);
    await page.keyboard.press('z');
    await page.getByText('The pair was revealed: its vote stands.').waitFor();

    // A second vote stays blind, and the names are gone again.
    await page.keyboard.press('Enter');
    await page.getByText('Which answer is better here?').waitFor();
    await expectBlind(page);
    await page.keyboard.press('4');
    await page.getByRole('button', { name: /^Both bad/, pressed: true }).waitFor();

    await page.getByRole('tab', { name: 'Ranking' }).click();
    await page.getByText(/^1 vote on 1 round\. Intervals of 95 %/).waitFor();
    await page.getByText('One vote is on pairs that are still blind').waitFor();
    await page.getByRole('button', { name: 'Reveal and count them' }).click();
    await page.getByText(/^2 votes on 2 rounds/).waitFor();
    await page.getByText('Fewer than 30 votes (2): read this as anecdote, not as a ranking.').waitFor();
    await eventually(() =>
      page.getByRole('region', { name: 'Ranking as a table' }).getByRole('row').count(),
    ).toBeGreaterThan(2);
    expect(await seriousViolations(page)).toEqual([]);

    // A past vote is found again, and its turn opened side by side.
    await page
      .getByRole('button', { name: /^Show pair/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Open the round side by side' }).click();
    await page.getByRole('region', { name: 'Methods side by side' }).waitFor();

    // After a reload voting goes on with another pair, and still blind.
    await page.reload();
    await page.getByRole('tab', { name: 'Vote' }).click();
    await page.getByText(/^A past pair$/).waitFor();
    await page.getByRole('button', { name: 'Change what is voted on' }).click();
    await page.getByRole('button', { name: 'Start voting' }).click();
    await page.getByText('Which answer is better here?').waitFor();
    await page.getByText(/^2 votes/).waitFor();
    expect(await a.innerText()).not.toBe(first[0]);
    await expectBlind(page);
  },
);
