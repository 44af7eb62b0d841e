import { describe, expect } from 'vitest';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { eventually, journey } from './harness.ts';

describe('a flow', () => {
  journey(
    'is drafted from the demo, mended, compiled, and held against history',
    { demo: 'small' },
    async ({ page }) => {
      await page.keyboard.press('Control+9');
      await page.getByRole('button', { name: 'Draft a flow…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Draft a flow' });
      await dialog.getByLabel('Task, domain or filter').fill('rounds > 1');
      await dialog.getByRole('button', { name: 'Draft', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const canvas = page.getByRole('application', { name: /^Flow, drawn/ });
      await canvas.waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      expect(await unreachableControls(page)).toEqual([]);

      await canvas.focus();
      await page.keyboard.press('ArrowDown');
      const node = page.getByRole('region', { name: /^Node / });
      await node.getByText(/^Said in/).press('Enter');
      await node.getByRole('button', { name: /demo/ }).first().waitFor();
      await canvas.focus();
      await page.keyboard.press('3');
      await page.getByLabel('Message').fill('Until you answer.');
      await page.getByLabel('Message').press('Tab');
      await eventually(() => page.getByRole('button', { name: /^Undo/ }).getAttribute('title')).toMatch(
        /Change the message of node/,
      );
      await page.getByRole('button', { name: /1 by hand/ }).waitFor();

      await page.getByRole('tab', { name: 'Colang' }).click();
      await page.getByLabel('What the last change of the flow changed').check();
      await page.getByLabel('main.co of the flow').getByText('Until you answer.').first().waitFor();

      await page.getByLabel('Which Colang').selectOption('free');
      await page.getByRole('button', { name: 'Begin with the compiled Colang' }).click();
      const code = page.getByLabel('Free Colang of the flow', { exact: false });
      await code.fill('flow main\n  bot say (1)\n  $x = (1 + 2)\n');
      await page.getByRole('button', { name: 'Line 3, column 9' }).click();
      await code.fill('flow main\n  bot say "Hello."\n');
      await page.getByText('NeMo Guardrails can read this').waitFor();
      expect(await seriousViolations(page)).toEqual([]);

      await page.getByRole('tab', { name: 'Table' }).click();
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByRole('region', { name: 'Replay' }).getByText('Where people left it').waitFor();
      await page.getByRole('columnheader', { name: 'Left or gone' }).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
    },
  );
});
