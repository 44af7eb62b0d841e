import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { eventually, journey, openView } from './harness.ts';
import { setUpModels } from './set-up-models.ts';

const NAMES = [
  'small-model',
  'large-model',
  'Loopback',
  'DFA-RAG',
  'dfa-rag',
  'dfa-paper',
  'BM25',
  'bm25',
  'consensus',
  'no-examples',
  'latencyMs',
  'costUsd',
];

function listen(page: Page): { readonly told: () => string; readonly forget: () => void } {
  let told = '';
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      told += typeof payload === 'string' ? payload : payload.toString('utf8');
    });
  });
  return {
    told: () => told,
    forget: () => {
      told = '';
    },
  };
}

journey(
  'models are voted on over whole dialogues, blind on the page and in the messages',
  { demo: 'small', own: true, viewport: { width: 1440, height: 900 } },
  async ({ page }) => {
    const server = await startModelServer({
      answer: ({ model, messages }) => {
        const ids = /with the ids ([\d, ]+), each/.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
        const word = model === 'large-model' ? 'Certainly' : 'Sure';
        return ids
          .split(', ')
          .map((id) => `${id} System: ${word}, line ${id}.`)
          .join('\n');
      },
    });
    const wire = listen(page);
    await page.reload();
    await page.getByRole('navigation', { name: 'Corpus, tags, automaton' }).waitFor();
    await openView(page, 'Compare');
    await page.getByText(/^turn \d+, \d+ of \d+$/).waitFor();
    await setUpModels(page, server, 'Loopback');
    await page.getByRole('tab', { name: 'Vote' }).click();

    for (const at of [5, 4, 3]) await page.getByRole('button', { name: `Remove column ${at}` }).click();
    await page.getByLabel('Examples in column 1').selectOption({ label: 'BM25 (last turn)' });
    await page.getByRole('button', { name: 'most typical answer, column 1' }).click();
    await page.getByRole('menuitemradio', { name: 'small-model' }).click();
    await page.getByRole('button', { name: 'by small-model, column 1' }).click();
    await page.getByRole('menuitem', { name: /^Add a column with a model/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Answer with a model' });
    await dialog.getByText(/^The server offers 3 models\./).waitFor();
    await dialog.getByText('There is already a column with this model and these settings.').waitFor();
    await eventually(() => dialog.getByRole('button', { name: 'Add' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Temperature').fill('3');
    await dialog.getByText("Enter a number from 0 to 2, or empty for the server's default.").waitFor();
    await dialog.getByLabel('Temperature').fill('');
    await dialog.getByLabel('Model', { exact: true }).fill('large-model');
    expect(await seriousViolations(page)).toEqual([]);
    expect(await unreachableControls(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'by large-model, column 2' }).waitFor();
    await page.getByRole('button', { name: 'Remove column 3' }).click();
    await page
      .getByText('The models write new answers for each pair: up to 100 answers for 50 votes.')
      .waitFor();
    await page.getByLabel('Vote on').selectOption({ label: 'Whole dialogues' });
    expect(server.chats()).toEqual([]);

    const busy = { kind: 'status', status: 400, message: 'Busy elsewhere.' } as const;
    server.script(busy, busy);
    wire.forget();
    await page.getByRole('button', { name: 'Start voting' }).click();
    await page.getByText('Busy elsewhere.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();

    const a = page.getByRole('region', { name: 'Answer A' });
    await a.getByText(/line 1\.$/).waitFor();
    await eventually(() => a.getByText(/line \d/).count()).toBeGreaterThan(1);
    wire.forget();
    await page.keyboard.press('2');
    await page.getByText('Which dialogue is better? Your last vote: B is better.').waitFor();
    const html = await page.evaluate(() => document.documentElement.outerHTML);
    for (const name of NAMES) {
      expect(html).not.toContain(name);
      expect(wire.told()).not.toContain(name);
    }
    expect(wire.told()).toContain('Certainly');
    expect(await seriousViolations(page)).toEqual([]);

    await page.keyboard.press('1');
    await page.getByText('Which dialogue is better? Your last vote: A is better.').waitFor();
    await page.keyboard.press('r');
    await page.getByText('Revealed. This vote can no longer be changed.').waitFor();
    await a.getByText('your choice').waitFor();
    const revealed = await a.innerText();
    expect(revealed).toContain('BM25 (last turn)');
    expect(revealed).toContain(revealed.includes('Sure,') ? 'small-model' : 'large-model');
    await page.getByRole('tab', { name: 'Ranking' }).click();
    await page.getByLabel('Votes on').selectOption({ label: 'Whole dialogues' });
    await page.getByText(/^1 of 2 votes counted, on 1 dialogue\./).waitFor();
  },
);
