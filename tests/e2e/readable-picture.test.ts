import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import JsZip from 'jszip';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createHeldOutKeys } from '#backend/features/retrieval/index.ts';
import { DEFAULT_PAPER_OPTIONS } from '#shared/algorithms/automaton/learn.ts';
import { reportToWord } from '#shared/algorithms/automaton/written/report/word.ts';
import { type DrawnAutomaton, toDrawn } from '#shared/algorithms/layout/drawn-automaton.ts';
import { PLAIN_ARRANGEMENT } from '#shared/algorithms/layout/grid/spacing.ts';
import { isFar } from '#shared/algorithms/layout/labels/far-labels.ts';
import { wordsOf } from '#shared/algorithms/layout/labels/label-text.ts';
import type { Box } from '#shared/algorithms/layout/labels/taken-boxes.ts';
import { type Layout, layOut } from '#shared/algorithms/layout/lay-out.ts';
import {
  LEAST_FONT_PX,
  SHARE_GAP_PX,
  TEXT_FONT_PX,
  USUAL_STAGE,
} from '#shared/algorithms/layout/layered/card-measures.ts';
import { textsBeside } from '#shared/algorithms/layout/layered/circles.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import { wholeScale } from '#shared/algorithms/layout/scene/fit.ts';
import { overlayScene } from '#shared/algorithms/layout/scene/overlay.ts';
import { outerRadius, type Scene } from '#shared/algorithms/layout/scene/scene.ts';
import { chooseSize } from '#shared/algorithms/learning/choose-size.ts';
import { learnOverview } from '#shared/algorithms/overview/learn-overview.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { SLIDE_METRICS } from '#shared/domain/metrics.ts';
import type { TaggedDialogue } from '#shared/domain/symbols.ts';
import { svgToPng } from '../../renderer/features/export/share/picture-file.ts';
import { overlayOf } from '../../renderer/features/map/overlay-of.ts';
import type { Slide } from '../../renderer/features/story/story-html.ts';
import { storyHtml } from '../../renderer/features/story/story-html.ts';
import { storyPptx } from '../../renderer/features/story/story-pptx.ts';
import { findingStep, isReadable, slideParts, stepOf } from '../../renderer/features/story/story-step.ts';
import { pictureToSvg } from '../../renderer/graph/picture-svg.ts';
import { missingCorpus, readAnnotatedDialogues } from '../fixtures/annotated-corpora.ts';
import { NO_OFFICE, pagesOf } from '../fixtures/office.ts';
import { buildSymbolCorpus, demoDialogues } from '../fixtures/tagged-dialogues.ts';
import { journey } from './harness.ts';

const MOVES = resolve(process.env.DIALOGRAM_DATA ?? '../shared/data', 'twitter-support-threads', 'moves.tsv');

/** Returns the support threads with the moves assigned by people; a turn without one has no tag. */
function tickets(): TaggedDialogue[] {
  const turns = new Map<string, TaggedDialogue['turns'][number][]>();
  for (const line of readFileSync(MOVES, 'utf8').trim().split('\n').slice(1)) {
    const [thread = '', turn = '', role, ...moves] = line.split('\t');
    const own = turns.get(thread) ?? [];
    turns.set(thread, own);
    own[Number(turn)] = { role: role === 'system' ? 'system' : 'user', tags: moves.filter(Boolean) };
  }
  return [...turns].map(([key, own]) => ({
    key,
    turns: Array.from(own, (turn, at) => turn ?? { role: at % 2 === 0 ? 'user' : 'system', tags: [] }),
  }));
}

const CORPORA = [
  { name: 'demo', missing: null, read: demoDialogues },
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

/** Returns figures over the whole range: seconds to years, none to all. */
function anyFigures(scene: Scene, dialogues: number): MapFigures {
  const random = createRandom(1);
  const states = Math.max(...scene.nodes.map(({ state }) => state)) + 1;
  const edges = scene.edges.length;
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
  const ofTransitions = counts(edges);
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
    transitions: {
      ...waits(edges),
      from: scene.edges.map(({ from }) => from),
      to: scene.edges.map(({ to }) => to),
      dialogues: ofTransitions,
      dropped: ofTransitions.map((count) => Math.floor(count * random.next())),
      exits: Array.from({ length: edges }, () => random.next()),
    },
  } as unknown as MapFigures;
}

const covers = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const KINDS = [
  'graph-name',
  'graph-total',
  'graph-share',
  'graph-count',
  'graph-beside',
  'graph-beside graph-value',
] as const;
type Kind = (typeof KINDS)[number];
/** Returns the width in px of a text of a kind, as the browser draws it. */
type WidthOf = (kind: Kind, text: string) => number;

function textsOf(scene: Scene): Record<Kind, string[]> {
  const { nodes, edges, end } = scene;
  return {
    'graph-beside': nodes.flatMap(({ lines = [] }) => lines),
    'graph-beside graph-value': nodes.map(({ value }) => value),
    'graph-name': nodes.flatMap(({ lines = [] }) => lines),
    'graph-total': [...nodes.map(({ value }) => value), ...(end ? [end.value] : [])],
    'graph-share': nodes.map(({ share = '' }) => share),
    'graph-count': [...edges, ...(end?.edges ?? [])].map(({ label }) => label.count),
  };
}

async function measuredIn(page: Page, scenes: readonly Scene[]): Promise<WidthOf> {
  const all = scenes.map(textsOf);
  const texts = KINDS.map((kind) => [kind, [...new Set(all.flatMap((own) => own[kind]))]] as const);
  const widths = await page.locator('.graph-svg').evaluate((svg, asked) => {
    // All texts first, then widths, so that the page is laid out once.
    const probe = svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'g'));
    const written = asked.map(([kind, own]) => {
      const texts = own.map((text) => {
        const element = probe.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'text'));
        element.setAttribute('class', kind);
        element.textContent = text;
        return [text, element] as const;
      });
      return [kind, texts] as const;
    });
    const measured = written.map(([kind, texts]) => {
      const widths = texts.map(([text, element]) => [text, element.getComputedTextLength()] as const);
      return [kind, widths] as const;
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

/** Returns the overlaps in the DFA notation, and what is outside the picture, in words; empty if all can be read. */
function faultsOfDfa({ nodes, edges, bounds }: Scene, widthOf: WidthOf): string[] {
  const shapes = nodes.map((node) => {
    const radius = outerRadius(node);
    const { x, y } = node;
    return { what: 'a state', left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
  });
  const texts = nodes.flatMap((node) =>
    textsBeside(node).flatMap(({ text, x, y, anchor }, at, all) => {
      if (text === '') return [];
      const widthPx = widthOf(at === all.length - 1 ? 'graph-beside graph-value' : 'graph-beside', text);
      const left = node.x + x - (anchor === 'end' ? widthPx : 0);
      const low = node.y + y;
      return [{ what: text, left, right: left + widthPx, top: low - 9, bottom: low + 2 }];
    }),
  );
  const figures = edges.flatMap(({ label: { count, x, y, box } }) => {
    if (!box) return [];
    const half = widthOf('graph-count', count) / 2;
    return [{ what: count, left: x - half, right: x + half, top: y - 9, bottom: y }];
  });
  const all = [...shapes, ...texts, ...figures];
  const outside = all
    .filter(
      ({ left, right, top, bottom }) =>
        left < bounds.left || right > bounds.right || top < bounds.top || bottom > bounds.bottom,
    )
    .map(({ what }) => `${what} is outside the picture`);
  return [...overlapsOf(all), ...outside];
}

function overlapsOf(all: readonly (Box & { readonly what: string })[]): string[] {
  return all.flatMap((box, at) =>
    all.slice(at + 1).flatMap((other) => (covers(box, other) ? [`${box.what} lies on ${other.what}`] : [])),
  );
}

const pictures = new Map<string, ReturnType<typeof learnPicture>>();

function defaultPicture({ name, read }: (typeof CORPORA)[number]): ReturnType<typeof learnPicture> {
  const picture = pictures.get(name) ?? learnPicture(read());
  pictures.set(name, picture);
  return picture;
}

function learnPicture(dialogues: readonly TaggedDialogue[]) {
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
  const dfa = layOut(automaton, all, null, { ...PLAIN_ARRANGEMENT, notation: 'dfa' }).scene;
  return { automaton, scene, layout, dfa };
}

const faultsIn = (scene: Scene, widthOf: WidthOf): string[] =>
  (scene.notation === 'dfa' ? faultsOfDfa : faultsOf)(scene, widthOf);

/** Checks that names are complete: in their lines, in order, with no word broken or left out. */
function expectWholeNames({
  automaton,
  scene,
}: Pick<ReturnType<typeof learnPicture>, 'automaton' | 'scene'>): void {
  for (const { state, lines = [] } of scene.nodes) {
    // The circle of the start has a sign.
    if (state === 0 && scene.notation === 'dfa') continue;
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
    const pictures = CORPORA.filter(({ missing }) => missing === null).map((corpus) => {
      const { name } = corpus;
      const picture = defaultPicture(corpus);
      const { automaton, scene, dfa } = picture;
      for (const drawn of [scene, dfa]) {
        const { bounds } = drawn;
        expectWholeNames({ automaton, scene: drawn });
        expect(wholeScale(bounds, USUAL_STAGE) * TEXT_FONT_PX).toBeGreaterThanOrEqual(LEAST_FONT_PX);
        for (const stage of [USUAL_STAGE, SMALL_STAGE]) {
          const scale = wholeScale(bounds, stage);
          expect((bounds.right - bounds.left) * scale).toBeLessThanOrEqual(stage.width);
          expect((bounds.bottom - bounds.top) * scale).toBeLessThanOrEqual(stage.height);
          // Smaller pictures have other labels.
          expect({ name, stage, isNear: !isFar(drawn, scale) }).toEqual({ name, stage, isNear: true });
        }
      }
      const figures = anyFigures(scene, automaton.dialogues);
      const of = { where: '', waits: 'customer' as const, number: 'turns' };
      const modes = ([...SLIDE_METRICS, 'difference'] as const).flatMap((metric) =>
        [false, true].map((width) => ({
          metric,
          overlay: overlayOf(figures, metric, { label: true, colour: true, width }, of),
        })),
      );
      return {
        name,
        modes: [scene, dfa].flatMap((drawn) => [
          { metric: 'none', shown: drawn },
          ...modes.map(({ metric, overlay }) => ({ metric, shown: overlayScene(drawn, overlay) })),
        ]),
      };
    });
    const scenes = pictures.flatMap(({ modes }) => modes.map(({ shown }) => shown));
    const widthOf = await measuredIn(page, scenes);
    for (const { name, modes } of pictures)
      for (const { metric, shown } of modes)
        expect({ name, metric, notation: shown.notation, faults: faultsIn(shown, widthOf) }).toEqual({
          name,
          metric,
          notation: shown.notation,
          faults: [],
        });
  });
});

/** Returns the slides of a default picture: plain, with a selected state, of a path, and of a finding. */
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
    lit: { states: [state], transitions: [] },
  };
  const walk = longWalk(layout.scene);
  const path = {
    figure: `${walk.length - 1} turns`,
    sentence: [{ text: 'of one dialogue.' }],
    basis: '1 of 1,334 dialogues',
    lit: { states: walk, transitions: walk.slice(1).map((to, at) => ({ from: walk[at] ?? 0, to })) },
  };
  return [
    stepOf(whole),
    stepOf({ ...whole, selection: { kind: 'state', state } }),
    findingStep(graph, path),
    findingStep(graph, finding),
  ].map((step) => {
    const parts = slideParts(
      { step, graph, annotations: [], overlay: null },
      { theme: 'light', words: false },
    );
    return { step, parts, slide: { svg: pictureToSvg(parts), title: step.title, note: '' } };
  });
}

const LONG_WALK = 14;

function longWalk({ edges }: Scene): number[] {
  const left = new Set(edges);
  const walk = [0];
  while (walk.length <= LONG_WALK) {
    const [next] = [...left]
      .filter(({ from }) => from === walk.at(-1))
      .sort((first, second) => second.support - first.support);
    if (!next) break;
    left.delete(next);
    walk.push(next.to);
  }
  return walk;
}

interface Written extends Box {
  readonly text: string;
  readonly fontPt: number;
  readonly isCaption: boolean;
}

/** Returns a browser's drawing of a story's first slide, in px of a 1600 px wide slide. */
async function writtenIn(page: Page, slide: Slide): Promise<Written[]> {
  await page.goto('about:blank');
  await page.setContent(storyHtml('Story', [slide], false));
  return page.locator('section > svg').evaluate((svg) => {
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
}

describe('slides', () => {
  for (const { name, missing } of CORPORA) if (missing) it.skip(`${name} (${missing})`, () => {});

  journey('show the same labels in every format, none cut and none on another', {}, async ({ context }) => {
    const told: { name: string; slides: Slide[]; texts: string[][] }[] = [];
    const [reader, drawer] = [await context.newPage(), await context.newPage()];
    await reader.setViewportSize({ width: 1600, height: 1000 });
    await drawer.setViewportSize({ width: 1600, height: 900 });
    for (const corpus of CORPORA) {
      const { name, missing } = corpus;
      if (missing) continue;
      const made = slidesOf(defaultPicture(corpus));
      const texts: string[][] = [];
      for (const [at, { step, parts, slide }] of made.entries()) {
        const written = await writtenIn(reader, slide);
        const where = { name, slide: at };
        const outside = written.filter(
          ({ left, right, top, bottom }) => left < 0 || right > 1600 || top < 0 || bottom > 900,
        );
        const overlaps = written.flatMap((one, index) =>
          written.slice(index + 1).flatMap((other) => (covers(one, other) ? [[one.text, other.text]] : [])),
        );
        expect({ ...where, outside, overlaps }).toEqual({ ...where, outside: [], overlaps: [] });
        const words = written.map(({ text }) => text).join(' ');
        for (const { lines = [], value } of parts.layout.scene.nodes)
          for (const line of [...lines, value]) expect(words).toContain(line);
        const inPng = await drawer.evaluate(asPng, { svg: slide.svg, source: svgToPng.toString() });
        const inWord = reportToWord({ ...BARE_REPORT, title: slide.title }, slide.svg)[
          'word/media/picture0.svg'
        ];
        const formats = {
          PNG: inPng,
          Word: `data:image/svg+xml;base64,${Buffer.from(inWord ?? '').toString('base64')}`,
          // As the app presents it.
          presentation: `data:image/svg+xml;base64,${Buffer.from(slide.svg).toString('base64')}`,
        };
        const missing = await missingLabels(drawer, formats, slide.svg, written);
        expect({ ...where, missing }).toEqual({ ...where, missing: { PNG: [], Word: [], presentation: [] } });
        expect(words).not.toMatch(/Step \d|State \d/);
        const captions = written.filter(({ isCaption }) => isCaption).map(({ fontPt }) => fontPt);
        expect(Math.min(...captions)).toBeGreaterThanOrEqual(10);
        if (step.states !== null) {
          expect({ ...where, isReadable: isReadable(parts) }).toEqual({ ...where, isReadable: true });
          const labels = written.filter(({ isCaption }) => !isCaption).map(({ fontPt }) => fontPt);
          expect(Math.min(...labels)).toBeGreaterThanOrEqual(12);
        }
        if (at === made.length - 1) {
          expect(parts.layout.scene.nodes.length).toBeLessThanOrEqual(12);
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

const BARE_REPORT = { title: '', summary: '', findings: [], definitions: [], lines: [], sections: [] };

async function asPng({ svg, source }: { readonly svg: string; readonly source: string }): Promise<string> {
  const toPng = new Function(`return (${source})`)() as (svg: string, times: number) => Promise<Blob>;
  const bytes = new Uint8Array(await (await toPng(svg, 1)).arrayBuffer());
  return `data:image/png;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

async function missingLabels(
  page: Page,
  pictures: Readonly<Record<string, string>>,
  svg: string,
  written: readonly Written[],
): Promise<Record<string, string[]>> {
  await page.setContent(`<style>body{margin:0}svg{display:block;width:1600px;height:900px}</style>${svg}`);
  const original = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
  return page.evaluate(
    async ({ pictures, original, written }) => {
      const drawn = async (address: string) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = 1600;
        canvas.height = 900;
        const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
        context.drawImage(image, 0, 0, 1600, 900);
        return context;
      };
      const other = await drawn(original);
      const missing: Record<string, string[]> = {};
      for (const [format, picture] of Object.entries(pictures)) {
        const one = await drawn(picture);
        missing[format] = written
          .filter(({ left, top, right, bottom }) => {
            const area = [left, top, Math.max(1, right - left), Math.max(1, bottom - top)] as const;
            const [mine, theirs] = [one.getImageData(...area).data, other.getImageData(...area).data];
            const [paperR = 0, paperG = 0, paperB = 0] = theirs;
            let [ink, wrong] = [0, 0];
            for (let at = 0; at < theirs.length; at += 4) {
              const distance = (r: number, g: number, b: number): number =>
                Math.abs((theirs[at] ?? 0) - r) +
                Math.abs((theirs[at + 1] ?? 0) - g) +
                Math.abs((theirs[at + 2] ?? 0) - b);
              if (distance(paperR, paperG, paperB) > 150) ink++;
              if (distance(mine[at] ?? 0, mine[at + 1] ?? 0, mine[at + 2] ?? 0) > 150) wrong++;
            }
            return ink === 0 || wrong > ink * 0.3;
          })
          .map(({ text }) => text);
      }
      return missing;
    },
    { pictures, original, written },
  );
}

/** Returns how often each letter occurs, since formats break lines at different places. */
const lettersOf = (texts: readonly string[]): string => [...texts.join('')].sort().join('');
