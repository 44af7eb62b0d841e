import { expect } from 'vitest';
import { eventually, journey } from './harness.ts';
import { Workbench } from './workbench.ts';

/** At most four clicks each. The demo has planted problems (shared/demo/README.md). */
journey('nine questions are answered from the picture', { demo: 'whole' }, async ({ page }) => {
  const bench = new Workbench(page);
  const filterBar = page.getByRole('region', { name: 'Filter' });
  let clicks = 0;
  const click = async (target: ReturnType<typeof page.getByRole>): Promise<void> => {
    clicks++;
    expect(clicks).toBeLessThanOrEqual(4);
    await target.click();
  };
  const tab = (name: string) => page.getByRole('tab', { name });
  /** Every question starts at the picture of all dialogues. */
  const ask = async (answer: () => Promise<void>): Promise<void> => {
    await tab('Graph').click();
    const clear = filterBar.getByRole('button', { name: 'Clear' });
    if ((await clear.count()) > 0) await clear.click();
    const all = page.getByRole('button', { name: 'Show all dialogues' });
    if ((await all.count()) > 0) await all.click();
    await eventually(() => filterBar.count()).toBe(0);
    await eventually(() => bench.title()).toBe('All dialogues');
    clicks = 0;
    await answer();
  };
  const filter = async (where: string, passing: number): Promise<void> => {
    await click(page.getByRole('button', { name: 'Filter', exact: true }));
    await page.getByRole('textbox', { name: 'Only dialogues where' }).fill(where);
    await page.getByRole('dialog').getByText(`${passing} of 720 dialogues`).waitFor();
    await page.keyboard.press('Enter');
    await filterBar.getByText(`${passing} of 720 dialogues`).waitFor();
    await eventually(() => bench.count()).toBe(`${passing} dialogues`);
  };
  const first = (list: string | RegExp, text: RegExp) =>
    page.getByRole('listbox', { name: list }).getByRole('option').filter({ hasText: text }).first();
  const groups = async (left: string, found: RegExp): Promise<void> => {
    await click(tab('Compare groups'));
    await page.getByRole('textbox', { name: /^Group A/ }).fill(left);
    await first('Differences, clearest first', found).waitFor();
  };

  await ask(async () => {
    await click(tab('Paths'));
    const variants = page.getByRole('listbox', { name: 'Variants, most common first' });
    await variants
      .getByRole('option')
      .nth(9)
      .getByText(/cumulative \d/)
      .waitFor();
    await click(variants.getByRole('option').first());
    await eventually(() => bench.title()).toMatch(/^Variant of/);
    await click(page.getByRole('button', { name: 'Replay these' }));
    const replay = page.getByRole('toolbar', { name: 'Replay of many dialogues' });
    await replay.getByText('step 0 of').waitFor();
    await replay
      .getByRole('status')
      .getByText(await bench.count())
      .waitFor();
    const dots = page.locator('.graph-dots circle');
    await eventually(() => dots.count()).toBeGreaterThan(1);
    await replay.getByRole('button', { name: 'Step forward' }).click();
    await replay.getByText('step 1 of').waitFor();
    await replay.getByRole('button', { name: 'End the replay' }).click();
    await eventually(() => dots.count()).toBe(0);
  });
  // 2 and 9: who comes back after "resolved", and one move later than another.
  await ask(() => filter('say-goodbye later report-problem-again', 14));
  await ask(async () => {
    await filter('minutes > 1440 and tag = look-up-charge', 48);
    await click(tab('Paths'));
    await first('Variants, most common first', /median duration \d[\d.]* d/).waitFor();
  });
  // 4: how one brand differs from the other; 5: April against March.
  await ask(async () => {
    await groups('brand = South', /ask number again/);
    await click(first('Differences, clearest first', /ask number again/));
    await eventually(() => bench.title()).toMatch(/^Dialogues that .*ask number again/);
    await click(page.getByRole('button', { name: 'Show on the graph' }));
    await eventually(() => page.locator('.is-lit g.graph-node.lit').count()).toBeGreaterThan(0);
  });
  await ask(() => groups('started >= 2026-04-01', /announce slow system/));
  await ask(async () => {
    await filter('tag = offer-replacement-card', 61);
    await click(tab('Deviations'));
    const unblocked = first('Where dialogues deviate, most frequent first', /skipped\s*agent: block card/);
    await click(unblocked);
    await eventually(() => bench.title()).toMatch(/^block card skipped/);
  });
  // 8: what follows a move is true by definition in its own group, so it comes last.
  await ask(async () => {
    await groups('tag = ask-number-again', /./);
    // The list of the group before may still be there, and a new list begins at its top.
    const differences = page.getByRole('listbox', { name: 'Differences, clearest first' });
    await eventually(async () => {
      await differences.press('End');
      return first('Differences, clearest first', /by definition/).count();
    }).toBe(1);
  });
});
