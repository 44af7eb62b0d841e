import { expect } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { choose, eventually, type Journey, journey, openView } from './harness.ts';
import { setUpModels } from './set-up-models.ts';

type Page = Journey['page'];

const WORDS = 'Thank you for waiting. I have looked it up and your order leaves the warehouse today. ';

async function answerByModel(page: Page, method: string): Promise<void> {
  await page.getByRole('button', { name: `Column ${method}`, exact: true }).click();
  await page
    .getByRole('menu', { name: `Column ${method}` })
    .getByRole('menuitemradio', { name: 'small-model' })
    .click();
}

const column = (page: Page, method: string) =>
  page
    .getByRole('region', { name: 'Methods side by side' })
    .getByRole('region', { name: `${method} by small-model`, exact: true });

const METHODS = ['DFA-RAG (paper)', 'BM25 (last turn)', 'Random'] as const;
/** The column without examples appears with the first model. */
const ASKED = [...METHODS, 'No examples'] as const;

journey(
  'a model answers four columns at once, one is stopped, a whole dialogue follows',
  { demo: 'whole', own: true, viewport: { width: 1440, height: 900 } },
  async ({ page }) => {
    let slow = true;
    let goOn = (): void => undefined;
    const stopped = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const server = await startModelServer({
      slots: 8,
      answer: ({ messages }) => {
        const ids = /with the ids ([\d, ]+), each/.exec(messages.at(-1)?.content ?? '')?.[1];
        return ids === undefined
          ? WORDS.repeat(3)
          : ids
              .split(', ')
              .map((id) => `${id} System: Answer ${id}.`)
              .join('\n');
      },
      behave: () => (slow ? { kind: 'drip', everyMs: 1, until: stopped } : null),
    });
    await openView(page, 'Compare');
    await page.getByText(/^turn \d+, \d+ of \d+$/).waitFor();
    await page.getByRole('region', { name: 'Methods side by side' }).waitFor();
    // Without a model there is nothing to ask.
    expect(await page.getByRole('button', { name: /^Ask/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Column Random', exact: true }).click();
    await page.getByText('Everything here works without one.').waitFor();
    await page.keyboard.press('Escape');

    await setUpModels(page, server, 'Loopback');
    for (const method of METHODS) await answerByModel(page, method);
    expect(server.chats()).toEqual([]);
    await page.getByRole('button', { name: 'Ask all 4' }).click();
    for (const method of ASKED) await column(page, method).getByText('Thank you for waiting').waitFor();
    await eventually(() => page.getByText('Answering…').count()).toBe(4);

    await column(page, 'Random').getByRole('button', { name: 'Stop small-model' }).click();
    await column(page, 'Random').getByText('Stopped before the answer was complete.').waitFor();
    await eventually(() => server.chats().filter((seen) => seen.aborted).length).toBe(1);
    goOn();
    const paper = column(page, 'DFA-RAG (paper)');
    await paper.getByText(/\d+ in, \d+ out/).waitFor();
    await paper.getByText('$0', { exact: true }).waitFor();
    await paper.getByText('Prompt as sent').click();
    const prompt = page.getByRole('dialog', { name: 'Prompt as sent' });
    await prompt.getByRole('region', { name: 'Message of the user' }).getByText('<dialogue>').waitFor();
    await prompt.getByText('DFA-RAG (paper) by small-model, version 1 of the prompt').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await seriousViolations(page)).toEqual([]);
    expect(await unreachableControls(page)).toEqual([]);

    slow = false;
    server.script({ kind: 'status', status: 400, message: 'This model is busy elsewhere.' });
    await column(page, 'Random').getByRole('button', { name: 'Ask again' }).click();
    await column(page, 'Random').getByText('This model is busy elsewhere.').waitFor();
    await column(page, 'Random').getByRole('button', { name: 'Try again' }).click();
    await column(page, 'Random')
      .getByText(/\d+ in, \d+ out/)
      .waitFor();

    await page.getByRole('button', { name: 'Column DFA-RAG (paper) by small-model', exact: true }).click();
    await page.getByRole('menuitemradio', { name: /^Reference/ }).click();
    await paper.getByText('reference', { exact: true }).waitFor();
    await column(page, 'Random').getByRole('cell', { name: '±0' }).first().waitFor();

    const comparison = page.getByRole('region', { name: 'Comparison' });
    await choose(comparison, 'More', 'Examples and answers…');
    const settings = page.getByRole('dialog', { name: 'Examples and answers' });
    await settings.getByLabel('Answers per question').selectOption('3');
    await settings.getByText('Fine-tuning file').click();
    await settings.getByLabel('Examples in each line').selectOption('0');
    await settings.getByRole('button', { name: "Export to the project's folder" }).click();
    await settings
      .getByText(/ lines from \d+ dialogues in .* training\.jsonl\. \d+ test dialogues? left out\./)
      .waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ask all 4' }).click();
    await column(page, 'Random').getByText('all the same').waitFor();
    await column(page, 'Random').getByText('×3').waitFor();
    await page.getByRole('button', { name: 'Stop all' }).waitFor({ state: 'detached' });

    await choose(comparison, 'More', 'Whole dialogue');
    await page.getByRole('region', { name: 'The original dialogue' }).waitFor();
    await page.getByRole('button', { name: 'Ask all 4' }).click();
    await column(page, 'BM25 (last turn)').getByText('Answer 1.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop all' }).waitFor({ state: 'detached' });
    // The same turn is at the same height in every column, including those without a model.
    const tops = await page.evaluate(() =>
      [...document.querySelectorAll('.column')].map((one) =>
        [...one.querySelectorAll('.answer-row')].map((row) => Math.round(row.getBoundingClientRect().top)),
      ),
    );
    expect(tops[0].length).toBeGreaterThan(1);
    expect(tops).toEqual(tops.map(() => tops[0]));
    expect(await page.locator('.answer-row:empty').count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
  },
);
