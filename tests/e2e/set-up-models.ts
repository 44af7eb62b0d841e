import type { Page } from 'playwright-core';
import type { ModelServer } from '../fixtures/model-server.ts';
import { eventually } from './harness.ts';

export async function setUpModels(page: Page, server: ModelServer, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a command' }).fill('Set up models');
  await page.keyboard.press('Enter');
  const models = page.getByRole('dialog', { name: 'Settings' });
  await models.getByLabel('Add a server').selectOption({ label: 'Ollama' });
  await models.getByRole('button', { name: 'Add', exact: true }).click();
  await models.getByLabel('Name').fill(name);
  await models.getByLabel('Address').fill(server.baseUrl);
  await models.getByRole('button', { name: 'Save' }).click();
  await models.getByRole('button', { name: 'Review and agree…' }).click();
  await page
    .getByRole('dialog', { name: `Send to ${name}?` })
    .getByRole('button', { name: 'Agree' })
    .click();
  await models.getByRole('button', { name: 'Withdraw' }).waitFor();
  await models.getByRole('tab', { name: 'Models and prices' }).click();
  await models.getByRole('button', { name: 'Use small-model for chat' }).click();
  await models.getByRole('button', { name: 'Save' }).click();
  await eventually(() => models.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await models.waitFor({ state: 'detached' });
}
