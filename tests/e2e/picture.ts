import type { Page } from 'playwright-core';
import { eventually, settled } from './harness.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DrawnState extends Point {
  readonly state: number;
  readonly lit: boolean;
  readonly selected: boolean;
  readonly match: boolean;
}

export interface DrawnEdge {
  readonly from: number;
  readonly to: number;
  readonly transitions: number;
  readonly point: Point;
  readonly lit: boolean;
}

/** The automaton's picture. Tests read its marks, because it is hidden from assistive technology. */
export class Picture {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get stage() {
    return this.page.getByRole('application', { name: /^Automaton:/ });
  }

  async choose(entry: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Picture', exact: true }).click();
    await this.page.locator('[role^="menuitem"]').filter({ hasText: entry }).first().click();
  }

  /** Waits until the picture matches the filters and no state moves. */
  async stands(): Promise<ReadonlyMap<number, DrawnState>> {
    const states = await settled(async () => {
      await this.page.locator('[role="application"][aria-busy="false"]').waitFor();
      return [...(await this.states()).values()];
    });
    return new Map(states.map((state) => [state.state, state]));
  }

  async openChoices(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Show and filter' });
    await button.waitFor();
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    await this.search.waitFor();
  }

  async drawAs(notation: 'Boxes' | 'DFA'): Promise<void> {
    await this.choose(notation);
  }

  get supportSlider() {
    return this.page.getByRole('slider', { name: 'Dialogues ≥' });
  }

  get depthSlider() {
    return this.page.getByRole('slider', { name: 'Depth ≤' });
  }

  get search() {
    return this.page.getByRole('searchbox', { name: 'Find a tag or a state number' });
  }

  async counts(): Promise<{
    readonly shown: number;
    readonly hidden: number;
    /** False while only a bound is known. */
    readonly hasShare: boolean;
    readonly text: string;
  }> {
    const status = this.page.getByRole('status').filter({ hasText: / are shown/ });
    const text = (await status.innerText()).replaceAll(',', '');
    const found = /^(?:All )?(\d+)(?: of (\d+))? states? and .* are shown(;.* dialogues? visits? )?/.exec(
      text,
    );
    if (!found) throw new Error(`These are no counts of states: ${text}`);
    const [, shown, all = shown, share] = found;
    return {
      shown: Number(shown),
      hidden: Number(all) - Number(shown),
      hasShare: share !== undefined,
      text,
    };
  }

  async settledCounts(): Promise<{ readonly shown: number; readonly hidden: number }> {
    for (;;) {
      const before = await this.counts();
      await this.page.waitForTimeout(150);
      const after = await this.counts();
      const isTold = after.hidden === 0 || after.hasShare;
      if (isTold && after.text === before.text && (await this.states()).size === after.shown) return after;
    }
  }

  async states(): Promise<ReadonlyMap<number, DrawnState>> {
    await this.stage.waitFor();
    const drawn = await this.stage.locator('g.graph-node').evaluateAll((groups) =>
      groups.map((group): DrawnState => {
        const { state } = (group as unknown as { __data__: { state: number } }).__data__;
        const box = group.querySelector('.graph-shape')?.getBoundingClientRect() ?? new DOMRect();
        const has = (name: string): boolean => group.classList.contains(name);
        return {
          state,
          x: box.x + box.width / 2,
          y: box.y + box.height / 2,
          lit: has('lit'),
          selected: has('selected'),
          match: has('match'),
        };
      }),
    );
    return new Map(drawn.map((state) => [state.state, state]));
  }

  async state(number: number): Promise<DrawnState> {
    const found = (await this.states()).get(number);
    if (!found) throw new Error(`State ${number} is not drawn.`);
    return found;
  }

  async litStates(): Promise<number[]> {
    return [...(await this.states()).values()].filter(({ lit }) => lit).map(({ state }) => state);
  }

  async edges(): Promise<readonly DrawnEdge[]> {
    await this.stage.locator('g.graph-edge').first().waitFor({ state: 'attached' });
    return settled(() => this.drawnEdges(), 200);
  }

  private drawnEdges(): Promise<readonly DrawnEdge[]> {
    return this.stage.locator('g.graph-edge').evaluateAll((groups) =>
      groups.map((group): DrawnEdge => {
        const { from, to, transitions } = (
          group as unknown as { __data__: { from: number; to: number; transitions: readonly number[] } }
        ).__data__;
        const line = group.querySelector<SVGPathElement>('.graph-line');
        const matrix = line?.getScreenCTM();
        const middle = line?.getPointAtLength(line.getTotalLength() / 2);
        const point = middle && matrix ? middle.matrixTransform(matrix) : { x: 0, y: 0 };
        return {
          from,
          to,
          transitions: transitions.length,
          point: { x: point.x, y: point.y },
          lit: group.classList.contains('lit'),
        };
      }),
    );
  }

  async clickState(number: number): Promise<void> {
    await eventually(async () => (await this.states()).has(number)).toBe(true);
    // Wait until it stops moving, or a click would miss it.
    const { x, y } = await settled(() => this.state(number), 200);
    await this.page.mouse.click(x, y);
  }

  async announced(): Promise<string> {
    const id = await this.stage.getAttribute('aria-activedescendant');
    if (id === null) return '';
    return (await this.page.locator(`[id="${id}"]`).getAttribute('aria-label')) ?? '';
  }
}

/** Returns what is unreadable: text smaller than this many px, or over a state, a text or a control. */
export function unreadable(page: Page, leastPx: number): Promise<string[]> {
  return page.locator('.graph-svg').evaluate((svg, least) => {
    const seen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
    };
    const all = (selector: string): Element[] => [...svg.querySelectorAll(selector)].filter(seen);
    const cards = all('.graph-node .graph-shape, .graph-end-node');
    const figures = all('.graph-label, .graph-beside, text.graph-value').filter(
      ({ textContent }) => textContent !== '',
    );
    const stage = svg.getBoundingClientRect();
    const scale = (svg.querySelector('g') as SVGGElement).getScreenCTM()?.a ?? 1;
    const faults: string[] = [];
    const boxes = [...cards, ...figures].map((element) => ({
      element,
      box: element.getBoundingClientRect(),
    }));
    for (const [at, { element, box }] of boxes.entries()) {
      if (
        box.left < stage.left ||
        box.right > stage.right ||
        box.top < stage.top ||
        box.bottom > stage.bottom
      )
        faults.push(`“${element.parentElement?.textContent}” is out of sight`);
      for (const other of boxes.slice(at + 1)) {
        const [aside, above] = [1, cards.includes(other.element) ? 1 : box.height / 4];
        if (
          box.left + aside < other.box.right &&
          other.box.left + aside < box.right &&
          box.top + above < other.box.bottom &&
          other.box.top + above < box.bottom
        )
          faults.push(`“${element.textContent}” lies on “${other.element.parentElement?.textContent}”`);
      }
    }
    for (const control of document.querySelectorAll('.graph-bar :is(button, select, input)')) {
      const { left, right } = control.getBoundingClientRect();
      if (left < stage.left || right > stage.right) faults.push(`“${control.textContent}” is cut off`);
    }
    for (const node of all('.graph-node')) {
      const card = node.querySelector('.graph-shape')?.getBoundingClientRect();
      for (const text of node.querySelectorAll('.graph-name, .graph-total')) {
        const { left, right } = text.getBoundingClientRect();
        if (card && (left < card.left || right > card.right))
          faults.push(`“${text.textContent}” is wider than its card`);
      }
    }
    for (const text of all(
      '.graph-name, .graph-total, .graph-share, .graph-count, .graph-tags, .graph-far text, .graph-beside',
    )) {
      if (text.textContent === '') continue;
      const px = Number.parseFloat(getComputedStyle(text).fontSize) * scale;
      if (px < least) faults.push(`“${text.textContent}” is ${px.toFixed(1)} px high`);
    }
    return faults;
  }, leastPx);
}
