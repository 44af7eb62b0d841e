import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { afterwards, temporaryFolder } from '../fixtures/cleanup.ts';
import { unreachableControls, violationsInBothThemes } from './accessibility.ts';
import { copyDemo, createTag, eventually, journey, openProject, settled, textOf } from './harness.ts';
import { startShell } from './shell.ts';

/** Set this to a folder to record the keyboard pass. Recording takes as long as the pass itself. */
const RECORDING = process.env.DIALOGRAM_RECORDING;

/** Each kind of decision three times. */
const DECISIONS = 30;

class Review {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get view(): Locator {
    return this.page.getByRole('region', { name: 'Review', exact: true });
  }

  get turn(): Locator {
    return this.page.getByRole('article', { name: /^Turn [\d,]+ of [\d,]+$/ });
  }

  toggle(name: string): Locator {
    return this.view.getByRole('button', { name: `#${name}`, exact: true });
  }

  async place(): Promise<number> {
    const name = (await this.turn.getAttribute('aria-label')) ?? '';
    return Number(/^Turn ([\d,]+)/.exec(name)?.[1].replaceAll(',', ''));
  }

  async checked(): Promise<number> {
    const text = await this.view.getByText(/\d checked · /).innerText();
    return Number(/([\d,]+) checked/.exec(text)?.[1].replaceAll(',', ''));
  }

  pressed(): Promise<string[]> {
    return this.view
      .getByRole('button', { pressed: true })
      .evaluateAll((all) => all.map((one) => one.querySelector('.toggle-name')?.textContent ?? ''));
  }

  hasFocus(): Promise<boolean> {
    return this.turn.evaluate((turn) => turn === document.activeElement);
  }

  async begin(order: string): Promise<void> {
    await this.page.keyboard.press('Control+2');
    const radio = this.page.getByRole('radio', { name: order });
    await radio.waitFor();
    for (let steps = 0; steps < 8 && !(await radio.isChecked()); steps++) {
      await this.page.keyboard.press('ArrowDown');
    }
    await eventually(() => radio.isChecked()).toBe(true);
    await this.page.keyboard.press('Enter');
    await this.turn.waitFor();
    await eventually(() => this.hasFocus()).toBe(true);
  }
}

describe('the review', () => {
  journey('corrects thirty messages by keyboard alone', { demo: 'whole' }, async ({ page, context }) => {
    if (RECORDING) await context.tracing.start({ screenshots: true, snapshots: true });
    const review = new Review(page);
    const { keyboard } = page;
    let clicks = 0;
    await page.exposeFunction('noteClick', () => clicks++);
    await page.evaluate(() => {
      const note = (window as unknown as { noteClick: () => void }).noteClick;
      // A key that presses a button fires a click as well, but not a pointer event.
      window.addEventListener('pointerdown', () => note(), { capture: true });
    });
    await review.begin('Random sample');
    expect(await review.place()).toBe(1);

    let created = 0;
    for (let decided = 0; decided < DECISIONS; decided++) {
      const place = await review.place();
      switch (decided % 10) {
        case 1: {
          const [first] = await review.pressed();
          await keyboard.press('1');
          await keyboard.press('2');
          await eventually(() => review.pressed()).not.toContain(first);
          await keyboard.press('a');
          break;
        }
        case 2:
          await keyboard.press('x');
          break;
        case 3: {
          await keyboard.press('/');
          await page.getByRole('combobox').waitFor();
          await keyboard.type('thank-ag');
          const known = page.getByRole('option', { name: /^#thank-agent/ });
          await known.or(page.getByText('already on this turn')).first().waitFor();
          if ((await known.count()) > 0) await keyboard.press('Enter');
          // Escape closes the card of a tag under the pointer first, then the finder.
          await eventually(async () => {
            await keyboard.press('Escape');
            return review.hasFocus();
          }).toBe(true);
          await keyboard.press('a');
          break;
        }
        case 4: {
          const name = `keyboard-made-${++created}`;
          await keyboard.press('+');
          await page.getByRole('combobox').waitFor();
          await keyboard.type(name);
          await createTag(page, name);
          await review.toggle(name).waitFor();
          await eventually(() => review.toggle(name).getAttribute('aria-pressed')).toBe('true');
          await keyboard.press('a');
          break;
        }
        case 5:
          await keyboard.press('f');
          await page.getByRole('textbox', { name: 'Note for the flag' }).waitFor();
          await keyboard.type('look again at a, x and 1');
          await keyboard.press('Enter');
          await review.view.getByText('flagged: look again').waitFor();
          await keyboard.press('a');
          break;
        case 6:
          await keyboard.press('ArrowRight');
          await eventually(() => review.place()).toBe(place + 1);
          await keyboard.press('ArrowLeft');
          await eventually(() => review.place()).toBe(place);
          await keyboard.press('a');
          break;
        case 7:
          await keyboard.press('a');
          await eventually(() => review.place()).toBe(place + 1);
          // After an undo, its turn is the current one again.
          await keyboard.press('Control+z');
          await eventually(() => review.place()).toBe(place);
          await eventually(() => review.view.getByText('checked', { exact: true }).count()).toBe(0);
          await keyboard.press('a');
          break;
        case 8:
          await keyboard.press('0');
          await keyboard.press('a');
          break;
        default:
          await keyboard.press('a');
      }
      await eventually(() => review.place()).toBe(place + 1);
      if (decided % 10 === 9) {
        await eventually(() => review.checked()).toBe(decided + 1);
        await keyboard.press(' ');
        await eventually(() => review.place()).toBe(place + 2);
        expect(await review.hasFocus()).toBe(true);
      }
    }
    expect(await review.checked()).toBe(DECISIONS);
    expect(clicks).toBe(0);

    await keyboard.press('u');
    const list = page.getByRole('listbox', { name: 'Turns in the queue' });
    await eventually(() => list.evaluate((box) => box === document.activeElement)).toBe(true);
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await eventually(() => review.place()).toBe(1);
    await keyboard.press('c');
    await eventually(() => review.checked()).toBe(DECISIONS - 1);

    await keyboard.press('Control+Enter');
    await page.getByText(`${DECISIONS - 1} turns of 8,335 checked`).waitFor();
    await page.getByRole('table').getByText('Precision').waitFor();
    await keyboard.press('Enter');
    await review.turn.waitFor();
    await page.reload();
    await eventually(() => review.place()).toBe(1);
    if (RECORDING) await context.tracing.stop({ path: `${RECORDING}/review.zip` });
  });

  journey(
    'uses the keys that a person chose, and shows them everywhere',
    { demo: 'small' },
    async ({ page }) => {
      const review = new Review(page);
      const { keyboard } = page;
      await review.begin('Unchecked first');
      await keyboard.press('?');
      await page.getByRole('button', { name: 'Change keys…' }).click();
      await page.getByRole('button', { name: /^Change the keys of Accept:/ }).click();
      await keyboard.press('x');
      await page.getByText('X is already used for “Reject').waitFor();
      await page.getByRole('button', { name: 'Reassign' }).click();
      await page.getByRole('button', { name: /^Change the keys of Accept:.*X$/ }).waitFor();
      await keyboard.press('Escape');
      await eventually(() => page.getByRole('dialog').count()).toBe(0);

      const accept = page.getByRole('button', { name: /Accept(?! this and)/ });
      await eventually(() => accept.getAttribute('aria-keyshortcuts')).toBe('X');
      await keyboard.press('x');
      await eventually(() => review.place()).toBe(2);
      await keyboard.press('a');
      expect(await settled(() => review.place())).toBe(2);
      await page.reload();
      await eventually(() => accept.getAttribute('aria-keyshortcuts')).toBe('X');

      // With single keys off they do nothing and are not shown; the others stay.
      await keyboard.press('Control+,');
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('dictate');
      await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
      await keyboard.press('Escape');
      await eventually(() => accept.getAttribute('aria-keyshortcuts')).toBeNull();
      await keyboard.press('x');
      expect(await settled(() => review.place())).toBe(2);
      await keyboard.press('ArrowLeft');
      await eventually(() => review.place()).toBe(1);
      await page.evaluate(() => window.localStorage.clear());
    },
  );

  journey('goes through the turns that pass a filter', { demo: 'whole' }, async ({ page }) => {
    const review = new Review(page);
    await page.keyboard.press('Control+2');
    await page.getByText('Review only some turns…').click();
    await page.getByLabel('Words in the turn').fill('refund');
    await page.getByRole('button', { name: /Has all of these tags/ }).click();
    await page.keyboard.type('ask-refund-or');
    await page.getByRole('option', { name: /ask-refund-or-replacement/ }).waitFor();
    // Enter chooses the tag and does not start the review.
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('37 matching turns').waitFor();
    await page.getByText('More conditions…').click();
    await page.getByLabel('Checked', { exact: true }).selectOption('no');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('article', { name: 'Turn 1 of 37' }).waitFor();
    await eventually(() => review.pressed()).toContain('#ask-refund-or-replacement');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Export my corrections');
    await page.keyboard.press('Enter');
    const name = page.getByRole('dialog', { name: 'Export my corrections' }).getByLabel('Your name');
    await name.fill('Ann');
    await name.press('Enter');
    await page.getByText(/^Exported .*corrections.*jsonl, /).waitFor();
  });

  journey(
    'counts a disagreement with a colleague as settled once a key decides between both',
    { demo: 'small' },
    async ({ page }) => {
      const review = new Review(page);
      await review.begin('Unchecked first');
      for (const place of [1, 2, 3]) {
        await eventually(() => review.place()).toBe(place);
        await page.keyboard.press('a');
      }
      await eventually(() => review.checked()).toBe(3);
      const run = async (command: string): Promise<void> => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(command);
        await page.getByRole('option', { name: command }).first().waitFor();
        await page.keyboard.press('Enter');
      };
      await run('Export my corrections');
      const name = page.getByRole('dialog', { name: 'Export my corrections' }).getByLabel('Your name');
      await name.fill('Ann');
      const exported = page.waitForEvent('download');
      await name.press('Enter');
      const lines = (await textOf(await exported)).trim().split('\n');
      expect(lines).toHaveLength(3);
      const told = lines.map((line, at) => ({ ...JSON.parse(line), author: 'Bo', tags: [`bo-says-${at}`] }));

      await page.keyboard.press('Escape');
      await run('Compare two sets of tags');
      const chosen = (side: string) =>
        page.getByLabel(side, { exact: true }).locator('option:checked').innerText();
      await eventually(() => chosen('Left')).toMatch(/^my corrections to run \d+ \(annotations\)$/);
      expect(await chosen('Right')).toMatch(/^run \d+ \(annotations\)$/);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Open another person’s corrections…' }).press('Enter');
      await (await chooser).setFiles({
        name: 'bo.jsonl',
        mimeType: 'application/jsonl',
        buffer: Buffer.from(told.map((line) => JSON.stringify(line)).join('\n')),
      });
      await eventually(() => chosen('Right')).toBe('Bo (bo.jsonl)');
      expect(await chosen('Left')).toMatch(/^my corrections/);
      await page.getByRole('button', { name: 'Review 3 disagreements' }).press('Enter');

      const progress = page.getByRole('region', { name: 'Settled disagreements' });
      await progress.getByText('0 of 3 settled, 3 left').waitFor();
      await review.view.getByText(/^0 settled · /).waitFor();
      // Keeping your own tags settles it, and so does using the other's; one key leads to the next open one.
      await page.keyboard.press('a');
      await progress.getByText('1 of 3 settled, 2 left').waitFor();
      await page.keyboard.press('ArrowRight');
      await eventually(() => review.place()).toBe(3);
      await page.keyboard.press(']');
      await progress.getByText('2 of 3 settled, 1 left').waitFor();
      await eventually(() => review.pressed()).toEqual(['#bo-says-2']);
      await page.keyboard.press('Control+z');
      await progress.getByText('1 of 3 settled, 2 left').waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await eventually(() => review.place()).toBe(1);
      await page.keyboard.press('n');
      await eventually(() => review.place()).toBe(2);
      expect(await violationsInBothThemes(page)).toEqual([]);
    },
  );

  journey('is accessible in both themes, and so is the agreement', { demo: 'whole' }, async ({ page }) => {
    const review = new Review(page);
    const check = async (): Promise<void> => {
      expect(await violationsInBothThemes(page)).toEqual([]);
      expect(await unreachableControls(page)).toEqual([]);
    };
    await page.keyboard.press('Control+2');
    await page.getByText('More orders').click();
    await page.getByRole('radio', { name: 'Rare tags' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'Compare two sets of tags…' }).click();
    await page.getByRole('button', { name: 'Review turns' }).click();
    await page.getByRole('radio', { name: 'Unchecked first' }).focus();
    await review.begin('Disagreements');
    await review.view
      .getByRole('button', { name: /^Use run/ })
      .first()
      .waitFor();
    await page.keyboard.press('a');
    await review.view.getByText(/^1 settled · /).waitFor();
    await check();
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Change keys…' }).click();
    await check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose…' }).click();
    await page.getByRole('button', { name: 'Compare two sets of tags…' }).click();
    await page.getByText('Turns compared').waitFor();
    await check();
  });

  journey(
    'loses at most the last action when the backend is killed',
    {
      demo: 'small',
      // Uses its own backend, which is killed and started again at another address.
      expected: [
        /^request to http:\/\/(127\.0\.0\.1|localhost):/,
        /^request to ws:/,
        /WebSocket/,
        /ERR_CONNECTION_REFUSED/,
      ],
    },
    async ({ context }) => {
      const home = temporaryFolder('killed');
      await copyDemo(home, 'Killed');
      const first = await startShell(home);
      const page = await context.newPage();
      await page.goto(first.address);
      await page.waitForURL(`${first.origin}/`);
      await openProject(page, 'Killed');
      const review = new Review(page);
      await review.begin('Unchecked first');
      for (let turn = 1; turn <= 5; turn++) {
        await page.keyboard.press('a');
        await eventually(() => review.place()).toBe(turn + 1);
      }
      await page.keyboard.press('x');
      await first.kill();
      await page.close();

      const second = await startShell(home);
      afterwards(() => second.stop());
      const again = await context.newPage();
      await again.goto(second.address);
      await again.waitForURL(`${second.origin}/`);
      await openProject(again, 'Killed');
      await again.keyboard.press('Control+2');
      const kept = again.getByRole('region', { name: 'Earlier sessions' }).getByRole('button');
      await kept.first().press('Enter');
      const later = new Review(again);
      await later.turn.waitFor();
      await eventually(() => later.checked()).toBeGreaterThanOrEqual(5);
      // The move to the sixth may still have been in flight when the backend was killed.
      expect(await later.place()).toBeGreaterThanOrEqual(5);
    },
  );
});
