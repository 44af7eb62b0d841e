import type { Locator, Page } from 'playwright-core';

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialogues(): Locator {
    return this.page.getByRole('region', { name: 'Dialogues' });
  }

  get list(): Locator {
    return this.dialogues.getByRole('listbox');
  }

  get find(): Locator {
    return this.page.getByRole('searchbox', { name: 'Find in dialogues' });
  }

  get transcript(): Locator {
    return this.page.getByRole('region', { name: 'Transcript' });
  }

  get undo(): Locator {
    return this.page.getByRole('button', { name: /^Undo/ });
  }

  get redo(): Locator {
    return this.page.getByRole('button', { name: /^Redo/ });
  }

  get notices(): Locator {
    return this.page.getByRole('region', { name: 'Notices' });
  }

  async showDialogues(): Promise<void> {
    const tab = this.page.getByRole('tab', { name: 'Dialogues', exact: true });
    if ((await tab.count()) === 0 || (await tab.getAttribute('aria-selected')) === 'true') return;
    await tab.click();
  }

  async title(): Promise<string> {
    await this.showDialogues();
    return this.dialogues.getByRole('heading', { level: 2 }).innerText();
  }

  /** The number of the state that the list is about, or null. */
  async state(): Promise<number | null> {
    await this.showDialogues();
    const card = this.dialogues.getByRole('region', { name: 'About this state' });
    const number = /State (\d+)/.exec((await card.allInnerTexts()).join(' '));
    return number && Number(number[1]);
  }

  async count(): Promise<string> {
    await this.showDialogues();
    await this.dialogues.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    return this.dialogues.getByRole('status').first().innerText();
  }

  row(index: number): Locator {
    return this.list.getByRole('option').nth(index);
  }

  /** Opens the dialogue of a row. Retries, because text about a state may appear above and move the rows. */
  async open(index: number): Promise<void> {
    await this.showDialogues();
    for (let tries = 1; ; tries++) {
      await this.row(index).click();
      try {
        await this.transcript.waitFor({ timeout: 10_000 });
        return;
      } catch (error) {
        if (tries === 5) throw error;
      }
    }
  }

  turn(number: number): Locator {
    return this.transcript.getByRole('listitem', { name: new RegExp(`^Turn ${number},`) });
  }

  tag(turn: number, name: string): Locator {
    return this.turn(turn).getByRole('button', { name: new RegExp(`^#${name},`) });
  }

  async tags(turn: number): Promise<string[]> {
    const names = await this.turn(turn)
      .getByRole('button', { name: /^#/ })
      .evaluateAll((chips) => chips.map((chip) => chip.getAttribute('aria-label') ?? ''));
    return names.map((name) => name.slice(1).split(',')[0]);
  }

  async statesOf(turn: number): Promise<number[]> {
    const texts = await this.turn(turn)
      .getByRole('button', { name: /^State \d+, reached by/ })
      .allInnerTexts();
    return texts.map(Number);
  }

  async choose(menu: RegExp, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: menu }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }
}
