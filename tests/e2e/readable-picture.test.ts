import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import JsZip from 'jszip';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createHeldOutKeys } from '#backend/features/retrieval/index.ts';
import { buildSymbolCorpus } from '#shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { DEFAULT_PAPER_OPTIONS } from '#shared/algorithms/automaton/learn.ts';
import { type DrawnAutomaton, toDrawn } from '#shared/algorithms/layout/drawn-automaton.ts';
import { PLAIN_ARRANGEMENT } from '#shared/algorithms/layout/grid/spacing.ts';
import { FAR_SCALE } from '#shared/algorithms/layout/labels/far-labels.ts';
import { wordsOf } from '#shared/algorithms/layout/labels/label-text.ts';
import type { Box } from '#shared/algorithms/layout/labels/taken-boxes.ts';
import { type Layout, layOut } from '#shared/algorithms/layout/lay-out.ts';
import { LEAST_FONT_PX, SHARE_GAP_PX, USUAL_STAGE } from '#shared/algorithms/layout/layered/card-measures.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import { leastFontAt, wholeScale } from '#shared/algorithms/layout/scene/fit.ts';
import { overlayScene } from '#shared/algorithms/layout/scene/overlay.ts';
import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import { chooseSize } from '#shared/algorithms/learning/choose-size.ts';
import { learnOverview } from '#shared/algorithms/overview/learn-overview.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { DEMO_DEFAULTS, generateDemoDialogues } from '#shared/demo/generate.ts';
import type { TaggedDialogue } from '#shared/domain/symbols.ts';
import { METRICS } from '../../renderer/features/map/map-state.ts';
import { overlayOf } from '../../renderer/features/map/overlay-of.ts';
import type { Slide } from '../../renderer/features/story/story-html.ts';
import { storyHtml } from '../../renderer/features/story/story-html.ts';
import { storyPptx } from '../../renderer/features/story/story-pptx.ts';
import { findingStep, isReadable, slideParts, stepOf } from '../../renderer/features/story/story-step.ts';
import { pictureToSvg } from '../../renderer/graph/picture-svg.ts';
import { missingCorpus, readAnnotatedDialogues } from '../fixtures/annotated-corpora.ts';
import { NO_OFFICE, pagesOf } from '../fixtures/office.ts';
import { journey } from './harness.ts';

const demo = (): TaggedDialogue[] =>
  generateDemoDialogues(DEMO_DEFAULTS).map(({ id, turns }) => ({
    key: id,
    rounds: turns.map(({ speaker, acts = [] }) => ({ role: speaker, tags: acts })),
  }));

const MOVES = resolve(process.env.DIALOGRAM_DATA ?? '../shared/data', 'twitter-support-threads', 'moves.tsv');

/** Returns the support threads with the moves assigned by people; a turn without one has no tag. */
function tickets(): TaggedDialogue[] {
  const rounds = new Map<string, TaggedDialogue['rounds'][number][]>();
  for (const line of readFileSync(MOVES, 'utf8').trim().split('\n').slice(1)) {
    const [thread = '', turn = '', role, ...moves] = line.split('\t');
    const own = rounds.get(thread) ?? [];
    rounds.set(thread, own);
    own[Number(turn)] = { role: role === 'system' ? 'system' : 'user', tags: moves.filter(Boolean) };
  }
  return [...rounds].map(([key, own]) => ({
    key,
    // A turn that nobody read belongs to the other speaker.
    rounds: Array.from(own, (round, at) => round ?? { role: at % 2 === 0 ? 'user' : 'system', tags: [] }),
  }));
}

const CORPORA = [
  { name: 'demo', missing: null, read: demo },
  {
    name: 'tickets',
    missing: existsSync(MOVES)
      ? null
      : `${MOVES} is not there; set DIALOGRAM_DATA to the folder of the corpora`,
    read: tickets,
  },
  ...['multiwoz', 'sgd', 'star'].map((name) => ({
    name,
    missing: missingCorpus(name),
    read: () => readAnnotatedDialogues(name),
  })),
];

/** Returns figures over the whole range that occurs: from seconds to years, from none to all. */
function anyFigures(scene: Scene, dialogues: number): MapFigures {
  const random = createRandom(1);
  const states = Math.max(...scene.nodes.map(({ state }) => state)) + 1;
  const ways = scene.edges.length;
  const column = (length: number, most: number): number[] =>
    Array.from({ length }, () => Math.round(most ** random.next() * 100) / 100);
  const counts = (length: number): number[] => column(length, dialogues).map(Math.ceil);
  const YEAR = 365 * 24 * 3600;
  const waits = (length: number) => ({
    median: column(length, YEAR),
    p90: column(length, YEAR),
    total: column(length, YEAR * 20),
    good: Array.from({ length }, () => random.next()),
    mean: column(length, 99_999),
    visits: counts(length),
  });
  const ofStates = counts(states);
  const ofWays = counts(ways);
  return {
    automaton: 1,
    dialogues,
    timed: true,
    states: {
      ...waits(states),
      dialogues: ofStates,
      dropOffs: ofStates.map((count) => Math.floor(count * random.next())),
      ends: ofStates.map((count) => Math.floor(count * random.next())),
    },
    ways: {
      ...waits(ways),
      from: scene.edges.map(({ from }) => from),
      to: scene.edges.map(({ to }) => to),
      dialogues: ofWays,
      dropped: ofWays.map((count) => Math.floor(count * random.next())),
      exits: Array.from({ length: ways }, () => random.next()),
    },
  } as unknown as MapFigures;
}

const covers = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const KINDS = ['graph-name', 'graph-total', 'graph-share', 'graph-count'] as const;
type Kind = (typeof KINDS)[number];
/** Returns the width in px of a text of a kind, as the browser draws it. */
type WidthOf = (kind: Kind, text: string) => number;

/** Returns all texts of a scene, by their style. */
function textsOf({ nodes, edges, end }: Scene): Record<Kind, string[]> {
  return {
    'graph-name': nodes.flatMap(({ lines = [] }) => lines),
    'graph-total': [...nodes.map(({ value }) => value), ...(end ? [end.value] : [])],
    'graph-share': nodes.map(({ share = '' }) => share),
    'graph-count': [...edges, ...(end?.edges ?? [])].map(({ label }) => label.count),
  };
}

/** Measures texts in the picture of a page, at its own scale. */
async function measuredIn(page: Page, scenes: readonly Scene[]): Promise<WidthOf> {
  const all = scenes.map(textsOf);
  const texts = KINDS.map((kind) => [kind, [...new Set(all.flatMap((own) => own[kind]))]] as const);
  const widths = await page.locator('.graph-svg').evaluate((svg, asked) => {
    const probe = svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'text'));
    const measured = asked.map(([kind, own]) => {
      probe.setAttribute('class', kind);
      return [
        kind,
        own.map((text) => {
          probe.textContent = text;
          return [text, probe.getComputedTextLength()] as const;
        }),
      ] as const;
    });
    probe.remove();
    return measured;
  }, texts);
  const known = new Map(widths.map(([kind, own]) => [kind, new Map(own)]));
  return (kind, text) => known.get(kind)?.get(text) ?? Number.NaN;
}

/** Returns the overlaps, and the parts outside their card, in words; empty if everything is readable. */
function faultsOf(scene: Scene, widthOf: WidthOf): string[] {
  const { nodes, edges, end, bounds } = scene;
  const cards = [...nodes, ...(end ? [end] : [])].map(({ x, y, halfWidth, radius }) => ({
    left: x - halfWidth,
    right: x + halfWidth,
    top: y - radius,
    bottom: y + radius,
  }));
  const figures = [...edges, ...(end?.edges ?? [])].flatMap(({ label }) =>
    label.box
      ? [
          {
            ...label.box,
            left: label.x - widthOf('graph-count', label.count) / 2,
            right: label.x + widthOf('graph-count', label.count) / 2,
          },
        ]
      : [],
  );
  const all = [...cards, ...figures];
  const overlaps = all.flatMap((box, at) =>
    all
      .slice(at + 1)
      .flatMap((other) =>
        covers(box, other) ? [`${JSON.stringify(box)} lies on ${JSON.stringify(other)}`] : [],
      ),
  );
  const outside = all.flatMap((box) =>
    box.left < bounds.left || box.right > bounds.right || box.top < bounds.top || box.bottom > bounds.bottom
      ? [`${JSON.stringify(box)} is outside the picture`]
      : [],
  );
  const cut = [...nodes, ...(end ? [{ ...end, lines: [], share: '' }] : [])].flatMap(
    ({ lines = [], value, share = '', halfWidth }) => {
      const sharePx = share === '' ? 0 : SHARE_GAP_PX + widthOf('graph-share', share);
      const total = widthOf('graph-total', value) + sharePx;
      return [...lines.map((line) => widthOf('graph-name', line)), total]
        .filter((widthPx) => !(widthPx <= 2 * halfWidth))
        .map(() => `${lines.join(' ')} ${value} ${share} is wider than its card`);
    },
  );
  return [...overlaps, ...outside, ...cut];
}

/** Returns the default picture of a corpus, with the size that the app chooses. */
function defaultPicture(dialogues: readonly TaggedDialogue[]) {
  const corpus = buildSymbolCorpus(dialogues);
  const { states, sizes } = chooseSize(corpus, DEFAULT_PAPER_OPTIONS, createHeldOutKeys());
  expect(states).toBeGreaterThanOrEqual(8);
  expect(states).toBeLessThanOrEqual(24);
  expect(sizes.length).toBeGreaterThan(10);
  const automaton = toDrawn(learnOverview(corpus, { ...DEFAULT_PAPER_OPTIONS, states }).automaton);
  const all = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
  const layout = layOut(automaton, all, null, PLAIN_ARRANGEMENT);
  const { scene } = layout;
  expect(layout.visibility.hiddenCount).toBe(0);
  expect(scene.notation).toBe('boxes');
  return { automaton, scene, layout };
}

/** Checks that names are complete: in their lines, in order, with no word broken or left out. */
function expectWholeNames({
  automaton,
  scene,
}: Pick<ReturnType<typeof defaultPicture>, 'automaton' | 'scene'>): void {
  for (const { state, lines = [] } of scene.nodes) {
    const words = wordsOf(stateName(automaton, state)).map((word) => word.trimEnd());
    const told = lines.flatMap((line) => wordsOf(line).map((word) => word.trimEnd()));
    expect(told).toEqual(words);
  }
}

/** The graph in a window of 1280 × 800 with a panel beside it, the smallest that people use. */
const SMALL_STAGE = { width: 760, height: 480 };

describe('the default pictures of five corpora', () => {
  for (const { name, missing } of CORPORA) if (missing) it.skip(`${name} (${missing})`, () => {});

  // Colors do not matter here: a theme changes no width, and a window only the overall scale.
  journey('can be read in every mode', { demo: 'small' }, async ({ page }) => {
    await page.locator('.graph-name').first().waitFor();
    const pictures = CORPORA.filter(({ missing }) => missing === null).map(({ name, read }) => {
      const picture = defaultPicture(read());
      const { automaton, scene } = picture;
      expectWholeNames(picture);
      expect(leastFontAt(scene, USUAL_STAGE)).toBeGreaterThanOrEqual(LEAST_FONT_PX);
      for (const stage of [USUAL_STAGE, SMALL_STAGE]) {
        const scale = wholeScale(scene.bounds, stage);
        expect((scene.bounds.right - scene.bounds.left) * scale).toBeLessThanOrEqual(stage.width);
        expect((scene.bounds.bottom - scene.bounds.top) * scale).toBeLessThanOrEqual(stage.height);
        // Smaller pictures have other labels.
        expect({ name, stage, isNear: scale >= FAR_SCALE }).toEqual({ name, stage, isNear: true });
      }
      const figures = anyFigures(scene, automaton.dialogues);
      const of = { where: '', waits: 'customer' as const, number: 'turns' };
      const modes = METRICS.flatMap(({ value: metric }) =>
        [false, true].map((width) => ({
          metric,
          shown: overlayScene(scene, overlayOf(figures, metric, { label: true, colour: true, width }, of)),
        })),
      );
      return { name, modes: [{ metric: 'none', shown: scene }, ...modes] };
    });
    const scenes = pictures.flatMap(({ modes }) => modes.map(({ shown }) => shown));
    const widthOf = await measuredIn(page, scenes);
    for (const { name, modes } of pictures)
      for (const { metric, shown } of modes)
        expect({ name, metric, faults: faultsOf(shown, widthOf) }).toEqual({ name, metric, faults: [] });
  });
});

/** Returns the slides of a default picture: as it is, with a state selected, and of a finding about that state. */
function slidesOf({ automaton, layout }: { automaton: DrawnAutomaton; layout: Layout }) {
  const summary = {
    id: 1,
    learner: 'overview',
    tagger: 'moves',
    params: {},
    createdAt: '2026-01-01T00:00:00Z',
  };
  const graph = { ...automaton, summary } as unknown as AutomatonGraph;
  const { support } = automaton.states;
  const [state = 1] = layout.scene.nodes
    .map((node) => node.state)
    .filter((one) => one !== 0)
    .sort((first, second) => support[second] - support[first]);
  const whole = {
    graph,
    layout,
    visibility: layout.visibility,
    overlay: null,
    annotations: [],
    highlight: null,
    selection: null,
  };
  const finding = {
    figure: '28 %',
    sentence: [{ text: `of dialogues end with ${stateName(automaton, state)}.` }],
    basis: '380 of 1,334 dialogues · 95 % interval 26–31 %',
    lit: { states: [state], ways: [] },
  };
  return [
    stepOf(whole),
    stepOf({ ...whole, selection: { kind: 'state', state } }),
    findingStep(graph, finding),
  ].map((step) => {
    const parts = slideParts(
      { step, graph, annotations: [], overlay: null },
      { theme: 'light', words: false },
    );
    return { step, parts, slide: { svg: pictureToSvg(parts), title: step.title, note: '' } };
  });
}

interface Written extends Box {
  readonly text: string;
  readonly fontPt: number;
  readonly isCaption: boolean;
}

/** Returns what a browser draws of a story's first slide, in px of a slide that is 1600 px wide. */
async function writtenIn(context: BrowserContext, slide: Slide): Promise<Written[]> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1600, height: 1000 });
  await page.setContent(storyHtml('Story', [slide], false));
  const written = await page.locator('section > svg').evaluate((svg) => {
    const frame = svg.getBoundingClientRect();
    const scale = 1600 / frame.width;
    return [...svg.querySelectorAll<SVGTextElement>('text:not([aria-hidden])')].map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const inset = (bottom - top) * 0.15;
      const sizes = [text, ...text.querySelectorAll('tspan')].map((one) =>
        Number.parseFloat(getComputedStyle(one).fontSize),
      );
      return {
        text: text.textContent ?? '',
        left: (left - frame.left) * scale,
        right: (right - frame.left) * scale,
        top: (top + inset - frame.top) * scale,
        bottom: (bottom - inset - frame.top) * scale,
        fontPt: (Math.min(...sizes) * (text.getScreenCTM()?.a ?? 1) * scale * 72 * 13.333) / 1600,
        isCaption: text.closest('.foot') !== null,
      };
    });
  });
  await page.close();
  return written;
}

describe('slides', () => {
  for (const { name, missing } of CORPORA) if (missing) it.skip(`${name} (${missing})`, () => {});

  journey('show the same labels in every format, none cut and none on another', {}, async ({ context }) => {
    const told: { name: string; slides: Slide[]; texts: string[][] }[] = [];
    for (const { name, missing, read } of CORPORA) {
      if (missing) continue;
      const made = slidesOf(defaultPicture(read()));
      const texts: string[][] = [];
      for (const [at, { step, parts, slide }] of made.entries()) {
        const written = await writtenIn(context, slide);
        const where = { name, slide: at };
        const outside = written.filter(
          ({ left, right, top, bottom }) => left < 0 || right > 1600 || top < 0 || bottom > 900,
        );
        const overlaps = written.flatMap((one, index) =>
          written.slice(index + 1).flatMap((other) => (covers(one, other) ? [[one.text, other.text]] : [])),
        );
        expect({ ...where, outside, overlaps }).toEqual({ ...where, outside: [], overlaps: [] });
        // Every state that is shown has its name and total.
        const words = written.map(({ text }) => text).join(' ');
        for (const { lines = [], value } of parts.layout.scene.nodes)
          for (const line of [...lines, value]) expect(words).toContain(line);
        expect(words).not.toMatch(/Step \d|State \d/);
        const captions = written.filter(({ isCaption }) => isCaption).map(({ fontPt }) => fontPt);
        expect(Math.min(...captions)).toBeGreaterThanOrEqual(10);
        if (at === made.length - 1) {
          expect(parts.layout.scene.nodes.length).toBeLessThanOrEqual(12);
          expect({ ...where, isReadable: isReadable(parts) }).toEqual({ ...where, isReadable: true });
          const labels = written.filter(({ isCaption }) => !isCaption).map(({ fontPt }) => fontPt);
          expect(Math.min(...labels)).toBeGreaterThanOrEqual(12);
          expect(step.title).toMatch(/^28 % of dialogues end with/);
        }
        texts.push(written.map(({ text }) => text.replaceAll(/\s/g, '')).sort());
      }
      told.push({ name, slides: made.map(({ slide }) => slide), texts });
    }
    for (const { name, slides, texts } of told) {
      const file = new Uint8Array(await storyPptx(name, slides, false, { theme: 'light' }));
      const zip = await JsZip.loadAsync(file);
      for (const [at, own] of texts.entries()) {
        const xml = (await zip.file(`ppt/slides/slide${at + 1}.xml`)?.async('string')) ?? '';
        const written = [...xml.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(
          ([, text]) => text?.replaceAll(/\s/g, '') ?? '',
        );
        expect({ name, at, letters: lettersOf(written) }).toEqual({ name, at, letters: lettersOf(own) });
      }
      if (NO_OFFICE !== null) continue;
      const pages = pagesOf(file, 'pptx');
      expect(pages.length).toBe(slides.length);
      for (const [at, own] of texts.entries())
        expect({ name, at, letters: lettersOf(pages[at] ?? []) }).toEqual({
          name,
          at,
          letters: lettersOf(own),
        });
    }
  });
});

/** Returns how often each letter occurs, since formats break lines at different places. */
const lettersOf = (texts: readonly string[]): string => [...texts.join('')].sort().join('');
