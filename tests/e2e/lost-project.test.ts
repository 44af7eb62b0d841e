import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { eventually, journey, newProject, projectButton } from './harness.ts';

describe('a project whose file is gone', () => {
  journey('is reported when somebody returns to the page, and saved under another name', {}, async (walk) => {
    const { page, shell } = walk;
    await newProject(page, 'Gone');
    const file = join(shell.home, 'Gone.dialogram');
    const banner = page.getByRole('alert').filter({ hasText: 'was moved, deleted or replaced' });
    const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await comeBack();
    expect(await banner.count()).toBe(0);

    renameSync(file, `${file}.away`);
    await comeBack();
    await banner.getByText('your changes cannot be saved').waitFor();
    renameSync(`${file}.away`, file);
    await comeBack();
    await banner.waitFor({ state: 'detached' });

    renameSync(file, `${file}.away`);
    await comeBack();
    await banner.getByRole('button', { name: 'Save as…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('textbox').fill('Saved');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await projectButton(page, 'Saved').waitFor();
    await eventually(() => banner.count()).toBe(0);
  });
});

describe('a view that cannot be loaded', () => {
  journey(
    'says so in its place, and the other views go on',
    { demo: 'small', expected: [/story-panel|Failed to load resource/] },
    async ({ page }) => {
      await page.route(/story-panel/, (route) => route.abort());
      const areas = page.getByRole('navigation', { name: 'Areas' });
      await areas.getByRole('button', { name: 'Present' }).click();
      const fault = page.getByRole('alert').filter({ hasText: 'Story stopped because of an error' });
      await fault.getByText('Everything you saved is safe.').waitFor();
      await areas.getByRole('button', { name: 'Explore' }).click();
      await page.getByRole('tab', { name: 'Graph', exact: true }).waitFor();
      expect(await fault.count()).toBe(0);

      await areas.getByRole('button', { name: 'Present' }).click();
      await page.unroute(/story-panel/);
      await fault.getByRole('button', { name: 'Reload the page' }).click();
      await page.getByText('No slides yet').waitFor();
    },
  );
});
