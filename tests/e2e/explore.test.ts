import { describe, expect } from 'vitest';
import { MOST_CARDS } from '#shared/algorithms/layout/lay-out.ts';
import { eventually, journey } from './harness.ts';
import { type DrawnState, Picture, type Point } from './picture.ts';
import { Workbench } from './workbench.ts';

const numberIn = (text: string): number => Number(/\d+/.exec(text.replaceAll(',', ''))?.[0]);

describe('the picture', () => {
  journey(
    'finds the states of a tag and highlights the path to the state under the pointer',
    { demo: 'small' },
    async ({ page }) => {
      const picture = new Picture(page);
      const marked = async (): Promise<number[]> =>
        [...(await picture.states()).values()].filter(({ match }) => match).map(({ state }) => state);

      await picture.openChoices();
      await picture.search.fill('ask-order');
      await eventually(marked).not.toEqual([]);
      const found = await marked();
      const said = page.getByRole('search').getByRole('status');
      await eventually(() => said.innerText()).toBe(`${found.length} shown`);
      await picture.search.press('Enter');
      await eventually(() => said.innerText()).toBe(`1 of ${found.length}`);
      await picture.search.press('Escape');
      await eventually(marked).toEqual([]);

      await page.getByRole('button', { name: 'Fit', exact: true }).click();
      await eventually(async () => (await picture.state(found[0])).x).toBeGreaterThan(0);
      const { x, y } = (await picture.stands()).get(found[0]) as Point;
      await page.mouse.move(x, y);
      await eventually(() => picture.litStates()).toContain(found[0]);
      const path = await picture.litStates();
      expect(path).toContain(0);
      const lit = (await picture.edges()).filter((edge) => edge.lit);
      expect(lit.length).toBeGreaterThanOrEqual(1);
      expect(lit.every(({ from, to }) => path.includes(from) && path.includes(to))).toBe(true);
      await page.mouse.move(x, 5);
      await eventually(() => picture.litStates()).toEqual([]);
    },
  );

  journey(
    'is one tab stop: arrow keys move, Enter opens and Esc leaves',
    { demo: 'small' },
    async ({ page }) => {
      const picture = new Picture(page);
      const bench = new Workbench(page);
      await picture.stage.waitFor();
      await page.getByRole('toolbar', { name: 'Picture' }).getByRole('button').last().focus();
      await page.keyboard.press('Tab');
      await eventually(() => picture.stage.evaluate((stage) => stage === document.activeElement)).toBe(true);
      await eventually(() => picture.announced()).toMatch(/^Start: /);

      await page.keyboard.press('ArrowRight');
      await eventually(() => picture.announced()).toMatch(/state \d+\): /);
      const first = await picture.announced();
      await page.keyboard.press(']');
      await eventually(() => picture.announced()).not.toBe(first);
      const sibling = await picture.announced();
      expect(sibling).toMatch(/state \d+\): /);
      await page.keyboard.press('[');
      await eventually(() => picture.announced()).toBe(first);
      await page.keyboard.press('ArrowRight');
      await eventually(() => picture.announced()).not.toBe(first);
      await page.keyboard.press('ArrowLeft');
      await eventually(() => picture.announced()).toBe(first);

      await page.keyboard.press('Enter');
      const number = numberIn(first);
      await eventually(() => bench.state()).toBe(number);
      expect((await picture.state(number)).selected).toBe(true);
      await page.keyboard.press('Escape');
      await eventually(() => bench.title()).toBe('All dialogues');
      await page.keyboard.press('Escape');
      expect(await picture.stage.evaluate((stage) => stage === document.activeElement)).toBe(false);

      await picture.stage.focus();
      await page.keyboard.press('Tab');
      const inside = await picture.stage.evaluate((stage) => stage.contains(document.activeElement));
      expect(inside).toBe(false);
    },
  );

  journey(
    'moves states to their new places and fades in what is new, unless people want no motion',
    { demo: 'small', reducedMotion: 'no-preference' },
    async ({ page }) => {
      const picture = new Picture(page);
      await picture.openChoices();
      await picture.stands();
      await page.evaluate(() => {
        const shown = { durations: [] as unknown[], elements: [...document.querySelectorAll('.graph-node')] };
        const { animate } = SVGElement.prototype;
        SVGElement.prototype.animate = function (frames, options) {
          shown.durations.push(typeof options === 'object' ? options.duration : options);
          return animate.call(this, frames, options);
        };
        Object.assign(window, { shown });
      });
      /** Returns the animations since the last change, and how many states still have the element that they had. */
      const changed = async () => {
        await picture.stands();
        return page.evaluate(() => {
          const { shown } = window as unknown as {
            shown: { durations: unknown[]; elements: Element[] };
          };
          const now = [...document.querySelectorAll('.graph-node')];
          const kept = now.filter((element) => shown.elements.includes(element)).length;
          return { durations: shown.durations.splice(0), kept, states: now.length };
        });
      };
      const { shown } = await picture.counts();
      await picture.supportSlider.focus();
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
      await eventually(async () => (await picture.counts()).shown).toBeLessThan(shown);
      const fewer = await changed();
      // Every remaining state was there before.
      expect(fewer.kept).toBe(fewer.states);
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
      await eventually(async () => (await picture.counts()).shown).toBe(shown);
      const more = await changed();
      expect(more.kept).toBeGreaterThanOrEqual(fewer.states);
      expect(new Set([...fewer.durations, ...more.durations])).toEqual(new Set([200]));

      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
      await eventually(async () => (await picture.counts()).shown).toBeLessThan(shown);
      expect((await changed()).durations).toEqual([]);
      // With any other time, each click would start a transition of every element that it changes.
      const times = await page.evaluate(() =>
        [...document.querySelectorAll('*')].map((element) => getComputedStyle(element).transitionDuration),
      );
      expect(new Set(times)).toEqual(new Set(['0s']));
    },
  );

  journey(
    'keeps every state of a large picture in place when a slider moves',
    { demo: 'whole' },
    async ({ page }) => {
      const picture = new Picture(page);
      await picture.drawAs('DFA');
      await picture.openChoices();
      const opening = await picture.settledCounts();
      await picture.supportSlider.focus();
      await page.keyboard.press('Home');
      await eventually(async () => (await picture.counts()).shown).toBeGreaterThan(opening.shown);
      const counts = await picture.settledCounts();
      const before = await picture.stands();
      const kept = async (): Promise<ReadonlyMap<number, DrawnState>> => {
        const after = await picture.states();
        for (const [state, place] of after) {
          const old = before.get(state);
          if (old) expect({ state, x: place.x, y: place.y }).toEqual({ state, x: old.x, y: old.y });
        }
        return after;
      };

      await page.keyboard.press('ArrowRight');
      await eventually(async () => (await picture.counts()).shown).toBeLessThan(counts.shown);
      const fewer = await picture.settledCounts();
      expect(fewer.shown).toBeGreaterThan(MOST_CARDS);
      expect(fewer.shown + fewer.hidden).toBe(counts.shown + counts.hidden);
      expect((await kept()).size).toBe(fewer.shown);

      await page.keyboard.press('ArrowLeft');
      await eventually(async () => (await picture.counts()).shown).toBe(counts.shown);
      await picture.settledCounts();
      expect((await kept()).size).toBe(before.size);

      await picture.depthSlider.focus();
      for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowLeft');
      await eventually(async () => (await picture.counts()).shown).toBeLessThan(counts.shown);
      const shallow = await picture.settledCounts();
      expect(shallow.shown).toBeGreaterThan(MOST_CARDS);
      expect((await kept()).size).toBe(shallow.shown);
      await page.keyboard.press('End');
      await eventually(async () => (await picture.counts()).shown).toBe(counts.shown);

      const transitions = async (): Promise<number> =>
        Number(/(\d+)(?: of \d+)? transitions/.exec((await picture.counts()).text)?.[1]);
      const allTransitions = await transitions();
      await page.getByRole('slider', { name: 'Paths for' }).focus();
      await page.keyboard.press('Home');
      await eventually(transitions).toBeLessThan(allTransitions);
      await picture.settledCounts();
      await kept();
      await page.keyboard.press('End');
      await eventually(transitions).toBe(allTransitions);

      const open = await picture.settledCounts();
      await picture.stage.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      await page.keyboard.press(']');
      await page.keyboard.press('Space');
      await page.getByText('2 states chosen').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('2 states chosen').waitFor({ state: 'hidden' });
      await page.keyboard.press('Space');
      await page.keyboard.press('[');
      await page.keyboard.press('Space');
      await page.getByText('2 states chosen').waitFor();
      await page.getByLabel('Name of the group').fill('Opening');
      await page.keyboard.press('Enter');
      const drawn = async (): Promise<number> => (await picture.states()).size;
      await eventually(drawn).toBe(open.shown - 1);
      expect((await picture.counts()).shown).toBe(open.shown);
      await picture.choose('Opening');
      await eventually(drawn).toBe(open.shown);

      // To the table and back: the settings stay.
      const set = await picture.supportSlider.inputValue();
      await page.getByRole('tab', { name: 'Table' }).click();
      await page.getByRole('table').waitFor();
      await page.getByRole('tab', { name: 'Graph' }).click();
      expect(await picture.supportSlider.inputValue()).toBe(set);
      await page.reload();
      await picture.stage.waitFor();
      expect(await picture.supportSlider.inputValue()).toBe(set);
    },
  );
});

describe('the list of dialogues', () => {
  journey(
    'opens from a state, and a dialogue leads back to the graph',
    { demo: 'whole' },
    async ({ page }) => {
      const picture = new Picture(page);
      const bench = new Workbench(page);
      const edge = (await picture.edges()).find(({ from, transitions }) => from === 0 && transitions === 1);
      const state = edge?.to ?? 1;

      await picture.clickState(state);
      await eventually(() => bench.state()).toBe(state);
      const total = numberIn(await bench.count());
      expect(total).toBeGreaterThan(0);
      await eventually(() => bench.row(0).getAttribute('aria-setsize')).toBe(String(total));

      await bench.open(0);
      await bench.transcript.waitFor();
      await eventually(() => bench.statesOf(1)).toContain(state);
      expect((await bench.tags(1)).length).toBeGreaterThan(0);

      await bench.turn(2).click();
      const reached = (await bench.statesOf(2)).at(-1) ?? -1;
      const show = page.getByRole('button', { name: 'Show', exact: true });
      const litStates = async (): Promise<number[]> => {
        if (await show.isVisible()) await show.click();
        return picture.litStates();
      };
      await eventually(litStates).toContain(reached);

      const path = bench.transcript.getByRole('button', { name: 'Highlight the path' });
      await path.click();
      await eventually(() => path.getAttribute('aria-pressed')).toBe('true');
      const visited = new Set([0]);
      for (let turn = 1; turn <= (await bench.transcript.getByRole('listitem').count()); turn++) {
        for (const visit of await bench.statesOf(turn)) visited.add(visit);
      }
      const ascending = (states: Iterable<number>): number[] => [...states].sort((a, b) => a - b);
      await eventually(async () => ascending(await litStates())).toEqual(ascending(visited));

      await bench
        .turn(2)
        .getByRole('button', { name: `State ${reached}, reached by` })
        .click();
      await eventually(() => bench.state()).toBe(reached);
    },
  );

  journey('searches within the dialogues of a state', { demo: 'small' }, async ({ page }) => {
    const picture = new Picture(page);
    const bench = new Workbench(page);
    await picture.clickState(1);
    await eventually(() => bench.state()).toBe(1);
    const total = numberIn(await bench.count());

    await bench.find.fill('internet');
    await eventually(() => bench.count()).toMatch(new RegExp(`^\\d+ of ${total} dialogues found$`));
    const found = numberIn(await bench.count());
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(total);
    await bench.open(0);
    await bench.transcript
      .locator('mark', { hasText: /internet/i })
      .first()
      .waitFor();

    await bench.find.fill('zebra crossing');
    await page.getByText('No dialogue contains these words').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await eventually(() => bench.count()).toBe(`${total} dialogues`);
  });

  journey('opens from an edge', { demo: 'small' }, async ({ page }) => {
    const picture = new Picture(page);
    const bench = new Workbench(page);
    const edges = await picture.edges();
    const single = edges.find(({ from, transitions }) => from === 0 && transitions === 1);
    const several = edges.find(({ from, transitions }) => from === 0 && transitions > 1);
    if (!single || !several)
      throw new Error('The demo has no edge of one and no edge of several transitions.');

    const nameOf = async (state: number) => {
      await picture.clickState(state);
      await eventually(() => bench.state()).toBe(state);
      return (await bench.title()).split(' · ')[0];
    };
    const [nameOfOne, nameOfOther] = [await nameOf(single.to), await nameOf(several.to)];
    await page.mouse.click(single.point.x, single.point.y);
    await eventually(() => bench.title()).toContain(`Start → ${nameOfOne} · `);
    const ofEdge = numberIn(await bench.count());
    await bench.open(0);
    await eventually(() => bench.statesOf(1)).toContain(single.to);

    await page.mouse.click(several.point.x, several.point.y);
    const menu = page.getByRole('menu', { name: /transitions from state 0/ });
    await eventually(() => menu.getByRole('menuitem').count()).toBe(several.transitions);
    const entry = await menu.getByRole('menuitem').first().innerText();
    await page.keyboard.press('Enter');
    await eventually(() => bench.title()).toContain(`Start → ${nameOfOther} · `);
    await eventually(async () => numberIn(await bench.count())).toBe(numberIn(entry.replace(/^\D*/, '')));
    expect(ofEdge).toBeGreaterThan(0);
  });

  journey('agrees with the table of states', { demo: 'small' }, async ({ page }) => {
    const bench = new Workbench(page);
    await page.getByRole('tab', { name: 'Table' }).click();
    const table = page.getByRole('table');
    const states = numberIn(await page.getByRole('button', { name: /^Automaton \d+ states$/ }).innerText());
    await eventually(() => table.getAttribute('aria-rowcount')).toBe(String(states + 1));
    const header = table.getByRole('columnheader', { name: 'Dialogues' });
    await eventually(() => header.getAttribute('aria-sort')).toBe('descending');

    const row = table.getByRole('row').nth(3);
    const choose = row.getByRole('button', { name: /, state \d+$/ });
    const state = numberIn((await choose.getAttribute('aria-label')) ?? '');
    const headers = await table.getByRole('columnheader').allInnerTexts();
    const support = numberIn(await row.getByRole('cell').nth(headers.indexOf('Dialogues')).innerText());
    await choose.click();
    await eventually(() => bench.state()).toBe(state);
    await eventually(async () => numberIn(await bench.count())).toBe(support);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(() => bench.state()).not.toBe(state);

    await page.getByRole('searchbox', { name: 'Find a tag or a state number' }).fill('order');
    await eventually(async () => Number(await table.getAttribute('aria-rowcount'))).toBeLessThan(states);
    await header.getByRole('button').click();
    await eventually(() => header.getAttribute('aria-sort')).toBe('ascending');
  });
});
