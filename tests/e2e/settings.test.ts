import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seriousViolations, unreachableControls, violationsInBothThemes } from './accessibility.ts';
import { eventually, journey } from './harness.ts';

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Find a command' }).fill(command);
  await page.keyboard.press('Enter');
}

describe('health', () => {
  journey(
    'shows size, damage, backups, jobs and versions, and copies them without names or texts',
    { demo: 'small', own: true, permissions: ['clipboard-read', 'clipboard-write'] },
    async ({ page, shell }) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Health…' }).click();
      const health = page.getByRole('dialog', { name: 'Health' });
      await health.getByText('No damage found').waitFor();
      await health.getByText(/^\d+ dialogues, [\d,]+ messages, \d+ tags, \d+ edits?$/).waitFor();
      await health.getByText('Made after edits. No backup yet.').waitFor();
      await health.getByText('No open or failed jobs').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await health.getByRole('button', { name: 'Copy diagnosis' }).click();
      await page.getByText('Diagnosis copied.').waitFor();
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      const text = await clipboard();
      expect(text).toMatch(/^Dialogram .* · browser\n.*Chrome.*\nProject: /);
      expect(text).toContain('Integrity: No damage found\n');
      expect(text).toContain('"event":"project-opened"');
      expect(text).not.toContain(shell.home);
      expect(text).not.toContain('Journey');
      await page.keyboard.press('Escape');

      // The command does not look for damage.
      await run(page, 'copy diagnosis');
      await eventually(clipboard).toContain('Integrity: No damage was found when the project was opened\n');
    },
  );
});

describe('settings', () => {
  journey(
    'are found by a search, apply at once, and can be reset',
    { demo: 'small', own: true },
    async ({ page }) => {
      await page.keyboard.press('Control+,');
      const settings = page.getByRole('dialog', { name: 'Settings' });
      const search = settings.getByRole('searchbox', { name: 'Search settings' });
      await search.fill('privacy');
      const sections = () =>
        settings.locator('.settings-shown > section').evaluateAll((all) => all.map((one) => one.ariaLabel));
      await eventually(sections).toEqual(['Models', 'External modules']);
      await search.fill('nothing like this');
      await settings.getByText('No setting matches “nothing like this”.').waitFor();
      await search.fill('THEME');
      await eventually(sections).toEqual(['General']);
      await settings.getByRole('radio', { name: 'Dark' }).check();
      const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? 'system');
      await eventually(theme).toBe('dark');

      const names = [
        'General',
        'Keyboard',
        'Models',
        'External modules',
        'Storage and backups',
        'Jobs',
        'Reset',
      ];
      for (const name of names) {
        await settings.getByRole('button', { name, exact: true }).click();
        await settings.getByRole('region', { name, exact: true }).waitFor();
        expect({ name, violations: await violationsInBothThemes(page) }).toEqual({ name, violations: [] });
        expect(await unreachableControls(page)).toEqual([]);
      }
      await settings.getByRole('button', { name: 'Jobs', exact: true }).click();
      const cores = settings.getByLabel('Processor cores per job');
      // A machine with one processor offers nothing else.
      const fewest = await cores.locator('option').last().getAttribute('value');
      await cores.selectOption(fewest);
      await page.keyboard.press('Escape');
      await page.reload();
      await page.getByRole('tab', { name: 'Dialogues', exact: true }).waitFor();
      await run(page, 'settings');
      await settings.getByRole('button', { name: 'Jobs', exact: true }).click();
      await eventually(() => cores.inputValue()).toBe(fewest);

      // A reset is confirmed, and leaves the project open.
      await settings.getByRole('button', { name: 'Reset', exact: true }).click();
      await settings.getByRole('button', { name: 'Reset settings…' }).click();
      const confirm = page.getByRole('dialog', { name: 'Reset settings?' });
      expect((await confirm.boundingBox())?.width).toBe(560);
      await confirm.getByRole('button', { name: 'Reset settings' }).click();
      await settings.waitFor({ state: 'detached' });
      await eventually(theme).toBe('system');
      await page.getByRole('tab', { name: 'Dialogues', exact: true }).waitFor();
    },
  );
});
