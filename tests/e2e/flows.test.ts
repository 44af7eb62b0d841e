import { describe, expect } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { eventually, journey, openView } from './harness.ts';
import { setUpModels } from './set-up-models.ts';

describe('a flow', () => {
  journey(
    'is drafted from the demo, fixed, compiled, and compared with past dialogues',
    { demo: 'small', own: true },
    async ({ page }) => {
      await openView(page, 'Flows');
      await page.getByRole('button', { name: 'Draft a flow…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Draft a flow' });
      const which = dialog.getByLabel('Task, domain, topic or filter');
      await which.fill('turns > 1');
      await dialog.getByRole('button', { name: 'Draft', exact: true }).click();
      const none = page.getByRole('dialog', { name: 'No common flow' });
      await none.getByText(/have no common flow/).waitFor();
      expect(await none.getByRole('row').count()).toBeGreaterThan(1);
      expect(await seriousViolations(page)).toEqual([]);
      await none.getByRole('button', { name: 'Choose other dialogues' }).click();
      await dialog.getByRole('button', { name: 'Draft a flow for each topic…' }).click();
      const each = page.getByRole('dialog', { name: 'Draft a flow for each topic' });
      await each.getByRole('button', { name: 'Draft', exact: true }).click();
      await each.getByText(/ha(?:s|ve) a common flow/).waitFor();
      expect(await each.getByRole('row').count()).toBeGreaterThan(1);
      expect(await seriousViolations(page)).toEqual([]);
      await each.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Draft a flow…' }).click();
      await which.fill('shop');
      await dialog.getByRole('button', { name: 'Draft', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const canvas = page.getByRole('application', { name: /^Flow diagram/ });
      await canvas.waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      expect(await unreachableControls(page)).toEqual([]);

      await canvas.focus();
      await page.keyboard.press('ArrowDown');
      const node = page.getByRole('region', { name: /^Node / });
      await node.getByText(/^Found in /).press('Enter');
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
      await page.getByLabel('Show what the last edit changed').check();
      const main = page.getByLabel('main.co of the flow');
      // Nothing leads to the new node yet, so it is not compiled.
      await main.getByText('The last edit did not change this file.').waitFor();
      const start = page.getByRole('button', { name: 'Start here' });
      await start.click();
      await main.getByText('Until you answer.').first().waitFor();
      await start.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /^Undo/ }).click();
      await start.waitFor();

      await page.getByLabel('Version').selectOption('free');
      await page.getByRole('button', { name: 'Start from the compiled Colang' }).click();
      const code = page.getByLabel('Free Colang of the flow', { exact: false });
      await code.fill('flow main\n  bot say (1)\n  $x = (1 + 2)\n');
      await page.getByRole('button', { name: 'Line 3, column 9' }).click();
      await code.fill('flow main\n  bot say "Hello."\n');
      await page.getByText('NeMo Guardrails can read this').waitFor();
      expect(await seriousViolations(page)).toEqual([]);

      const server = await startModelServer({
        answer: ({ messages }) =>
          `flow main\n  $x = ${messages.at(-1)?.content.includes('cannot read') ? '1' : '(1)'}\n`,
      });
      await setUpModels(page, server, 'Loopback');
      await page.getByRole('button', { name: 'Write with a model…' }).click();
      const writing = page.getByRole('dialog', { name: 'Write Colang with a model' });
      await writing.getByRole('button', { name: 'Estimate' }).click();
      await writing.getByText(/1 program: 4 to 12 requests/).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await writing.getByRole('button', { name: 'Start' }).click();
      const run = page.getByRole('region', { name: /^Colang run/ });
      await run.getByText(/Valid on the first try: 0 of 1 program/).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await run.getByRole('button', { name: 'Keep' }).click();
      await page.getByText(/is now the free Colang of the flow/).waitFor();
      await openView(page, 'Flows');
      await eventually(() => page.getByLabel('Version').textContent()).toMatch(/Free, by small-model/);

      await page.getByRole('tab', { name: 'Table' }).click();
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByRole('region', { name: 'Replay' }).getByText('Where dialogues deviate').waitFor();
      const change = page.getByRole('region', { name: 'Before and after' });
      await change.getByText(/^The flow still predicts .* of the turns\./).waitFor();
      await change
        .getByLabel('Compare with the flow before')
        .getByText(/^Change the message/)
        .first()
        .waitFor({ state: 'attached' });
      await page.getByRole('columnheader', { name: 'Dialogues', exact: true }).waitFor();
      expect(await seriousViolations(page)).toEqual([]);

      await page.getByRole('button', { name: 'Try in simulator' }).click();
      await eventually(() =>
        page.getByRole('combobox', { name: /talk/i }).evaluate((select: HTMLSelectElement) => select.value),
      ).toContain('flow');
    },
  );
});
