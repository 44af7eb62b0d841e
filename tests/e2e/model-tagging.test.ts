import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type ModelServer, startModelServer } from '../fixtures/model-server.ts';
import { readAsked, tagsByLongestWord } from '../fixtures/tagging-model.ts';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { eventually, journey } from './harness.ts';

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Find a command' }).fill(command);
  await page.keyboard.press('Enter');
}

async function setUpServer(page: Page, server: ModelServer, name: string): Promise<void> {
  await run(page, 'set up models');
  const models = page.getByRole('dialog', { name: 'Models' });
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

/** "12 of 240" as the account of a run says it. */
async function dialoguesDone(dialog: Locator): Promise<number> {
  const cell = dialog.getByRole('row', { name: /^Dialogues \d/ }).getByRole('cell');
  return Number((await cell.innerText()).split(' ')[0].replace(/\D/g, ''));
}

describe('tagging with a model', () => {
  journey(
    'what would be sent is seen before, a pilot is looked at, and the run goes on to its account',
    { demo: 'whole' },
    async ({ page }) => {
      const server = await startModelServer({
        answer: (body) => {
          const { lines, again } = readAsked(body);
          // One dialogue of some is never answered as asked.
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
      await dialog.getByLabel('Model').fill('small-model');
      await dialog.getByRole('cell', { name: '$0' }).first().waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      expect(await unreachableControls(page)).toEqual([]);

      await dialog.getByRole('tab', { name: 'Prompt' }).click();
      const prompt = dialog.getByLabel('Prompt, version 1');
      await prompt.fill(`${await prompt.inputValue()}\n\nPrefer verbs.`);
      await dialog.getByRole('button', { name: 'Save as version 2' }).click();
      await dialog.getByText('Version 2, changed').waitFor();
      await dialog.getByRole('tab', { name: 'Request' }).click();
      await dialog.getByText('Prefer verbs.').waitFor();
      await dialog.getByText('</dialogue>\n\nAnswer for the ids 0, 1').last().waitFor();
      expect(server.chats()).toEqual([]);

      await dialog.getByLabel('Pilot, dialogues').fill('12');
      await dialog.getByRole('button', { name: 'Start pilot' }).click();
      await dialog.getByRole('button', { name: 'Go on' }).waitFor();
      await eventually(() => dialoguesDone(dialog)).toBe(12);
      await dialog.getByText('tags so far:').waitFor();
      await eventually(() => dialog.getByRole('tabpanel').getByRole('heading').count()).toBe(12);
      expect(await seriousViolations(page)).toEqual([]);
      await dialog.getByRole('tab', { name: 'What is left' }).click();
      await dialog.getByText('Likely is the average of the pilot.').waitFor();

      // It waits for the person, also across a reload.
      await page.reload();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      await run(page, 'tag with a model');
      await dialog.getByRole('button', { name: 'Go on' }).click();
      await dialog.getByRole('button', { name: 'Learn…' }).waitFor();
      const asked = server.chats().map(({ text }) => text);
      expect(new Set(asked).size).toBe(asked.length);
      await dialog.getByRole('tab', { name: 'Flagged' }).click();
      await dialog.getByText('No line came back for this round.').first().waitFor();
      await dialog.getByRole('button', { name: 'Learn…' }).click();
      await page.getByRole('dialog', { name: 'Learn' }).waitFor();
    },
  );

  journey('a run is paused, its budget reached, and it goes on', { demo: 'whole' }, async ({ page }) => {
    let slow = true;
    const server = await startModelServer({
      answer: tagsByLongestWord,
      behave: () => (slow && server.chats().length > 20 ? { kind: 'hang' } : null),
    });
    await setUpServer(page, server, 'Cellar');
    await run(page, 'tag with a model');
    const dialog = page.getByRole('dialog', { name: 'Tag with a model' });
    await dialog.getByLabel('Server').selectOption({ label: 'Cellar' });
    await dialog.getByLabel('Model').fill('small-model');
    await dialog.getByLabel('Pilot, dialogues').fill('0');
    await dialog.getByLabel('Budget, tokens').fill('100');
    await dialog.getByRole('button', { name: 'Tag all' }).click();
    await dialog.getByText('The budget of 100 tokens is reached').waitFor();
    expect(server.chats()).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel run' }).click();
    await dialog.getByText('This run was cancelled').waitFor();
    await dialog.getByRole('button', { name: 'New run' }).click();
    await dialog.getByLabel('Server').selectOption({ label: 'Cellar' });
    await dialog.getByLabel('Model').fill('small-model');
    await dialog.getByLabel('Pilot, dialogues').fill('0');
    await dialog.getByRole('button', { name: 'Tag all' }).click();
    await eventually(() => server.chats().length).toBeGreaterThan(20);
    await dialog.getByRole('button', { name: /^Pause/ }).click();
    await dialog.getByText('You paused it.').waitFor();
    slow = false;
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.getByRole('button', { name: 'Learn…' }).waitFor();
    const finished = server.chats().filter(({ aborted }) => !aborted);
    expect(new Set(finished.map(({ text }) => text)).size).toBe(finished.length);
  });
});
