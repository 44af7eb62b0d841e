import { expect } from 'vitest';
import { verdict } from '../fixtures/judge-model.ts';
import { type ModelServer, startModelServer } from '../fixtures/model-server.ts';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { answerOrJudge } from './answer-or-judge.ts';
import { choose, eventually, type Journey, journey, openView, textOf } from './harness.ts';
import { setUpModels } from './set-up-models.ts';

const judgedBy = (requests: readonly { readonly body: unknown }[]): number =>
  requests.filter(({ body }) => JSON.stringify(body).includes('compare two answers')).length;

async function answerSample(page: Journey['page']): Promise<void> {
  await page.getByRole('button', { name: 'New batch run…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New batch run' });
  await dialog.getByRole('textbox', { name: 'Turns' }).fill('12');
  for (const at of [5, 4, 2]) await dialog.getByRole('button', { name: `Remove column ${at}` }).click();
  await dialog.getByRole('button', { name: 'Answer all with…, all columns' }).click();
  await page.getByRole('menuitem', { name: 'small-model' }).click();
  await dialog.getByRole('button', { name: 'Add a column' }).click();
  await page.getByRole('menuitem', { name: /^No examples/ }).click();
  await dialog.getByRole('button', { name: 'Estimate' }).click();
  await dialog.getByText(/Total: at no cost/).waitFor();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.getByText('12 rows').waitFor();
}

async function judgeElsewhere(page: Journey['page'], server: ModelServer): Promise<void> {
  const sent = server.chats().length;
  await choose(page, 'New…', 'Judge answers…');
  const dialog = page.getByRole('dialog', { name: 'Judge answers' });
  await dialog.getByLabel('Answer elsewhere').check();
  await dialog.getByLabel('Judge model').fill('far-model');
  await dialog.getByLabel('Turns').fill('2');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.waitFor({ state: 'detached' });
  const run = page.getByRole('region', { name: /^Judging run \d+$/ });
  await run.getByText(/^The run is waiting for answers from elsewhere/).waitFor();
  expect(await run.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await run.getByRole('button', { name: 'Export prompts' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^JSON Lines/ }).click(),
  ]);
  const answers = (await textOf(file))
    .trim()
    .split('\n')
    .map((line) => ({ id: JSON.parse(line).id, answer: verdict('first') }));
  const bring = async (lines: readonly unknown[]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      run.getByRole('button', { name: 'Import answers…' }).click(),
    ]);
    const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
    await chooser.setFiles({ name: 'answers.jsonl', mimeType: 'application/jsonl', buffer });
  };
  const [first, ...others] = answers;
  await bring([first, { id: 'nobody', answer: 'Hello.' }]);
  await run.getByText('No unanswered prompt of the run has this id.').waitFor();
  await run.getByText(/^1 of 2 lines was accepted\./).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await bring(others);
  await run.getByText(/The run is complete\.$/).waitFor();
  await run.getByRole('button', { name: 'Close' }).click();
  expect(server.chats()).toHaveLength(sent);
}

journey(
  'the answers of a batch run are judged, paused, read verdict by verdict and added to the table',
  { demo: 'small', own: true, viewport: { width: 1440, height: 900 } },
  async ({ page }) => {
    const server = await startModelServer({ answer: answerOrJudge });
    await setUpModels(page, server, 'Loopback');
    await openView(page, 'Results');
    await answerSample(page);
    const listed = page.getByRole('region', { name: 'Batch runs' });
    await eventually(() => listed.getByText(/(queued|running), /).count()).toBe(0);

    await page.getByRole('button', { name: 'Judge…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Judge answers' });
    await dialog.getByLabel('Compare').waitFor();
    await eventually(() => dialog.getByLabel('Compare').inputValue()).toBe('own');
    // Content that arrives may move the line under a click, so use the keyboard.
    await dialog.locator('summary', { hasText: 'Preview of the first request' }).press('Enter');
    await dialog
      .getByText(/<truth>/)
      .last()
      .waitFor();
    await dialog.getByRole('button', { name: 'Estimate' }).click();
    await dialog.getByText(/Each pair is sent twice: \d+ requests to Loopback/).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(judgedBy(server.chats())).toBe(0);
    // The budget is too small for all: the run pauses and continues with more.
    await dialog.getByLabel('Budget, tokens').fill('6000');
    await dialog.getByRole('button', { name: 'Start' }).click();
    const judging = page.getByRole('region', { name: /^Judging run \d+$/ });
    await judging.getByText(/pairs are done/).waitFor();
    await judging.getByRole('table').first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await judging.getByLabel('Budget, tokens').fill('');
    await judging.getByRole('button', { name: 'Continue' }).click();
    const runs = page.getByRole('region', { name: 'Judgments' });
    await eventually(() => runs.getByText(/(queued|running|paused), /).count()).toBe(0);

    const figures = judging.getByRole('table').first();
    await eventually(() => figures.getByRole('row').count()).toBe(3);
    await figures
      .getByRole('img', { name: /\d+ won, \d+ tied, \d+ lost; win rate/ })
      .first()
      .waitFor();
    await figures
      .getByText(/^orders agree in [\d.]+ %/)
      .first()
      .waitFor();
    await judging.getByRole('row', { name: /All together/ }).waitFor();
    await judging.getByText('no votes on these answers').first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await unreachableControls(page)).toEqual([]);

    await page.getByRole('tab', { name: 'Pair by pair' }).click();
    const pairs = page.getByRole('listbox', { name: 'Judged pairs' });
    await page.getByText('24 pairs', { exact: true }).waitFor();
    await page.getByLabel('Verdicts').selectOption({ label: 'Orders disagree' });
    await page.getByLabel('Verdicts').selectOption({ label: 'All' });
    await page.getByText('24 pairs', { exact: true }).waitFor();
    await pairs.getByRole('option').filter({ hasText: 'order 2' }).first().click();
    const pair = page.getByRole('dialog');
    await pair.getByRole('region', { name: 'Baseline shown first' }).waitFor();
    await pair.getByRole('region', { name: 'Column shown first' }).waitFor();
    await pair.getByText('The true dialogue').click();
    await pair.getByRole('listitem').first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([page.waitForEvent('download'), choose(page, 'Export', 'CSV')]);
    expect(download.suggestedFilename()).toMatch(/judging \d+\.csv$/);

    const before = judgedBy(server.chats());
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill('win rates');
    await page.keyboard.press('Enter');
    const table = page.getByRole('region', { name: 'Win rates' }).getByRole('table');
    await table
      .getByText(/^orders agree in [\d.]+ %/)
      .first()
      .waitFor();
    await table.getByRole('row', { name: /support-dialogues/ }).waitFor();
    await table
      .getByText(/^\d+\.\d %$/)
      .first()
      .waitFor();
    await table
      .getByText(/^only \d+ judged$/)
      .first()
      .waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(judgedBy(server.chats())).toBe(before);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousViolations(page)).toEqual([]);
    await judgeElsewhere(page, server);
  },
);
