import JsZip from 'jszip';
import { expect, it } from 'vitest';
import type { Annotation } from '#shared/algorithms/layout/annotations/annotate.ts';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import { PLAIN_BRAND, paletteOf } from '#shared/algorithms/layout/picture/brand.ts';
import type { Overlay, OverlayMark } from '#shared/algorithms/layout/scene/overlay.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { StoryStep } from '#shared/contract/stories.ts';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { pictureToSvg } from '../../graph/picture-svg.ts';
import type { Slide } from './story-html.ts';
import { storyPptx } from './story-pptx.ts';
import { slideParts, stepOf, type ToldStep } from './story-step.ts';
import { shapesOf } from './svg-shapes.ts';

const graph: AutomatonGraph = {
  ...TEST_GRAPH,
  symbols: [...TEST_GRAPH.symbols, { role: 'user', tag: 'told-by-few' }],
  states: {
    roles: [...TEST_GRAPH.states.roles, 1],
    support: [...TEST_GRAPH.states.support, 3],
    ends: [...TEST_GRAPH.states.ends, 3],
    merged: [...TEST_GRAPH.states.merged, 1],
    depths: [...TEST_GRAPH.states.depths, 3],
  },
  transitions: {
    from: [...TEST_GRAPH.transitions.from, 4],
    to: [...TEST_GRAPH.transitions.to, 6],
    symbol: [...TEST_GRAPH.transitions.symbol, 4],
    support: [...TEST_GRAPH.transitions.support, 3],
  },
};
const layout = layOut(graph, { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null);
const { visibility } = layout;
const annotations: readonly Annotation[] = [
  {
    id: 7,
    kind: 'callout',
    text: 'Look here',
    told: '35 % of dialogues',
    quoted: 'I want my money back',
    large: false,
    colour: 'red',
    states: [3],
    transitions: [],
    dx: 60,
    dy: -60,
  },
  {
    id: 8,
    kind: 'callout',
    text: 'Of a few only',
    large: false,
    colour: '',
    states: [6],
    transitions: [],
    dx: 60,
    dy: -60,
  },
];
const picture = {
  graph,
  layout,
  visibility,
  annotations,
  overlay: null,
  highlight: null,
  selection: null,
};
const whole = stepOf(picture, 'A <b>bold</b> "step" & more\u0001');

const slideOf = (told: ToldStep, how: Parameters<typeof slideParts>[1]): Slide => ({
  svg: pictureToSvg(slideParts(told, how)),
  title: told.step.title,
  note: told.step.note,
});

async function opened(
  steps: readonly StoryStep[],
  withNotes: boolean,
  words = false,
): Promise<Map<string, string>> {
  const told = steps.map((step) =>
    slideOf({ step, graph, annotations, overlay: null }, { theme: 'dark', words }),
  );
  const { files } = await JsZip.loadAsync(
    await storyPptx('Story & more', told, withNotes, { theme: 'dark' }),
  );
  const entries = Object.values(files).map(async (file) => [file.name, await file.async('string')] as const);
  return new Map(await Promise.all(entries));
}

it('writes one slide per step with editable shapes, without parts of few dialogues', async () => {
  const files = await opened(
    [
      { ...whole, note: 'Say <i>this</i>.\nThen that.' },
      { ...whole, title: 'Two' },
    ],
    true,
  );
  const slides = [...files.keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
  expect(slides).toHaveLength(2);
  const slide = files.get('ppt/slides/slide1.xml') ?? '';
  // Six states that many dialogues reach, and a transition for each pair of them.
  expect(layout.scene.nodes.filter(({ state }) => state < 6)).toHaveLength(6);
  for (const { title, lines = [], value, share } of layout.scene.nodes.filter(({ state }) => state < 6)) {
    const name = new RegExp(`^${title.split(/[:;]/)[0]?.replaceAll(/[()]/g, '.')}`);
    const boxes = [...slide.matchAll(/<p:sp>.*?<\/p:sp>/gs)].filter(([shape]) =>
      name.test(/ name="([^"]*)"/.exec(shape)?.[1] ?? ''),
    );
    const texts = boxes.map(([shape]) =>
      [...shape.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text?.trim()),
    );
    expect(texts).toEqual([[...lines, value, ...(share ? [share] : [])]]);
  }
  // Each transition and its arrow.
  expect(slide.match(/<a:custGeom>/g)?.length).toBeGreaterThanOrEqual(14);
  // One box per state and legend entry, two for the end, and the call-out.
  expect(slide.match(/prst="roundRect"/g)?.length).toBeGreaterThanOrEqual(9);
  expect(slide).toContain('type="title"');
  expect(slide).toContain('A &lt;b&gt;bold&lt;/b&gt; &quot;step&quot; &amp; more');
  expect(slide).toContain('leaves out everything with fewer than 5 dialogues');
  // The colors of the dark theme.
  expect(slide).toContain('56B4E9');
  const notes = files.get('ppt/notesSlides/notesSlide1.xml') ?? '';
  expect(notes).toContain('<a:t>Say &lt;i&gt;this&lt;/i&gt;.</a:t>');
  expect(notes).toContain('<a:t>Then that.</a:t>');
  const all = [...files.values()].join('\n');
  expect(all).not.toMatch(/told-by-few|State 6|state 6|NaN|undefined|<b>|<i>|TargetMode="External"/);
  expect(all).not.toContain('\u0001');
  expect([...files.keys()].filter((name) => /\.(png|jpe?g|gif|emf|bin)$/.test(name))).toEqual([]);
});

it('keeps a title with a large figure above the picture, and figures with their unit', async () => {
  const title = `94 % of dialogues end with an agent turn tagged say goodbye. ${'That is 98 % of these. '.repeat(3)}`;
  const files = await opened([{ ...whole, title: title.trim(), figure: '94 %' }], false);
  const slide = files.get('ppt/slides/slide1.xml') ?? '';
  const [head = ''] = slide.match(/<p:sp>(?:(?!<\/p:sp>).)*type="title".*?<\/p:sp>/s) ?? [];
  expect(head).toContain('sz="3600"');
  // As high as in the picture of the slide: 24 points.
  expect(head.match(/<a:lnSpc><a:spcPts val="2400"\/><\/a:lnSpc>/g)).toHaveLength(1);
  const text = [...head.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, part]) => part).join('');
  expect(text).toContain('98\u00a0%');
  expect(text).not.toMatch(/\d %/);
  for (const [paragraph] of slide.matchAll(/<a:p>.*?<\/a:p>/gs))
    expect(paragraph.match(/<a:pPr\b/g) ?? []).toHaveLength(paragraph.startsWith('<a:p><a:pPr') ? 1 : 0);
});

it('writes notes only on request, and the same texts as the picture of the slide', async () => {
  const lit = stepOf({ ...picture, selection: { kind: 'state', state: 1 } }, 'One');
  const files = await opened([{ ...lit, note: 'Only for me' }], false);
  expect([...files.values()].join('\n')).not.toContain('Only for me');
  const slide = files.get('ppt/slides/slide1.xml') ?? '';
  const { svg } = slideOf({ step: lit, graph, annotations, overlay: null }, { theme: 'dark', words: false });
  const written = [...slide.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text?.trim());
  const drawn = shapesOf(svg).flatMap((shape) =>
    shape.kind === 'text' ? [...shape.runs] : 'lines' in shape ? shape.lines.flat() : [],
  );
  expect(drawn.length).toBeGreaterThan(20);
  expect(written.sort()).toEqual(drawn.map(({ text }) => text.trim()).sort());
  // Parts without highlight have the faint color of the theme.
  expect(slide).toContain(paletteOf({ theme: 'dark' }).faint.slice(1).toUpperCase());
  for (const [, x, y] of slide.matchAll(/<a:off x="(-?\d+)" y="(-?\d+)"/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(0);
    expect(Number(y)).toBeGreaterThanOrEqual(0);
  }
});

it('writes annotations as shapes, none of states with few dialogues, and quotes only on request', async () => {
  const slide = (await opened([whole], false)).get('ppt/slides/slide1.xml') ?? '';
  for (const told of ['Look here', '35 % of dialogues']) expect(slide).toContain(told);
  expect(slide).not.toMatch(/Of a few only|money back/);
  expect((await opened([whole], false, true)).get('ppt/slides/slide1.xml')).toContain('money back');
});

it('uses the brand, even if its font is invalid', async () => {
  const brand = { ...PLAIN_BRAND, font: 'Georgia"/><x>', user: '#8a2be2' };
  const how = { theme: 'light', words: false, brand } as const;
  const slides = [slideOf({ step: whole, graph, annotations, overlay: null }, how)];
  const { files } = await JsZip.loadAsync(await storyPptx('Story', slides, false, how));
  const slide = (await files['ppt/slides/slide1.xml']?.async('string')) ?? '';
  expect(slide).toContain('8A2BE2');
  expect(slide).toContain('typeface="Georgiax"');
  expect(slide).not.toContain('Arial');
});

it('shows the figures with colors and values, but none of few dialogues', async () => {
  const overlay: Overlay = {
    automaton: graph.summary.id,
    title: 'Median wait',
    states: new Map<number, OverlayMark>([
      [3, { text: '2.5 h', tint: 1, share: null }],
      [1, { text: '9 days', tint: 1, share: null, isOfFew: true }],
    ]),
    transitions: new Map(),
    legend: {
      name: 'Median wait',
      least: '0 s',
      most: '5 h',
      meaning: { ofState: 'median wait after the state', ofTransition: null },
      isDifference: false,
      hasLabel: true,
      hasColour: true,
      hasWidth: false,
      hasDeadEnds: false,
    },
  };
  const how = { theme: 'light', words: false } as const;
  const slides = [slideOf({ step: whole, graph, annotations: [], overlay }, how)];
  const { files } = await JsZip.loadAsync(await storyPptx('Story', slides, false, how));
  const slide = (await files['ppt/slides/slide1.xml']?.async('string')) ?? '';
  expect(slide).toContain('2.5 h');
  expect(slide).toContain('Median wait: 0 s to 5 h');
  // Three quarters of the way from white.
  expect(slide).toContain('B96CA4');
  expect(slide).not.toContain('9 days');
});
