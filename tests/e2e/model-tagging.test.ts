import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type ModelServer, startModelServer } from '../fixtures/model-server.ts';
import { readAsked, tagsByLongestWord } from '../fixtures/tagging-model.ts';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { choose, eventually, journey } from './harness.ts';

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Find a command' }).fill(command);
  await page.keyboard.press('Enter');
}

async function setUpServer(page: Page, server: ModelServer, name: string): Promise<void> {
  await run(page, 'set up models');
  const models = page.getByRole('dialog', { name: 'Settings' });
  await models.getByLabel('Add a server').selectOption({ label: 'Other server' });
  await models.getByRole('button', { name: 'Add', exact: true }).click();
  await models.getByLabel('Address').fill(server.baseUrl);
  await models.getByLabel('Name').fill(name);
  await models.getByRole('button', { name: 'Save' }).click();
  await models.getByRole('button', { name: 'Review and agree…' }).click();
  await page
    .getByRole('dialog', { name: /^Send to/ })
    .getByRole('button', { name: /Agree/ })
    .click();
  await models.getByRole('button', { name: 'Withdraw' }).waitFor();
  await page.keyboard.press('Escape');
}

async function dialoguesDone(run: Locator): Promise<number> {
  const cell = run.getByRole('row', { name: /^Dialogues \d/ }).getByRole('cell');
  return Number((await cell.innerText()).split(' ')[0].replace(/\D/g, ''));
}

describe('tagging with a model', () => {
  journey(
    'previews the request, stops after a pilot, and runs to its report',
    { demo: 'whole', own: true },
    async ({ page }) => {
      const server = await startModelServer({
        answer: (body) => {
          const { lines, again } = readAsked(body);
          // Some dialogues never get a valid answer.
          if (lines.length % 5 === 0)
            return again ? 'I cannot.' : lines.map(({ id }) => `${id} User: #x`).join('\n');
          return tagsByLongestWord(body);
        },
      });
      await setUpServer(page, server, 'Office');
      await page.keyboard.press('Control+Shift+G');
      const tag = page.getByRole('dialog', { name: 'Tag dialogues' });
      await tag.getByLabel('Language model').check();
      await tag.getByRole('button', { name: 'Set up…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Tag with a model' });
      await dialog.getByLabel('Model', { exact: true }).fill('small-model');
      await dialog.getByRole('cell', { name: '$0' }).first().waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      expect(await unreachableControls(page)).toEqual([]);

      await dialog.locator('summary', { hasText: 'version 1, original' }).press('Enter');
      const prompt = dialog.getByLabel(/^The instructions for the model/);
      await prompt.fill(`${await prompt.inputValue()}\n\nPrefer verbs.`);
      await dialog.getByRole('button', { name: 'Save as version 2' }).click();
      await dialog.getByText('version 2').waitFor();
      await dialog.locator('summary', { hasText: 'Preview of a request' }).press('Enter');
      await dialog.locator('pre', { hasText: 'Prefer verbs.' }).waitFor();
      await dialog.getByText('</dialogue>\n\nAnswer for the ids 0, 1').last().waitFor();
      expect(server.chats()).toEqual([]);

      await dialog.getByLabel('Pilot dialogues').fill('12');
      await dialog.getByRole('button', { name: 'Start pilot' }).click();
      const tagging = page.getByRole('region', { name: 'Tagging run 1' });
      await tagging.getByRole('button', { name: 'Continue' }).waitFor();
      await eventually(() => dialoguesDone(tagging)).toBe(12);
      await tagging.getByText('tags so far:').waitFor();
      await eventually(() => tagging.getByRole('tabpanel').getByRole('heading').count()).toBe(12);
      expect(await seriousViolations(page)).toEqual([]);
      expect(await unreachableControls(page)).toEqual([]);
      await tagging.getByRole('tab', { name: 'Remaining' }).click();
      await tagging.getByText('“Likely” is based on the average of the pilot.').waitFor();

      // It waits for the person, even across a reload, and anyone who starts another one is led to it.
      await page.reload();
      await page.getByRole('button', { name: /^Continue: / }).waitFor();
      await page.keyboard.press('Control+1');
      await run(page, 'tag with a model');
      await dialog.getByText('Tagging run 1 is not finished: paused.').waitFor();
      await dialog.getByRole('button', { name: 'Show it' }).click();
      await page.getByRole('button', { name: /^Run 1 .*paused, pilot done/ }).waitFor();
      await tagging.getByRole('button', { name: 'Continue' }).click();
      await tagging.getByRole('button', { name: 'Learn…' }).waitFor();
      const asked = server.chats().map(({ text }) => text);
      expect(new Set(asked).size).toBe(asked.length);
      await tagging.getByRole('tab', { name: 'Flagged' }).click();
      await tagging.getByText('The model gave no answer for this turn.').first().waitFor();
      await tagging.getByRole('button', { name: 'Learn…' }).click();
      await page.getByRole('dialog', { name: 'Learn' }).waitFor();
    },
  );

  journey(
    'pauses when its budget is reached, and continues',
    { demo: 'small', own: true },
    async ({ page }) => {
      let slow = true;
      const server = await startModelServer({
        answer: tagsByLongestWord,
        behave: () => (slow && server.chats().length > 20 ? { kind: 'hang' } : null),
      });
      await setUpServer(page, server, 'Cellar');
      await run(page, 'tag with a model');
      const dialog = page.getByRole('dialog', { name: 'Tag with a model' });
      await dialog.getByLabel('Server').selectOption({ label: 'Cellar' });
      await dialog.getByLabel('Model', { exact: true }).fill('small-model');
      await dialog.getByLabel('Pilot dialogues').fill('0');
      await dialog.getByLabel('Budget, tokens').fill('100');
      await dialog.getByRole('button', { name: 'Tag all' }).click();
      const first = page.getByRole('region', { name: 'Tagging run 1' });
      await first.getByText('The budget of 100 tokens is reached').waitFor();
      expect(server.chats()).toEqual([]);
      await first.getByRole('button', { name: 'Cancel run' }).click();
      await first.getByText('This run was canceled').waitFor();
      await choose(page, 'New…', 'Tag with a model…');
      await dialog.getByLabel('Server').selectOption({ label: 'Cellar' });
      await dialog.getByLabel('Model', { exact: true }).fill('small-model');
      await dialog.getByLabel('Pilot dialogues').fill('0');
      await dialog.getByRole('button', { name: 'Tag all' }).click();
      await eventually(() => server.chats().length).toBeGreaterThan(20);
      const second = page.getByRole('region', { name: 'Tagging run 2' });
      await second.getByRole('button', { name: /^Pause/ }).click();
      await second.getByText('You paused the run.').waitFor();
      slow = false;
      await second.getByRole('button', { name: 'Continue' }).click();
      await second.getByRole('button', { name: 'Learn…' }).waitFor();
      const finished = server.chats().filter(({ aborted }) => !aborted);
      expect(new Set(finished.map(({ text }) => text)).size).toBe(finished.length);
    },
  );
});
