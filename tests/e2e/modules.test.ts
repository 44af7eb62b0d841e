import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sendJson, startEndpoint } from '../fixtures/endpoint-server.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { seriousViolations } from './accessibility.ts';
import { choose, eventually, journey, openView } from './harness.ts';

journey(
  'a turn is answered from a folder, an endpoint and a model',
  { demo: 'whole', own: true },
  async ({ page, shell }) => {
    const folder = join(shell.home, 'handbook');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'zeppelins.md'), 'A zeppelin jacket is not taken back.');
    const outside = '<img src=x onerror="document.title=1"> Ask the captain.';
    const endpoint = await startEndpoint((_, response) => sendJson(response, { text: outside }));
    const model = await startModelServer({ answer: () => 'The captain takes jackets back.' });
    const command = async (title: string) => {
      await page.keyboard.press('Control+K');
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
    };

    await openView(page, 'Simulate');
    await page.getByRole('textbox', { name: /^Next turn, as the/ }).waitFor();
    await page.getByRole('button', { name: /project menu$/ }).click();
    await page.getByRole('menuitem', { name: 'External modules…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('button', { name: 'Add a folder' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Handbook');
    await dialog.getByLabel('Folder', { exact: true }).fill('handbook');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Folder, chosen, but switched off').waitFor();
    await dialog.getByLabel('Try it with').fill('do you take a zeppelin jacket back');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('A zeppelin jacket is not taken back.').waitFor();

    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Lookup');
    await dialog.getByLabel('Address').fill(`${endpoint.origin}/search`);
    await dialog.getByLabel('Field in a JSON answer').fill('text');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Endpoint, needs your consent').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Agree…' }).click();
    await page
      .getByRole('dialog', { name: 'Send to Lookup?' })
      .getByRole('button', { name: 'Agree' })
      .click();
    await dialog.getByText('Agreed to', { exact: true }).waitFor();
    await dialog.getByLabel('Ask modules in this project').selectOption('off-the-map');
    await dialog.getByText('Endpoint, used here').waitFor();
    await page.keyboard.press('Escape');
    expect(endpoint.requests).toEqual([]);

    await command('Set up models');
    const models = page.getByRole('dialog', { name: 'Settings' });
    await models.getByLabel('Add a server').selectOption({ label: 'Other server' });
    await models.getByRole('button', { name: 'Add', exact: true }).click();
    await models.getByLabel('Address').fill(model.baseUrl);
    await models.getByLabel('Name').fill('Mine');
    await models.getByRole('button', { name: 'Save' }).click();
    await models.getByRole('button', { name: /^Mine/ }).waitFor();
    await models.getByRole('button', { name: 'Review and agree…' }).click();
    const consent = page.getByRole('dialog', { name: 'Send to Mine?' });
    await consent.getByRole('button', { name: 'Agree' }).click();
    await models.getByRole('button', { name: 'Withdraw' }).waitFor();
    await models.getByRole('tab', { name: 'Models and prices' }).click();
    await models.getByRole('button', { name: 'Use small-model for chat' }).click();
    await models.getByRole('button', { name: 'Save' }).click();
    await models.getByText('Set up', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await models.waitFor({ state: 'detached' });

    // No module is asked while the dialogue follows the automaton. Answers are shown as plain text.
    await page
      .getByRole('textbox', { name: /^Next turn, as the/ })
      .fill('Hello, I want to return a zeppelin jacket');
    await page.keyboard.press('Enter');
    const found = page.getByRole('region', { name: 'From documents and endpoints' });
    await found.getByText(/is on a path in the graph/).waitFor();
    expect(endpoint.requests).toEqual([]);
    await found.getByRole('button', { name: 'External modules…' }).click();
    await dialog.getByLabel('Ask modules in this project').selectOption('always');
    await dialog.getByText('Endpoint, used here').waitFor();
    await page.keyboard.press('Escape');
    await found.getByText('A zeppelin jacket is not taken back.').waitFor();
    await found.getByText(outside).waitFor();
    expect(await found.locator('img').count()).toBe(0);
    expect(endpoint.requests).toHaveLength(1);

    // The model gets both; then its answer and a passage are used as turns.
    const byModel = page.getByRole('region', { name: 'Model answer' });
    await byModel.getByRole('button', { name: 'Ask' }).click();
    await byModel.getByText('The captain takes jackets back.').waitFor();
    expect(JSON.stringify(model.chats()[0])).toContain('A zeppelin jacket is not taken back.');
    expect(await seriousViolations(page)).toEqual([]);
    await byModel.getByRole('button', { name: 'Use the model’s answer' }).click();
    await page.getByRole('listitem', { name: 'Turn 2, agent' }).getByText('from a model').waitFor();
    await page.keyboard.press('Escape');
    await choose(page.getByRole('region', { name: 'Dialogue', exact: true }), 'More', 'One turn back');
    await found.getByRole('button', { name: 'Use passage 1 of Handbook as the answer' }).click();
    await page
      .getByRole('listitem', { name: 'Turn 2, agent' })
      .getByText('from an external module')
      .waitFor();
    await eventually(() => page.title()).not.toBe('1');

    // Other programs of the machine ask the model with examples of the project, while a person allows it.
    await command('Serve this project to other');
    const serving = page.getByRole('dialog', { name: 'Serve this project to other programs' });
    await serving.getByLabel('Examples by').selectOption('bm25-last');
    await serving.getByText('Prompt with the examples').click();
    await serving.getByLabel(/^The instructions for the model/).fill('Follow the examples to the letter.');
    await serving.getByRole('button', { name: 'Save as version 2' }).click();
    await serving.getByText('version 2').waitFor();
    await serving.getByRole('button', { name: 'Start serving' }).click();
    const address = await serving.getByLabel('Address', { exact: true }).inputValue();
    const authorization = `Bearer ${await serving.getByLabel('Token', { exact: true }).inputValue()}`;
    expect(await seriousViolations(page)).toEqual([]);
    const asked = {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'small-model',
        messages: [{ role: 'user', content: 'I want to return a jacket' }],
      }),
    };
    expect((await fetch(`${address}/chat/completions`, asked)).status).toBe(200);
    expect(JSON.stringify(model.chats().at(-1))).toContain('Follow the examples to the letter.');
    await serving.getByRole('button', { name: 'Stop serving' }).click();
    await serving.getByRole('button', { name: 'Start serving' }).waitFor();
  },
);
