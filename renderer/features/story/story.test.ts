import { expect, it } from 'vitest';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import { contrastOf, paletteOf } from '#shared/algorithms/layout/picture/brand.ts';
import type { Overlay, OverlayMark } from '#shared/algorithms/layout/scene/overlay.ts';
import { escapeXml } from '#shared/algorithms/text/xml.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { StoryStep } from '#shared/contract/stories.ts';
import { type ExampleTransition, exampleAutomaton } from '../../../tests/fixtures/example-automata.ts';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { pictureToSvg } from '../../graph/picture-svg.ts';
import type { ShownPicture } from '../../graph/shown-picture.ts';
import { storyHtml } from './story-html.ts';
import { findingStep, isReadable, slideParts, stepOf } from './story-step.ts';

const graph: AutomatonGraph = TEST_GRAPH;
const filter = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
const layout = layOut(graph, filter, null);
const whole: ShownPicture = {
  graph,
  layout,
  visibility: layout.visibility,
  overlay: null,
  annotations: [],
  highlight: null,
  selection: null,
};

const callout = {
  id: 7,
  kind: 'callout' as const,
  text: '',
  told: null,
  quoted: 'I want my money back',
  large: false,
  colour: 'red',
  states: [1],
  transitions: [],
  dx: 60,
  dy: -60,
};
const drawn = (step: StoryStep, of = graph, words = false): string =>
  pictureToSvg(
    slideParts({ step, graph: of, annotations: [callout], overlay: null }, { theme: 'light', words }),
  );

it('stores the filter and the path to the selection, and says what the picture shows', () => {
  const layout = layOut(graph, { ...filter, cover: 80 }, null);
  const step = stepOf({ ...whole, layout, selection: { kind: 'state', state: 2 } });
  expect(step).toMatchObject({ filter: { minSupport: 1, maxDepth: null, cover: 80 }, states: null });
  expect(step.title).toMatch(/^\d+ of 100 dialogues reach “[^”]+”$/);
  expect(step.lit?.states).toContain(2);
  expect(step.lit?.transitions.at(-1)?.to).toBe(2);
  expect(stepOf(whole)).toMatchObject({ lit: null, title: 'What happens in 100 dialogues' });
});

it('draws what is not highlighted with enough contrast, in thin lines without fill', () => {
  for (const theme of ['light', 'dark', 'print'] as const) {
    const { faint, surface } = paletteOf({ theme });
    expect(contrastOf(faint, surface)).toBeGreaterThanOrEqual(3);
  }
  const { faint } = paletteOf({ theme: 'light' });
  const step = stepOf({ ...whole, selection: { kind: 'state', state: 1 } });
  expect(drawn(step)).toContain(`stroke="${faint}"`);
  expect(drawn({ ...step, lit: null })).not.toContain(`stroke="${faint}"`);
  // Another automaton numbers its states differently.
  const other = { ...graph, summary: { ...graph.summary, id: 99 as never } };
  expect(drawn(step, other)).not.toContain(`stroke="${faint}"`);
  const opacities = [...drawn(step).matchAll(/opacity="([\d.]+)"/g)].map(([, opacity]) => Number(opacity));
  expect(opacities.length).toBeGreaterThan(0);
  expect(Math.min(...opacities)).toBe(1);
});

it('makes a slide of a finding: its sentence, its figure, its source and the states that it is about', () => {
  const transitions = Array.from(
    { length: 30 },
    (_, at): ExampleTransition => [Math.floor(at / 4), at + 1, `move-${at}`, 500 - at],
  );
  const large: AutomatonGraph = { ...graph, ...exampleAutomaton(900, transitions) } as AutomatonGraph;
  const step = findingStep(large, {
    figure: '28 %',
    sentence: [{ text: 'of dialogues end with ' }, { text: 'move 20', strong: true }, { text: '.' }],
    basis: '252 of 900 dialogues',
    lit: { states: [21], transitions: [] },
  });
  expect(step).toMatchObject({ title: '28 % of dialogues end with move 20.', note: '', figure: '28 %' });
  expect(step.states).toContain(21);
  expect(step.states?.length).toBeLessThanOrEqual(12);
  expect(step.lit).toEqual({ states: [21], transitions: [] });
  const parts = slideParts(
    { step, graph: large, annotations: [], overlay: null },
    { theme: 'light', words: false },
  );
  expect(isReadable(parts)).toBe(true);
  const svg = pictureToSvg(parts);
  expect(svg).toContain('>28 %</text>');
  expect(svg).toContain('>of dialogues end with move 20.</text>');
  expect(svg).toContain('>252 of 900 dialogues</text>');
  expect(parts.layout.visibility.shownCount).toBe(step.states?.length);
  // All states together are too many.
  const all = { ...step, states: null };
  expect(
    isReadable(
      slideParts(
        { step: all, graph: large, annotations: [], overlay: null },
        { theme: 'light', words: false },
      ),
    ),
  ).toBe(false);
});

it('tells a path alone, with every step of it, also those that the graph does not draw', () => {
  const [first = 0, second = 0] = [...graph.transitions.from.keys()].map(
    (at) => graph.transitions.to[at] ?? 0,
  );
  const walk = [0, first, second, first, second, first];
  const transitions = walk.slice(1).map((to, at) => ({ from: walk[at] ?? 0, to }));
  const step = findingStep(graph, {
    figure: '5 turns',
    sentence: [{ text: 'of one dialogue.' }],
    basis: 'One of 100 dialogues',
    lit: { states: walk, transitions },
  });
  expect(step.lit?.states).toEqual(walk);
  const parts = slideParts({ step, graph, annotations: [], overlay: null }, { theme: 'light', words: false });
  expect(parts.layout.scene.nodes.map(({ state }) => state)).toEqual(walk);
  expect(isReadable(parts)).toBe(true);
  expect(pictureToSvg(parts)).toContain(
    '>The path in order: 5 steps; leaves out figures based on fewer than 5 dialogues</text>',
  );
});

it('tells a path that the graph highlights alone, too', () => {
  const steps = [1, 2, 1].map((state) => ({ state, symbol: 0 }));
  const step = stepOf({ ...whole, highlight: { kind: 'path', steps } });
  expect(step).toMatchObject({ states: [0, 1, 2], lit: { states: [0, 1, 2, 1] } });
  const { scene } = slideParts(
    { step, graph, annotations: [], overlay: null },
    { theme: 'light', words: false },
  ).layout;
  expect(scene.nodes.map(({ state }) => state)).toEqual([0, 1, 2, 1]);
  // A box stands for several states, so the path stays on the graph.
  const layout = layOut(graph, { ...filter, chains: true }, null);
  expect(stepOf({ ...whole, layout, highlight: { kind: 'path', steps } }).states).toBe(null);
});

it('keeps the notation that was shown', () => {
  const dfa = layOut(graph, filter, null, { notation: 'dfa', direction: 'right', ratio: null });
  const step = stepOf({ ...whole, layout: dfa });
  expect(step.notation).toBe('dfa');
  const parts = slideParts({ step, graph, annotations: [], overlay: null }, { theme: 'light', words: false });
  expect(parts.layout.scene.notation).toBe('dfa');
});

it('writes a self-contained page and escapes what people typed', () => {
  const svg = drawn(stepOf(whole, 'A <b>bold</b> step'));
  const slides = [{ svg, title: 'A "step"', note: 'Say <i>this</i>.' }];
  const page = storyHtml('Story & more', slides, true);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)|src=|href="(?!#p\d)|url\(|<b>|<i>/);
  expect(page).toContain('Say &#60;i&#62;this&#60;/i&#62;.');
  expect(storyHtml('Story', slides, false)).not.toContain('Say ');
});

it('includes annotations, and quotes only on request', () => {
  const step = stepOf({ ...whole, annotations: [callout] }, 'One');
  expect(step.annotations).toEqual([7]);
  expect(drawn(step)).not.toContain('money back');
  expect(drawn(step, graph, true)).toContain('money back');
  expect(drawn({ ...step, annotations: [] }, graph, true)).not.toContain('money back');
});

it('writes shared parts once, and each slide with its highlight', () => {
  const step = stepOf(whole, 'All');
  const lit = { ...step, lit: { states: [0, 1], transitions: [{ from: 0, to: 1 }] } };
  const slides = [step, lit, step].map((one) => ({ svg: drawn(one), title: one.title, note: '' }));
  const page = storyHtml('Story', slides, false);
  const title = escapeXml(layout.scene.nodes.find(({ state }) => state === 3)?.title ?? '');
  expect(title).not.toBe('');
  // Once as it is, and once as it looks where it is not highlighted.
  expect(page.split(title)).toHaveLength(3);
  expect(page.match(/<use href="#p\d+"\/>/g)?.length).toBeGreaterThan(5);
  for (const [, id] of page.matchAll(/<use href="#(p\d+)"/g)) expect(page).toContain(`<g id="${id}">`);
  expect(storyHtml('One', slides.slice(0, 1), false)).not.toContain('<use ');
});

it('keeps a story of 12 steps of 60 states far under 1 MB', () => {
  const transitions = Array.from({ length: 120 }, (_, at): ExampleTransition => {
    const to = (at % 59) + 1;
    return [at < 59 ? Math.floor((to - 1) / 3) : (at * 7) % 59, to, `a-move-of-some-length-${to}`, 400 - at];
  });
  const large: AutomatonGraph = { ...graph, ...exampleAutomaton(900, transitions) } as AutomatonGraph;
  const shown = layOut(large, filter, null);
  const picture: ShownPicture = { ...whole, graph: large, layout: shown, visibility: shown.visibility };
  const slides = Array.from({ length: 12 }, (_, at) => {
    const step = stepOf({ ...picture, selection: { kind: 'state', state: 5 * at + 1 } }, `Step ${at + 1}`);
    return { svg: drawn(step, large), title: step.title, note: '' };
  });
  expect(shown.visibility.shownCount).toBe(60);
  const bytes = storyHtml('Story', slides, false).length;
  expect(bytes).toBeLessThan(300_000);
});

it('stores the figures over the picture, and draws their current values, none of few dialogues', () => {
  const mark = { text: '2.5 h', tint: 0.5, share: null };
  const overlay: Overlay = {
    automaton: graph.summary.id,
    title: 'Median wait',
    states: new Map<number, OverlayMark>([
      [1, mark],
      [5, { ...mark, text: '9 days', isOfFew: true }],
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
  const asked = {
    metric: 'median',
    label: true,
    colour: true,
    width: false,
    where: '',
    good: '',
    waits: 'customer',
    number: null,
  } as const;
  expect(stepOf(whole, 'All', asked).figures).toBeNull();
  const step = stepOf({ ...whole, overlay }, 'All', asked);
  expect(step.figures).toEqual(asked);
  const svg = pictureToSvg(
    slideParts({ step, graph, annotations: [], overlay }, { theme: 'light', words: false }),
  );
  expect(svg).toContain('>2.5 h<');
  expect(svg).toContain('Figures: Median wait');
  expect(svg).not.toContain('9 days');
});
