import { describe, expect } from 'vitest';
import { seriousViolations, unreachableControls } from './accessibility.ts';
import { createTag, dropFile, eventually, journey, openView } from './harness.ts';

describe('teaching moves', () => {
  journey('answers by keys, undoes one, and draws what was taught', { demo: 'small' }, async ({ page }) => {
    await openView(page, 'Teach');
    const view = page.getByRole('region', { name: 'Teach moves' });
    const question = view.getByRole('article');
    const answered = (count: number) => view.getByText(new RegExp(`^${count} turns? answered$`)).waitFor();
    const answeredNow = async () => Number.parseInt(await view.getByText(/turns? answered$/).innerText(), 10);
    await question.waitFor();
    await eventually(() => question.getAttribute('aria-label')).toMatch(
      /^What is the (customer|agent) doing in these \d+ turns\?$/,
    );
    expect(await seriousViolations(page)).toEqual([]);
    expect(await unreachableControls(page)).toEqual([]);

    const together = await question.getByRole('list').first().getByRole('listitem').count();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find or create a move' }).fill('speak-first');
    await createTag(page, 'speak-first');
    await answered(together);
    await page.keyboard.press('d');
    await view.getByText(/^What is the (customer|agent) doing in this turn\?$/).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find or create a move' }).fill('speak-second');
    await createTag(page, 'speak-second');
    await answered(together + 1);

    let count = together + 1;
    for (let answers = 0; answers < 12; answers++) {
      const offered = view.getByRole('button', { name: /#/ });
      const moves = await offered.count();
      if (moves === 0) {
        const skipped = await question.innerText();
        await page.keyboard.press(' ');
        await eventually(() => question.innerText()).not.toBe(skipped);
        continue;
      }
      await offered.nth(answers % moves).click();
      const before = count;
      await eventually(answeredNow).toBeGreaterThan(before);
      count = await answeredNow();
    }
    await view.getByText(/^The tagger (is right for|starts to learn)/).waitFor();
    await page.keyboard.press('Control+z');
    await eventually(answeredNow).toBeLessThan(count);

    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Tag all turns based on your answers' });
    await dialog.getByRole('button', { name: 'Tag all turns' }).click();
    await dialog.getByRole('button', { name: 'Show the graph' }).click();
    await page
      .getByRole('button', { name: /states/ })
      .first()
      .waitFor();
  });

  journey('shortens a long turn until somebody wants all of it', {}, async ({ page }) => {
    const long = (what: string) => `${`I ${what} and waited, `.repeat(40)}until the end`;
    const rows = Array.from({ length: 24 }, (_, at) =>
      ['called', 'answered', 'complained'].map((what, turn) =>
        [at, turn % 2 === 0 ? 'customer' : 'agent', `"${long(`${what} ${at} times`)}"`].join(','),
      ),
    );
    await dropFile(page, 'long.csv', ['conversation_id,speaker,text', ...rows.flat()].join('\n'));
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('region', { name: 'Preview' }).getByText('until the end').first().waitFor();
    await page.getByRole('button', { name: 'Import and show the graph' }).click();
    await openView(page, 'Teach');
    const turn = page.getByRole('article').getByRole('listitem').first();
    await turn.waitFor();
    const ends = turn.locator('.utterance', { hasText: 'until the end' });
    expect(await ends.count()).toBe(0);
    await turn.getByRole('button', { name: 'Show the whole turn' }).click();
    await ends.waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find or create a move' }).waitFor();
  });
});
