import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousViolations } from './accessibility.ts';
import { eventually, journey, openView } from './harness.ts';

/** Names, titles and encoders of every method, which the page must not show; everyday words are left out. */
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
    await openView(page, 'Compare');
    await page.getByRole('tab', { name: 'Vote' }).click();
    await page.getByRole('button', { name: 'Start voting' }).click();

    const a = page.getByRole('region', { name: 'Answer A' });
    const b = page.getByRole('region', { name: 'Answer B' });
    await a.waitFor();
    await expectBlind(page);
    expect(await seriousViolations(page)).toEqual([]);
    const first = [await a.innerText(), await b.innerText()];

    // Nothing is revealed before the vote.
    await page.keyboard.press('r');
    await page.getByText('Vote first. You can see who answered after your vote.').waitFor();
    await expectBlind(page);

    const shown = async () => [await a.innerText(), await b.innerText()];
    const votedOn = async (key: string, words: string) => {
      await page.keyboard.press(key);
      await page.getByText(`Which answer is better here? Your last vote: ${words}.`).waitFor();
    };
    await votedOn('1', 'A is better');
    await page.getByText('1 vote · 1 not counted until revealed').waitFor();
    const second = await shown();
    expect(second).not.toEqual(first);
    await expectBlind(page);

    // Either key undoes the last vote, which is given again; the pair after it is not lost.
    await page.keyboard.press('z');
    await eventually(shown).toEqual(first);
    await votedOn('3', 'a tie');
    await eventually(shown).toEqual(second);
    await page.keyboard.press('Control+z');
    await eventually(shown).toEqual(first);
    await expectBlind(page);
    await votedOn('1', 'A is better');

    await page.keyboard.press('r');
    await page.getByRole('region', { name: 'True answer' }).waitFor();
    const html = await markup(page);
    expect(NAMES.some((name) => html.includes(name))).toBe(true);
    await page.keyboard.press('z');
    await page.getByText('You have seen who answered, so this vote can no longer be changed.').waitFor();

    await page.keyboard.press('Enter');
    await eventually(shown).toEqual(second);
    await expectBlind(page);
    await votedOn('4', 'both bad');
    await page.getByText('2 votes · 1 not counted until revealed').waitFor();

    await page.getByRole('tab', { name: 'Ranking' }).click();
    await page
      .getByText(
        /^1 of 2 votes counted, on 1 turn\. No interval yet \(–\)\. To get an interval, vote on at least 2 turns and for more than one column/,
      )
      .waitFor();
    const table = page.getByRole('region', { name: 'Ranking as a table' });
    await eventually(() => table.getByTitle('No interval yet').count()).toBe(6);
    await page.getByText(/^1 of 2 votes is not counted yet, because/).waitFor();
    await page.getByRole('button', { name: 'Reveal and count votes' }).click();
    await page.getByText(/^2 votes on 2 turns/).waitFor();
    await page
      .getByText(
        /^There is no winner yet: at least 30 votes are needed, 28 more than now \(2 votes on 2 turns\)\.$/,
      )
      .waitFor();
    await eventually(() => table.getByRole('row').count()).toBeGreaterThan(2);
    expect(await seriousViolations(page)).toEqual([]);

    await page
      .getByRole('button', { name: /^Show pair/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Open the turn in the side-by-side view' }).click();
    await page.getByRole('region', { name: 'Methods side by side' }).waitFor();

    await page.reload();
    await page.getByRole('tab', { name: 'Vote' }).click();
    await page.getByText(/^A past pair$/).waitFor();
    await page.getByRole('button', { name: 'Change vote settings' }).click();
    await page.getByRole('button', { name: 'Start voting' }).click();
    await page.getByText('Which answer is better here?').waitFor();
    await page.getByText(/^2 votes(?! · \d+ not counted)/).waitFor();
    expect(await a.innerText()).not.toBe(first[0]);
    await expectBlind(page);
  },
);
