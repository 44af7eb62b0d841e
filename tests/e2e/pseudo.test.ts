import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DEMO_DEFAULTS, generateDemoDialogues } from '#shared/demo/generate.ts';
import { pseudoText } from '../../scripts/pseudo.mjs';
import { copyDemo, eventually, journey, settled } from './harness.ts';
import { textsOn } from './pseudo-texts.ts';

/** The words of the demo's customers, and the names in it. */
const DEMO = JSON.stringify(generateDemoDialogues(DEMO_DEFAULTS));

const NOT_OURS = [
  // Names and values in quotation marks, conditions, and pairs of groups: "brand: North / South".
  /“[^”]*”|\b[\w.]+ (?:=|>|<=) [\w ]+|\b[\w. ]+: [\w ]+ \/ [\w ]+/g,
  // Files and folders, and keys.
  /\/\S+|\S+\.\w+\b|\b(?:Ctrl|Alt|Shift)\+\S+/g,
  // Tags: those of the demo, also as words, and those of the support tagger.
  /#\S+|\bdemo-\d+\b|\b[a-z]+(?:-[a-z]+)+(?::[a-z-]+)?/g,
  new RegExp(
    `\\b(?:${[...new Set(DEMO.match(/[a-z]+(?:-[a-z]+)+/g))]
      .map((tag) => tag.replaceAll('-', ' '))
      .toSorted((a, b) => b.length - a.length)
      .join('|')})\\b`,
    'g',
  ),
  // Names of methods, and a sentence that was written when the demo was made.
  /\b(?:DFA-RAG \(paper\)|BM25 \(last turn\)|(?:BM25 \+ )?(?:[Dd]ense: )?LSA 128 \(trained on this corpus\)|Random\b|BM25, [a-z ]+)/g,
  /The method was set to context\. .*adjusted Rand index of .* with [\d.]+/g,
  // Names of fields, which are the same in files and in every language.
  /\b(?:annotations|moves|domain|topic|brand|channel|csat|outcome|language|source|tags seen|turns|abandoned|reopened|corrected|minutes to first reply|longest wait in minutes|neutral)\b/g,
  // Units, formats and months.
  /\b(?:MB|KB|GB|ms|min|px|USD|CSV|JSONL?|SVG|PNG|HTML|UTC|BM25|LSA|DFA-RAG|ROUGE-L)\b/g,
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*/g,
  // Names of groups of states, and what a job says of its progress.
  /\b[a-z]+ \(any\)|(?:: |· )(?:starting|done)\b/g,
  // Names that the app found in the words of customers.
  /\b(?:blocked card|return|SIM card|faster plan|flight|internet light|luggage tag|password|phone bill|subscription|charge and dispute|parcel)\b/g,
  /\bDemo\b/g,
];

function isPlain(text: string): boolean {
  const isSaid = (part: string): boolean => DEMO.includes(part.replace(/^[“"]|[…”"]$/g, '').trim());
  const rest = text.split(/(?<=[.?!]) |\n/).filter((part) => !isSaid(part));
  return /[A-Za-z]{2,}/.test(NOT_OURS.reduce((left, name) => left.replaceAll(name, ''), rest.join(' ')));
}

const SMALL = { width: 1280, height: 800 };
const LARGE = { width: 1440, height: 900 };

journey(
  'every text is found by words.mjs, and none is cut when all are a third longer',
  { build: 'out-pseudo', viewport: SMALL },
  async ({ page, shell }) => {
    const problems = new Map<string, string>();
    const check: Check = async (where, sizes = [LARGE, SMALL]) => {
      const busy = page
        .locator(`.state-loading, [aria-label^="${pseudoText('Cancel')}: "]`)
        .filter({ visible: true });
      const found: string[] = [];
      // What a job says is gone with it, and a job may begin and end while the page is read.
      let wasBusy: boolean;
      do {
        await eventually(() => busy.count()).toBe(0);
        await settled(() => page.evaluate(() => document.body.innerText.length), 200);
        found.length = 0;
        wasBusy = false;
        for (const size of sizes) {
          await page.setViewportSize(size);
          if ((await busy.count()) > 0) wasBusy = true;
          const { texts, cut } = await textsOn(page);
          if ((await busy.count()) > 0) wasBusy = true;
          found.push(...texts.filter(isPlain).map((text) => `not found: ${text}`), ...cut);
        }
      } while (wasBusy);
      for (const problem of found) if (!problems.has(problem)) problems.set(problem, where);
    };
    await check('start');
    for (const name of ['New project', 'Open project']) {
      await page.getByRole('button', { name: pseudoText(name) }).click();
      await checkDialog(page, name, check);
    }
    await copyDemo(shell.home, 'Demo', 'whole');
    // The findings are written again, by this build.
    const database = new Database(join(shell.home, 'Demo.dialogram'));
    database.exec("DELETE FROM dialogue_columns WHERE state LIKE 'kept/findings/%'");
    database.close();
    await page.getByRole('button', { name: pseudoText('Open project') }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Demo' }).first().click();
    await page.getByRole('tab').first().waitFor();

    const seen = new Set<string>();
    for (const area of await page.locator('nav button').all()) {
      await area.click();
      const tabs = page.getByRole('tab').filter({ visible: true });
      for (let at = 0; at < (await tabs.count()); at++) {
        const show = async (): Promise<void> => {
          await area.click();
          await tabs.nth(at).click();
        };
        await show();
        const name = `${await area.innerText()} › ${await tabs.nth(at).innerText()}`;
        await check(name);
        const composer = page.locator('.composer textarea').filter({ visible: true });
        if ((await composer.count()) > 0) {
          await composer.fill('Where is my parcel?');
          await composer.press('Enter');
          await page.getByRole('button', { name: pseudoText('Use this answer') }).waitFor();
          await check(`${name} with a turn`);
        }
        await checkMenus(page, name, { seen, show, check });
      }
    }
    expect([...problems].map(([problem, where]) => `${where}: ${problem}`)).toEqual([]);
  },
);

type Check = (where: string, sizes?: readonly (typeof SMALL)[]) => Promise<void>;

async function checkDialog(page: Page, name: string, check: Check): Promise<void> {
  await page.getByRole('dialog').getByRole('button').first().waitFor();
  await check(name, [SMALL]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

interface MenuCheck {
  readonly seen: Set<string>;
  readonly show: () => Promise<void>;
  readonly check: Check;
}

async function checkMenus(page: Page, view: string, { seen, show, check }: MenuCheck): Promise<void> {
  const buttons = page.locator('[aria-haspopup="menu"]:enabled').filter({ visible: true });
  for (let at = 0; at < (await buttons.count()); at++) {
    const button = buttons.nth(at);
    const name =
      (await button.getAttribute('aria-label')) ?? (await button.innerText()).replaceAll('\n', ' ');
    if (seen.has(name)) continue;
    seen.add(name);
    await button.click();
    const menu = page.getByRole('menu').last();
    await menu.waitFor();
    await check(`${view} › ${name}`, [SMALL]);
    const entries = menu.locator('[role="menuitem"]:not([aria-disabled="true"])');
    const titles = (await entries.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
    await page.keyboard.press('Escape');
    for (const [index, title] of titles.entries()) {
      if (!title.includes('…') || seen.has(title)) continue;
      seen.add(title);
      await button.click();
      await entries.nth(index).click();
      await check(`${view} › ${name} › ${title}`, [SMALL]);
      while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
      await show();
    }
  }
}
