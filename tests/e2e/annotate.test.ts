import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { unreachableControls, violationsInBothThemes } from './accessibility.ts';
import { createTag, eventually, journey } from './harness.ts';

async function addTag(page: Page, name: string): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type(name);
  await createTag(page, name);
  await eventually(() => page.getByRole('combobox').count()).toBe(0);
}

describe('annotating by keyboard', () => {
  journey(
    'settles equal turns, pins tags, shows descriptions, comments and edits guidelines',
    { demo: 'whole' },
    async ({ page }) => {
      const { keyboard } = page;
      const turn = page.getByRole('article', { name: /^Turn [\d,]+ of [\d,]+$/ });
      const tag = (name: string): Locator => page.getByRole('button', { name: `#${name}`, exact: true });
      const place = async () =>
        Number(/^Turn (\d+)/.exec((await turn.getAttribute('aria-label')) ?? '')?.[1]);
      const check = async (): Promise<void> => {
        expect(await violationsInBothThemes(page)).toEqual([]);
        expect(await unreachableControls(page)).toEqual([]);
      };
      await keyboard.press('Control+2');
      await page
        .getByText('This run has no certainty values, and no other run uses the same tags.')
        .waitFor();
      await page.getByText('Review only some turns…').click();
      await page.getByLabel('Words in the turn').fill('return the');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await turn.waitFor();

      // A pinned tag has its key on every turn.
      await keyboard.press('p');
      const pins = page.getByRole('dialog', { name: 'Tags pinned to keys' });
      await pins.getByRole('button', { name: 'Pin a tag to key 9' }).press('Enter');
      await page.getByRole('combobox').waitFor();
      await keyboard.type('needs-care');
      await createTag(page, 'needs-care');
      await pins.getByText('#needs-care').waitFor();
      await check();
      await keyboard.press('Escape');
      await eventually(() => turn.evaluate((one) => one === document.activeElement)).toBe(true);
      await tag('needs-care').waitFor();
      await keyboard.press('9');
      await eventually(() => tag('needs-care').getAttribute('aria-pressed')).toBe('true');

      // All turns with the same text follow the correction, and one undo reverts it.
      const alike = page.getByRole('button', {
        name: /^Accept this and [\d,]+ other turns? with the same text/,
      });
      const settled = await place();
      const turns = Number(/and ([\d,]+) other turn/.exec(await alike.innerText())?.[1].replaceAll(',', ''));
      expect(turns).toBeGreaterThan(0);
      const checked = page.getByText(/[\d,]+ checked · /).first();
      await check();
      await keyboard.press('s');
      await eventually(() => checked.innerText()).toMatch(new RegExp(`^${turns + 1} checked`));
      await eventually(() => place()).toBeGreaterThan(settled);
      await keyboard.press('Control+z');
      await eventually(() => place()).toBe(settled);
      await eventually(() => checked.innerText()).toMatch(/^0 checked/);
      await keyboard.press('Control+Shift+z');
      await eventually(() => checked.innerText()).toMatch(new RegExp(`^${turns + 1} checked`));

      await keyboard.press('c');
      await addTag(page, 'odd-one');
      await tag('odd-one').waitFor();
      const tagged = await place();
      // The second turn after it starts a dialogue in the same way.
      for (const next of [tagged + 1, tagged + 2]) {
        await keyboard.press('ArrowRight');
        await eventually(() => place()).toBe(next);
      }
      const near = page.getByRole('group', { name: 'Tags of the most similar turns that were corrected' });
      const offered = (await near.getByRole('button').first().locator('strong').innerText()).slice(1);
      await check();
      await keyboard.press('q');
      await eventually(() => tag(offered).getAttribute('aria-pressed')).toBe('true');

      // A tag's description appears when it gets the keyboard focus; Escape hides it.
      await keyboard.press('Tab');
      while (!(await tag(offered).evaluate((one) => one === document.activeElement)))
        await keyboard.press('Tab');
      const card = page.getByRole('tooltip');
      await card
        .getByText(/demo-\d+, turn \d+/)
        .first()
        .waitFor();
      await check();
      await keyboard.press('Escape');
      await eventually(() => card.count()).toBe(0);
      await turn.focus();

      await keyboard.press('m');
      await page.getByRole('textbox', { name: 'Comment on the turn' }).waitFor();
      await keyboard.type('One request or two?');
      await keyboard.press('Enter');
      await turn.getByText('One request or two?').waitFor();
      const dialogue = /demo-\d+/.exec(await turn.innerText())?.[0] ?? '';

      await keyboard.press('Control+Shift+H');
      const guidelines = page.getByRole('dialog', { name: 'Guidelines' });
      await guidelines.getByRole('textbox').waitFor();
      await keyboard.type('# Greetings\nOnly where nothing is asked.');
      await keyboard.press('Control+Enter');
      await guidelines.getByRole('heading', { name: 'Greetings' }).waitFor();
      await check();
      await keyboard.press('Escape');

      await keyboard.press('Control+1');
      await page.getByRole('searchbox').first().fill(dialogue);
      await page
        .getByRole('option', { name: new RegExp(`${dialogue}\\b`) })
        .first()
        .click();
      const transcript = page.getByRole('region', { name: 'Transcript' });
      await transcript.getByText('One request or two?').waitFor();
      await transcript.getByRole('listitem', { name: /^Turn 2,/ }).focus();
      await keyboard.press('m');
      await transcript.getByRole('textbox', { name: 'Comment on turn 2' }).waitFor();
      await keyboard.type('First words.');
      await keyboard.press('Enter');
      await transcript.getByText('First words.').waitFor();
      await check();

      // Turns can be filtered by whether they have a comment.
      await keyboard.press('Control+2');
      await page.getByRole('button', { name: 'Choose…' }).click();
      await page.getByText('Review only some turns…').click();
      await page.getByText('More conditions…').click();
      await page.getByLabel('Has a comment').selectOption('yes');
      await page.getByText('2 matching turns').waitFor();

      // An invalid pattern shows its error at the field.
      await page.getByLabel('Matches the pattern').fill('refund (a|b');
      await page.getByText('The pattern cannot be read: missing closing )').waitFor();
      await page.getByLabel('Matches the pattern').fill('odd|return (the|a)');
      await page.getByText(/matching turns?$/).waitFor();
      await check();

      await page.getByRole('radio', { name: 'Disagreements' }).check();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      const progress = page.getByRole('region', { name: 'Settled disagreements' });
      await progress.getByText(/settled, [\d,]+ left/).waitFor();
      const settledNow = async () =>
        Number(/([\d,]+) of/.exec(await progress.innerText())?.[1].replaceAll(',', ''));
      const before = await settledNow();
      await keyboard.press('a');
      await eventually(() => settledNow()).toBe(before + 1);
      await check();

      await keyboard.press('?');
      await page.getByText('Accept all turns with the same text and tags').waitFor();
      await page.getByText('Comment on the turn').first().waitFor();
    },
  );
});
