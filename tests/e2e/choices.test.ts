import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually, journey, openView, settled } from './harness.ts';
import { Picture } from './picture.ts';

const LEAVES = /^(Close project|Close the project)/;

/** Changes nothing if the picture is whole already; another journey zooms first. */
const KEEPS = /^Fit the whole picture/;

/** Everything that a choice can change: page, address, looks, storage, and calls to the backend. */
class Effects {
  readonly page: Page;
  #calls = 0;
  #files = 0;

  constructor(page: Page) {
    this.page = page;
    page.on('websocket', (socket) =>
      socket.on('framesent', () => {
        this.#calls++;
      }),
    );
    page.on('filechooser', () => {
      this.#files++;
    });
    page.on('download', () => {
      this.#files++;
    });
  }

  get files(): number {
    return this.#files;
  }

  /** Returns what a change affected. The page compares its own text, which would be megabytes to send. */
  async seen(): Promise<string> {
    const version = await this.page.evaluate(() => {
      const copy = document.documentElement.cloneNode(true) as HTMLElement;
      for (const menu of copy.querySelectorAll('[role="menu"]')) menu.replaceChildren();
      for (const open of copy.querySelectorAll('[aria-expanded]')) open.removeAttribute('aria-expanded');
      const text =
        copy.outerHTML + location.hash + JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
      const last = window as { seenText?: string; seenVersion?: number };
      if (last.seenText !== text) last.seenVersion = (last.seenVersion ?? 0) + 1;
      last.seenText = text;
      return `${performance.timeOrigin}/${last.seenVersion}`;
    });
    return `${version}/${this.#calls}/${this.#files}`;
  }

  /** Returns the same once nothing has changed for a while. */
  async settled(quietMs: number): Promise<string> {
    for (let seen = await this.seen(); ; ) {
      await this.page.evaluate(
        (quietMs) =>
          new Promise<void>((resolve) => {
            const observer = new MutationObserver(() => {
              clearTimeout(timer);
              timer = setTimeout(end, quietMs);
            });
            const end = (): void => {
              observer.disconnect();
              resolve();
            };
            let timer = setTimeout(end, quietMs);
            observer.observe(document, {
              subtree: true,
              childList: true,
              attributes: true,
              characterData: true,
            });
          }),
        quietMs,
      );
      const now = await this.seen();
      if (now === seen) return now;
      seen = now;
    }
  }
}

const namesIn = (scope: Locator): Promise<string[]> =>
  scope.locator('select:visible:enabled').evaluateAll((elements) =>
    elements.map((element) => {
      const { labels } = element as HTMLSelectElement;
      return element.getAttribute('aria-label') ?? labels?.[0]?.textContent?.trim() ?? element.id;
    }),
  );

const namedLike = async (scope: Locator, name: string): Promise<number[]> =>
  (await namesIn(scope)).flatMap((other, at) => (other === name ? at : []));

/** Chooses every option of every visible select, and expects the select to show it in the end. */
async function chooseAllOptions(scope: Locator, where: string): Promise<number> {
  const selects = scope.locator('select:visible:enabled');
  let chosen = 0;
  for (let index = 0; index < (await selects.count()); index++) {
    const select = selects.nth(index);
    const name = (await namesIn(scope))[index] ?? '';
    const nth = (await namedLike(scope, name)).indexOf(index);
    const first = await select.inputValue();
    const values = await select
      .locator('option:not(:disabled)')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    for (const value of [...values.filter((other) => other !== first), first]) {
      await select.selectOption(value);
      chosen++;
      // A choice may add or remove other controls of the dialog, so the select is found again by its name.
      const shown = await settled(async () => {
        const at = (await namedLike(scope, name))[nth];
        return at === undefined ? value : selects.nth(at).inputValue();
      }, 200);
      expect({ where, name, shown }).toEqual({ where, name, shown: value });
    }
  }
  return chosen;
}

async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.locator('dialog[open]');
  for (let presses = 0; presses < 8 && (await dialogs.count()) > 0; presses++) {
    const before = await dialogs.count();
    await page.keyboard.press('Escape');
    await settled(() => dialogs.count(), 200);
    if ((await dialogs.count()) < before) continue;
    const away = dialogs.last().getByRole('button', { name: /^(Cancel|Close)/ });
    if ((await away.count()) > 0) await away.first().click();
  }
  expect(await dialogs.count()).toBe(0);
}

/** Chooses every entry of every visible menu, and expects each to have an effect. */
async function chooseAllEntries(
  page: Page,
  effects: Effects,
  menus: Locator,
  back: () => Promise<void>,
  where: string,
): Promise<string[]> {
  const chosen: string[] = [];
  const count = await menus.count();
  for (let index = 0; index < count; index++) {
    for (let entry = 0; ; entry++) {
      const button = menus.nth(index);
      if (!(await button.isVisible()) || !(await button.isEnabled())) break;
      const menu = page.locator('[role="menu"]:popover-open');
      // What arrives in a view may close a menu that was just opened.
      await eventually(async () => {
        if (!(await menu.isVisible())) await button.click();
        return menu.isVisible();
      }).toBe(true);
      const items = menu.locator('[role^="menuitem"]');
      await items.first().waitFor();
      const item = items.nth(entry);
      if (entry >= (await items.count())) {
        await page.keyboard.press('Escape');
        break;
      }
      const label = (await item.innerText()).split('\n')[0] ?? '';
      const isOff = (await item.getAttribute('aria-disabled')) === 'true' || (await item.isDisabled());
      const isChosen = (await item.getAttribute('aria-checked')) === 'true';
      if (isOff || isChosen || LEAVES.test(label) || KEEPS.test(label)) {
        await page.keyboard.press('Escape');
        continue;
      }
      const before = await effects.settled(200);
      const files = effects.files;
      await item.click();
      const what = `${where}: ${label}`;
      await eventually(async () => ({ what, changed: (await effects.seen()) !== before })).toEqual({
        what,
        changed: true,
      });
      chosen.push(what);
      await settled(() => page.locator('dialog[open]').count(), 200);
      if ((await page.locator('dialog[open]').count()) > 0 && effects.files === files)
        await chooseAllOptions(page.locator('dialog[open]').last(), what);
      await closeDialogs(page);
      await back();
    }
  }
  return chosen;
}

const VIEWS = [
  'Review',
  'Teach',
  'Moves',
  'Vocabulary',
  'Flows',
  'Worksheets',
  'Simulate',
  'Compare',
  'Results',
  'Story',
  'Share',
  'Reports',
] as const;

journey(
  'every menu entry has an effect, and every select keeps the choice',
  { demo: 'small', acceptDownloads: true },
  async ({ page }) => {
    const effects = new Effects(page);
    // Calls of the open socket are not seen; a reload opens a new one.
    await page.reload();
    await new Picture(page).stage.waitFor();
    const explore = () =>
      page.getByRole('navigation', { name: 'Areas' }).getByRole('button', { name: 'Explore' }).click();
    const menusIn = (scope: string) => page.locator(`${scope} button[aria-haspopup="menu"]:visible`);

    const entries = [
      ...(await chooseAllEntries(page, effects, menusIn('header'), explore, 'Header')),
      ...(await chooseAllEntries(page, effects, menusIn('main'), explore, 'Explore')),
    ];
    let options = 0;
    for (const tab of ['Graph', 'Table', 'Paths', 'Compare groups', 'Deviations']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      options += await chooseAllOptions(page.locator('main'), tab);
    }
    for (const view of VIEWS) {
      await openView(page, view);
      if (view === 'Results') await page.getByRole('button', { name: 'Start a small batch run' }).click();
      await settled(() => page.locator('main').innerText());
      options += await chooseAllOptions(page.locator('main'), view);
      entries.push(
        ...(await chooseAllEntries(page, effects, menusIn('main'), () => openView(page, view), view)),
      );
    }
    expect(entries.length).toBeGreaterThan(20);
    expect(options).toBeGreaterThan(20);
  },
);
