import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { seriousViolations, settle, unreachableControls, violationsInBothThemes } from './accessibility.ts';
import { eventually, journey } from './harness.ts';

const KEY = 'sk-test-typed-in-the-page-0123456789';

async function openModels(page: Page) {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Find a command' }).fill('set up models');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.waitFor();
  return dialog;
}

describe('models', () => {
  journey(
    'are set up, approved and tested; nothing is sent before, and the key is never shown again',
    { demo: 'small', own: true },
    async ({ page }) => {
      const server = await startModelServer({ key: KEY, models: ['large-model', 'small-model', 'vectors'] });
      const models = await openModels(page);
      await models.getByText('No model is set up').waitFor();
      await models.getByLabel('Add a server').selectOption({ label: 'Other server' });
      await models.getByRole('button', { name: 'Add', exact: true }).click();

      await models.getByRole('button', { name: 'Save' }).click();
      await models.getByText('Enter the address.').waitFor();
      await models.getByLabel('Address').fill('http://example.org/v1');
      await models.getByRole('button', { name: 'Save' }).click();
      await models.getByText('Use https://.').waitFor();
      await models.getByLabel('Address').fill(`${server.origin}/v1/`);
      await models.getByLabel('Name').fill('Mine');
      await models.getByRole('button', { name: 'Save' }).click();
      await models.getByRole('button', { name: /^Mine/ }).waitFor();
      await eventually(() => models.getByLabel('Address').inputValue()).toBe(server.baseUrl);

      const key = models.getByLabel('Key', { exact: true });
      await key.fill(KEY);
      await models.getByRole('button', { name: 'Keep key' }).click();
      await models.getByRole('button', { name: 'Remove key' }).waitFor();
      await eventually(() => key.inputValue()).toBe('');
      expect(await page.content()).not.toContain(KEY);
      await models.getByText('Kept in memory until you quit Dialogram').waitFor();

      await eventually(() => models.getByRole('button', { name: 'Test' }).isDisabled()).toBe(true);
      await models.getByRole('tab', { name: 'Models and prices' }).click();
      await models.getByText('Agree to send data under').waitFor();
      expect(server.requests).toEqual([]);

      await models.getByRole('tab', { name: 'Connection' }).click();
      await models.getByRole('button', { name: 'Review and agree…' }).click();
      const consent = page.getByRole('dialog', { name: 'Send to Mine?' });
      await consent.getByText(server.origin).waitFor();
      await consent.getByText(/street addresses, dates of birth/).waitFor();
      await consent.getByText(/examples from other customers’ dialogues/).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await consent.waitFor({ state: 'detached' });
      expect(server.requests).toEqual([]);
      await models.getByRole('button', { name: 'Review and agree…' }).click();
      await consent.getByRole('button', { name: 'Agree' }).click();
      await models.getByRole('button', { name: 'Withdraw' }).waitFor();
      expect(server.chats()).toEqual([]);

      await models.getByRole('tab', { name: 'Models and prices' }).click();
      await models.getByRole('searchbox', { name: /^Filter/ }).fill('SMALL');
      await models.getByRole('button', { name: 'Use small-model for chat' }).click();
      await eventually(() =>
        models.getByRole('list', { name: 'Offered models' }).getByRole('listitem').count(),
      ).toBe(1);
      await models.getByRole('button', { name: 'Add a price' }).click();
      await models.getByLabel('Model in line 1').fill('small-model');
      await models.getByLabel('Input price of small-model').fill('0.15');
      await models.getByRole('button', { name: 'Save' }).click();
      await models.getByText('enter a model and two amounts').waitFor();
      await models.getByLabel('Output price of small-model').fill('0.6');
      await models.getByRole('button', { name: 'Save' }).click();
      await eventually(() => models.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      expect(await unreachableControls(page)).toEqual([]);

      await models.getByRole('tab', { name: 'Connection' }).click();
      await models.getByRole('button', { name: 'Test' }).click();
      await models.getByText(/^small-model answered in/).waitFor();
      await models.getByText('Streaming works.').waitFor();
      expect(server.chats().map((request) => request.body?.model)).toEqual(new Array(3).fill('small-model'));

      await models.getByRole('tab', { name: 'Personal data' }).click();
      await models.getByRole('list', { name: 'What would be sent' }).waitFor();
      const first = await models.getByRole('region', { name: 'Preview' }).getByRole('heading').innerText();
      await models.getByRole('button', { name: 'Another dialogue…' }).click();
      const finder = page.getByRole('dialog', { name: 'Choose a dialogue' });
      await finder.getByRole('searchbox').fill('demo-0007');
      await finder.getByText('1 dialogue found').waitFor();
      await finder.getByRole('option').first().click();
      await finder.waitFor({ state: 'detached' });
      await models.getByRole('heading', { name: 'demo-0007' }).waitFor();
      expect(first).not.toContain('demo-0007');
      expect(server.chats().length).toBe(3);
    },
  );

  journey(
    'use the model of a server that offers only one',
    { demo: 'small', own: true },
    async ({ page }) => {
      const path = '/models/of/mine/Only-1B.gguf';
      const server = await startModelServer({ models: [path] });
      const models = await openModels(page);
      await models.getByLabel('Add a server').selectOption({ label: 'llama.cpp' });
      await models.getByRole('button', { name: 'Add', exact: true }).click();
      await models.getByLabel('Address').fill(server.baseUrl);
      await models.getByRole('button', { name: 'Save' }).click();
      await models.getByRole('button', { name: 'Review and agree…' }).click();
      await page.getByRole('button', { name: 'Agree', exact: true }).click();
      await models.getByRole('button', { name: 'Test' }).click();
      await models.getByText(/^Only-1B\.gguf answered in/).waitFor();
      await models.getByRole('tab', { name: 'Models and prices' }).click();
      expect(await models.getByLabel('Model for chat').inputValue()).toBe(path);
      expect(await models.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    },
  );

  journey('are readable and reachable in both themes', { demo: 'small', own: true }, async ({ page }) => {
    const models = await openModels(page);
    await models.getByLabel('Add a server').selectOption({ label: 'Ollama' });
    await models.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await models.getByLabel('Name').fill('Ollama here');
    await models.getByRole('button', { name: 'Save' }).press('Enter');
    await models.getByText('Nothing is sent until you agree.').waitFor();
    for (const tab of ['Connection', 'Models and prices', 'Personal data']) {
      await models.getByRole('tab', { name: tab }).click();
      await settle(page);
      expect([tab, await violationsInBothThemes(page)]).toEqual([tab, []]);
    }
    await page.setViewportSize({ width: 560, height: 700 });
    expect(await unreachableControls(page)).toEqual([]);
    await models.getByRole('button', { name: 'Remove…' }).click();
    await page
      .getByRole('dialog', { name: /^Remove Ollama/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await models.getByText('Nothing is sent until you agree.').waitFor({ state: 'detached' });
  });
});
