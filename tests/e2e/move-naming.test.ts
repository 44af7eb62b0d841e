import { expect } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { namesAnswer, readAskedNames } from '../fixtures/naming-model.ts';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { journey, openView } from './harness.ts';
import { setUpModels } from './set-up-models.ts';

journey(
  'a model names the moves, then the topics: previewed before sending and before applying, and undone',
  { demo: 'small', own: true },
  async ({ page }) => {
    const server = await startModelServer({
      answer: (body) =>
        namesAnswer(
          (readAskedNames(body)?.groups ?? []).map(({ id, role }) => ({
            id,
            name: role === 'Topic' ? `topic ${id}` : `do-${id % 5}`,
          })),
        ),
    });
    await setUpModels(page, server, 'Loopback');
    await openView(page, 'Moves');
    await page.getByRole('button', { name: 'Tag dialogues…' }).click();
    const tagging = page.getByRole('dialog');
    await tagging.getByText('Moves', { exact: true }).click();
    await tagging.getByRole('button', { name: /^(Tag|Start)/ }).click();
    await tagging.getByRole('button', { name: /^(Continue in the background|Learn…)$/ }).waitFor();
    // Where *Continue in the background* is, *Learn…* comes when the dialogues are tagged, maybe under the pointer.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Name with a model…' }).click({ timeout: 600_000 });

    const dialog = page.getByRole('dialog', { name: 'Name the moves with a model' });
    // Content that arrives may move the line under a click, so use the keyboard.
    await dialog.locator('summary', { hasText: 'Preview of a request' }).press('Enter');
    await dialog.locator('pre', { hasText: /^user: .*<examples>/s }).waitFor();
    await dialog.getByRole('button', { name: 'Estimate' }).click();
    await dialog.getByText(/Naming \d+ clusters takes \d+ requests to Loopback/).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(server.chats()).toEqual([]);
    await dialog.getByRole('button', { name: 'Start' }).click();

    const run = page.getByRole('region', { name: /^Naming run \d+$/ });
    const give = run.getByRole('button', { name: /^Use these names/ });
    await give.waitFor();
    await run.getByRole('rowheader', { name: 'do-1' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await unreachableControls(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousViolations(page)).toEqual([]);
    await give.click();
    await run.getByText('These names are in use.').waitFor();
    await page.keyboard.press('Control+z');
    await give.waitFor();

    await openView(page, 'Topics');
    await page.getByRole('button', { name: 'Find topics', exact: true }).click();
    await page.getByRole('button', { name: 'Name with a model…' }).click({ timeout: 600_000 });
    const other = page.getByRole('dialog', { name: 'Name the topics with a model' });
    await other.locator('summary', { hasText: 'Preview of a request' }).press('Enter');
    await other.locator('pre', { hasText: /^user: .*Topic\n- Key words: /s }).waitFor();
    await other.getByRole('button', { name: 'Estimate' }).click();
    await other.getByText(/Naming \d+ topics takes \d+ requests? to Loopback/).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await other.getByRole('button', { name: 'Start' }).click();
    const use = run.getByRole('button', { name: /^Use these names for \d+ topics$/ });
    await use.waitFor();
    await run.getByText(/The model named (\d+) of \1 topics, using \1 names\./).waitFor();
    await run.getByRole('rowheader', { name: 'topic 1', exact: true }).waitFor();
    await run.getByRole('columnheader', { name: 'Dialogues' }).waitFor();
    await use.click();
    await run.getByText('These names are in use.').waitFor();
    await openView(page, 'Topics');
    await page.getByRole('listitem', { name: /^topic 1, \d+ dialogues/ }).waitFor();
  },
);
