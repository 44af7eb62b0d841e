import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { closeProject, journey, projectButton } from './harness.ts';

describe('a damaged project', () => {
  journey('is salvaged, or a backup is restored', { demo: 'small', own: true }, async ({ page, shell }) => {
    await page.keyboard.press('ControlOrMeta+,');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('button', { name: 'Storage and backups' }).click();
    await settings.getByText('This project has no backup yet').waitFor();
    await settings.getByRole('button', { name: 'Back up now' }).click();
    await settings.getByText('1 backup of this project').waitFor();
    await page.keyboard.press('Escape');
    const name = (await projectButton(page).innerText()).trim();
    const file = join(shell.home, `${name}.dialogram`);
    await closeProject(page);
    const choose = async () => {
      await page.getByRole('button', { name: 'Open project' }).click();
      const files = page.getByRole('dialog', { name: 'Open project' });
      await files.getByRole('button', { name: new RegExp(`^${name}\\s*\\d`) }).click();
    };
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 40_960, 45_056);
    writeFileSync(file, bytes);

    await choose();
    const dialog = page.getByRole('dialog', { name: /is damaged/ });
    await dialog.getByText(/messages and \d+ edits can be read/).waitFor();
    await dialog.getByText('1 of its').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(1);
    await dialog.getByText('This backup contains everything that is still readable.').waitFor();
    expect(readFileSync(file).equals(bytes)).toBe(true);

    await dialog.getByRole('button', { name: 'Save what can be read' }).click();
    await page
      .getByRole('dialog', { name: 'New project' })
      .getByRole('button', { name: 'Create project' })
      .click();
    await projectButton(page, `${name} saved`).waitFor();
    await closeProject(page);

    await choose();
    await dialog.getByRole('button', { name: 'Restore backup' }).click();
    await projectButton(page, name).waitFor();
    const kept = readdirSync(shell.home).filter((entry) => entry.includes('.damaged-'));
    expect(kept.map((entry) => readFileSync(join(shell.home, entry)).equals(bytes))).toEqual([true]);
  });
});
