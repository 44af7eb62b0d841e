import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { eventually } from './harness.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact?: string }[] };
  run(options: RunOptions): Promise<AxeResults>;
}

const LOOKS = 8;
const REST_MS = 250;

async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  let faults = await look();
  for (let again = 1; again < LOOKS && faults.length > 0; again++) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    faults = await look();
  }
  return faults;
}

/** Waits for animations, which may be unreadable half way. Those driven by scrolling never end: ignored. */
export async function settle(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length,
    );
  await eventually(moving).toBe(0);
}

export function seriousViolations(page: Page): Promise<string[]> {
  return lasting(() => violationsNow(page));
}

/** Returns the violations in the light and the dark theme. Only the contrast rule depends on colors. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const light = await seriousViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  const dark = await lasting(() => violationsNow(page, ['color-contrast']));
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

async function violationsNow(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  // Injected through the debugging interface, because the page's security policy refuses a script tag.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(async (runOnly): Promise<AxeResults> => {
    const { axe } = window as unknown as { axe: Axe };
    // A violation has its rule's impact, and rules of lower impact cost as much.
    const lower = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
    const rules = Object.fromEntries(lower.map(({ id }) => [id, { enabled: false }]));
    // Only rules about orientation and sounds, which are off, read all style sheets in advance.
    return axe.run({
      resultTypes: ['violations'],
      preload: false,
      ...(runOnly ? { runOnly: [...runOnly] } : { rules }),
    });
  }, rules);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}, at ${target.join(' ')}: ${failureSummary}`),
    );
}

/** Returns the controls that a pointer cannot reach: outside the window or a scrolling box, or covered. */
export function unreachableControls(page: Page): Promise<string[]> {
  return lasting(() => unreachableNow(page));
}

function unreachableNow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.body;
    const controls = root.querySelectorAll<HTMLElement>(
      'button, input, select, a[href], [role="tab"], [role="slider"]',
    );
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
    const faultOf = (control: HTMLElement): string | null => {
      let box = control.getBoundingClientRect();
      const inside = (frame: DOMRect, x: boolean, y: boolean): boolean =>
        (!x || (box.left >= frame.left - 1 && box.right <= frame.right + 1)) &&
        (!y || (box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1));
      for (let parent = control.parentElement; parent; parent = parent.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(parent);
        if (scrolls(overflowX) || scrolls(overflowY)) {
          control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          box = control.getBoundingClientRect();
        }
        const hidesX = overflowX === 'hidden' || overflowX === 'clip';
        const hidesY = overflowY === 'hidden' || overflowY === 'clip';
        if (!inside(parent.getBoundingClientRect(), hidesX, hidesY)) {
          return `is cut off by ${parent.className || parent.tagName}`;
        }
      }
      if (!inside(new DOMRect(0, 0, window.innerWidth, window.innerHeight), true, true)) {
        return 'lies outside of the window';
      }
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const own = top !== null && (control.contains(top) || top.contains(control));
      // A notice disappears by itself or when it is dismissed.
      return own || top?.closest('[aria-label="Notices"]')
        ? null
        : `lies under ${top?.className || top?.tagName}`;
    };
    const faults: string[] = [];
    for (const control of controls) {
      const { width, height } = control.getBoundingClientRect();
      if (!control.checkVisibility({ visibilityProperty: true }) || width < 2 || height < 2) continue;
      const fault = faultOf(control);
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40);
      if (fault !== null) faults.push(`${name} (${control.className}) ${fault}`);
    }
    return faults;
  });
}
