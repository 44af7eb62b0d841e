import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startModelServer } from '../fixtures/model-server.ts';
import { seriousViolations } from './accessibility.ts';
import { choose, eventually, journey, openView } from './harness.ts';
import { setUpModels } from './set-up-models.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Next turn, as the/ });
const standing = (page: Page) => page.locator('.sim-standing strong');

async function say(page: Page, text: string): Promise<void> {
  const turns = page.getByRole('list', { name: 'Turns' }).getByRole('listitem', { name: /^Turn \d+, \w+$/ });
  const before = await turns.count();
  await field(page).fill(text);
  await page.keyboard.press('Enter');
  await eventually(() => turns.count()).toBe(before + 1);
}

journey(
  'a dialogue is talked through, stepped, rewound, changed and saved',
  { demo: 'whole' },
  async ({ page }) => {
    await openView(page, 'Simulate');
    await field(page).waitFor();
    await eventually(() => standing(page).textContent()).toBe('The start');

    await say(page, 'Hello, I want to send back a jacket that I bought');
    const first = (await standing(page).textContent()) ?? '';
    expect(first).toMatch(/^State \d+ \(/);
    const answer = page.getByRole('region', { name: 'Answer and examples' });
    await answer.getByRole('button', { name: 'Use this answer' }).click();
    await page.getByRole('listitem', { name: 'Turn 2, agent' }).waitFor();
    await eventually(() => standing(page).textContent()).not.toBe(first);
    await eventually(() => answer.getByRole('button', { name: 'Use this answer' }).isDisabled()).toBe(true);
    await page.getByRole('application').waitFor();
    await eventually(() => answer.getByRole('list', { name: 'Why this example' }).count()).toBeGreaterThan(0);

    const next = page.getByRole('region', { name: 'Possible next tags' }).getByRole('button').first();
    const tag = await next.locator('.sim-next-name').textContent();
    await page.getByRole('listitem', { name: 'Turn 2, agent' }).focus();
    await page.keyboard.press('1');
    const step = page.getByRole('listitem', { name: /^Turn 3, / });
    await step.getByText('You chose this step.').waitFor();
    await step.getByText(`#${tag?.replaceAll(' ', '-')}`, { exact: true }).waitFor();

    await say(page, 'Is the return postage free of charge?');

    await page.getByRole('listitem', { name: 'Turn 1, customer' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listitem', { name: 'Turn 4, ' }).first().waitFor();
    await eventually(() => standing(page).textContent()).toBe(first);
    await eventually(() => page.getByRole('listitem', { name: /undone$/ }).count()).toBe(3);
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    await eventually(() => page.getByRole('listitem', { name: /undone$/ }).count()).toBe(1);

    await page.getByRole('listitem', { name: 'Turn 1, customer' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('x');
    const change = page.getByRole('region', { name: 'Effect of the change' });
    await change.getByText('Route', { exact: true }).waitFor();
    await change.getByText(/removed$/).waitFor();
    await page
      .getByText(/^Not in the automaton: /)
      .first()
      .waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Restore #/ }).click();
    await change.getByText(/added$/).waitFor();

    await page.getByRole('listitem', { name: 'Turn 3, customer' }).focus();
    await page.keyboard.press('e');
    const save = page.getByRole('dialog', { name: 'Save as a case' });
    await save.getByLabel('Name').fill('Torn jacket');
    await save.getByRole('button', { name: 'Save', exact: true }).click();
    await save.waitFor({ state: 'detached' });
    const cases = page.getByRole('dialog', { name: 'Cases' });
    const replay = async () => {
      await choose(page.getByRole('region', { name: 'Dialogue', exact: true }), 'More', 'Cases…');
      await cases.getByRole('button', { name: 'Replay all' }).click();
    };
    await replay();
    await cases.getByText('1 case, none changed').waitFor();
    await cases.getByRole('button', { name: 'Close' }).last().click();

    await page.keyboard.press('Control+Shift+L');
    const learn = page.getByRole('dialog', { name: /Learn/ });
    await learn.getByLabel('Maximum depth').fill('1');
    await learn.getByRole('button', { name: 'Learn', exact: true }).click();
    await page.getByRole('button', { name: 'Show the automaton' }).click();
    await openView(page, 'Simulate');
    await replay();
    await cases.getByText('1 of 1 case changed').waitFor();
    const row = cases.getByRole('row', { name: /Torn jacket/ });
    await row.locator('ins').first().waitFor();
    await eventually(() => row.locator('del').count()).toBeGreaterThan(0);
    expect(await seriousViolations(page)).toEqual([]);
  },
);

journey(
  'with reduced motion, the path is replayed step by step',
  { demo: 'small', reducedMotion: 'reduce' },
  async ({ page }) => {
    await openView(page, 'Simulate');
    await field(page).waitFor();
    await page.getByRole('button', { name: 'Start from a dialogue…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a turn' });
    await dialog.getByRole('option').first().click();
    await dialog.locator('.turn-pick').last().click();
    // The chosen turns are there before the path can be replayed.
    await page.getByRole('listitem', { name: 'Turn 1, customer' }).waitFor();
    await choose(page.getByRole('region', { name: 'Dialogue', exact: true }), 'More', 'Replay the path');
    const slider = page.getByRole('slider', { name: 'Step of the path' });
    await eventually(async () => Number(await slider.getAttribute('max'))).toBeGreaterThan(2);
    const steps = await slider.getAttribute('max');
    const at = () => slider.getAttribute('aria-valuetext');
    await eventually(at).toBe(`step 0 of ${steps}`);
    await page.getByRole('button', { name: 'Next step' }).click();
    await eventually(at).toBe(`step 1 of ${steps}`);
    await page.waitForTimeout(1500);
    expect(await at()).toBe(`step 1 of ${steps}`);
    const rules = page.getByRole('region', { name: 'Matching rule' });
    await rules.getByRole('button', { name: /^Exact / }).click();
    await rules.getByRole('button', { name: /^Exact /, pressed: true }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close the replay' }).click();
    await slider.waitFor({ state: 'detached' });
  },
);

journey(
  'the demo’s worksheets answer without a model, and a changed value changes their answers',
  { demo: 'small', colorScheme: 'dark' },
  async ({ page }) => {
    await openView(page, 'Worksheets');
    await page.getByRole('button', { name: 'Add the demo help desk' }).click();
    await page.getByRole('grid', { name: 'Worksheets support' }).waitFor();
    const parcels = page.getByRole('button', { name: /^Parcel Table, 6 records/ });
    await parcels.click();
    const table = page.getByRole('region', { name: 'Table Parcel' });
    await table.getByText('KX-40718').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await table.getByRole('button', { name: 'Remove' }).click();
    await parcels.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await parcels.waitFor();
    await openView(page, 'Simulate');
    await page
      .getByRole('combobox', { name: /^(Automaton|Talk to)$/ })
      .selectOption({ label: 'Worksheets support' });

    await field(page).fill('It is about my bill');
    await page.keyboard.press('Enter');
    const turn = (number: number) => page.getByRole('listitem', { name: `Turn ${number}`, exact: true });
    await turn(1).getByText('Which amount on the bill is this about?').waitFor();
    await turn(1).getByText('ticket.topic = "Bill"').waitFor();
    await turn(1)
      .getByText(/the first required field without a value; it applies because self\.topic == "Bill"/)
      .waitFor();

    const known = page.getByRole('region', { name: 'Variables' });
    await known.getByRole('combobox', { name: 'ticket_1.topic' }).selectOption('Return');
    await turn(2).getByText('What is the order number?').waitFor();
    await turn(2).getByText('at ASK(return_1, order_number)').waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    await turn(2).focus();
    await page.keyboard.press(',');
    await page.getByRole('listitem', { name: 'Turn 2, undone' }).waitFor();
    await eventually(() => known.getByRole('combobox', { name: 'ticket_1.topic' }).inputValue()).toBe('Bill');
    await page.keyboard.press('s');
    await page.keyboard.type('45.90');
    await page.keyboard.press('Enter');
    await turn(2).getByText('Should we answer by email or by phone?').waitFor();
    await field(page).fill('Which parcels are on their way to Zurich?');
    await page.keyboard.press('Enter');
    await turn(3)
      .getByText(/KX-40761.*\(Parcel, row 4\)/)
      .waitFor();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByText('Say something first.').waitFor();
  },
);

journey(
  'a model that reads a turn for a worksheet is waited for, stopped, and told with its time',
  { demo: 'small', own: true },
  async ({ page }) => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isHeld = true;
    const server = await startModelServer({
      answer: () => 'None',
      behave: ({ route }) =>
        isHeld && route === '/chat/completions' ? { kind: 'drip', everyMs: 0, until: held } : null,
    });
    await openView(page, 'Worksheets');
    const add = page.getByRole('button', { name: 'Add the demo help desk' });
    await add.waitFor();
    await setUpModels(page, server, 'Loopback');
    await add.click();
    await page.getByRole('grid', { name: 'Worksheets support' }).waitFor();
    await openView(page, 'Simulate');
    await page
      .getByRole('combobox', { name: /^(Automaton|Talk to)$/ })
      .selectOption({ label: 'Worksheets support · small-model' });
    await page.getByText('A model interprets what you say and writes the answers.').waitFor();

    const field = page.getByLabel('Next turn, as the customer');
    await field.fill('It is about my bill');
    await field.press('Enter');
    await page.getByText(/^The model reads this turn and answers… \d+ s$/).waitFor();
    await page.getByText('The model is reading what you said.').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('listitem', { name: 'Turn 1, undone' }).waitFor();
    await eventually(() => server.chats().every(({ aborted }) => aborted)).toBe(true);
    isHeld = false;
    goOn();

    await page.getByRole('button', { name: 'One turn forward' }).click();
    await page.getByText(/^Asked the model: [\d.]+ m?s, [\d,]+ tokens in, [\d,]+ out, /).waitFor();
  },
);
