import { expect } from 'vitest';
import { eventually, journey, openView } from './harness.ts';
import { Picture } from './picture.ts';
import { Workbench } from './workbench.ts';

journey(
  'a project opens on findings, each with its dialogues and its states',
  { demo: 'whole', beside: 'findings' },
  async ({ page }) => {
    const bench = new Workbench(page);
    const picture = new Picture(page);
    const panel = page.getByRole('region', { name: 'Findings', exact: true });
    const cards = panel.getByRole('list').last().getByRole('listitem');
    await panel.getByText('About all 720 dialogues').waitFor();
    const count = await cards.count();
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThanOrEqual(12);
    const sentences = () =>
      cards.evaluateAll((all) => all.map((card) => card.querySelector('button')?.textContent));

    await picture.stage.waitFor();
    await eventually(() => picture.litStates()).toEqual([]);
    await cards.first().hover();
    await eventually(() => picture.litStates().then(({ length }) => length)).toBeGreaterThan(0);
    await page.getByRole('tab', { name: 'Findings' }).hover();
    await eventually(() => picture.litStates()).toEqual([]);

    const segment = cards.filter({ hasText: /of dialogues with .+ = / }).first();
    const text = await segment.innerText();
    const group = /of dialogues with .+? = .+?(?= (?:are|begin|end|have|wait) )/.exec(text)?.[0] ?? '';
    const said = /· (\d+) dialogues compared with/.exec(text)?.[1];
    expect(Number(said)).toBeGreaterThanOrEqual(30);
    await segment.getByRole('button').first().click();
    await eventually(() => bench.title()).toBe('Finding');
    await bench.dialogues.getByText(group).waitFor();
    await eventually(() => picture.litStates().then(({ length }) => length)).toBeGreaterThan(0);
    await page.getByRole('tab', { name: 'Findings' }).click();

    await segment.hover();
    await segment.getByRole('button', { name: 'Add slide' }).click();
    await bench.notices.getByText('Added slide 1. You can undo this.').waitFor();
    await openView(page, 'Story');
    await eventually(() =>
      page.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toContainEqual(expect.stringContaining(group));
    await bench.undo.click();
    await page.getByText('No slides yet').waitFor();
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('button', { name: 'Explore' }).click();

    const before = await sentences();
    const more = async (index: number, entry: string): Promise<void> => {
      await cards.nth(index).hover();
      await cards.nth(index).getByRole('button', { name: 'More actions for this finding' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await more(0, 'Dismiss');
    await eventually(sentences).not.toContain(before[0]);
    await panel.getByRole('button', { name: 'Show 1 dismissed finding' }).waitFor();
    await more(3, 'Pin to the top');
    await cards.first().getByText('Pinned').waitFor();
    await more(0, 'Reword…');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Sentence' }).fill('In my own words.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await cards.first().getByText('In my own words.').waitFor();
    await page.reload();
    await cards.first().getByText('In my own words.').waitFor();
    for (let step = 0; step < 3; step++) {
      const label = await bench.undo.getAttribute('aria-label');
      await bench.undo.click();
      await eventually(() => bench.undo.getAttribute('aria-label')).not.toBe(label);
    }
    await eventually(sentences).toEqual(before);

    await page.getByRole('tab', { name: 'Dialogues', exact: true }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('textbox', { name: 'Only dialogues where' }).fill('brand = South');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Findings' }).click();
    await panel.getByText(/About \d+ of 720 dialogues: brand = South/).waitFor();
  },
);

journey(
  'nine questions of an analyst are answered by a sentence',
  { demo: 'whole', beside: 'findings' },
  async ({ page }) => {
    const panel = page.getByRole('region', { name: 'Findings', exact: true });
    const answer = panel.getByRole('region', { name: 'Answer' });
    /** One click, then typing; Enter takes the first matching question. */
    const ask = async (words: string, expected: RegExp): Promise<void> => {
      await panel.getByRole('button', { name: /^Ask:/ }).click();
      await panel.getByRole('combobox').fill(words);
      const fits = panel.getByRole('option');
      await (words === 'brand' ? fits.filter({ hasText: 'values of brand' }) : fits).first().waitFor();
      await page.keyboard.press('Enter');
      await eventually(() => answer.innerText()).toMatch(expected);
    };
    await ask('main paths', /take one of the ten most common of [\d,]+ paths/);
    await ask('slow steps', /is the wait for an answer after (the customer|a customer turn tagged) /);
    await ask('segments', /of the others, /);
    await ask('brand', /of dialogues with brand = South/);
    await ask('periods', /announce slow system/);
    await ask('reopened', /of closed dialogues are reopened/);
    await ask(
      'ask-number-again then repeat-number within two hours',
      /an agent turn tagged “ask number again” and then a customer turn tagged “repeat number”/,
    );
    await ask('share of the ten most common', /\d %\s+of dialogues take one of the ten most common of/);
    await ask('where and why do dialogues deviate', /leave the (flow|most common paths)/);
    await ask('what follows ask-number-again', /have a customer turn tagged “repeat number” next/);
  },
);
