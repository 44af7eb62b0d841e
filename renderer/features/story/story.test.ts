import { expect, it } from 'vitest';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { StoryStep } from '#shared/contract/stories.ts';
import type { ShownPicture } from '../../graph/shown-picture.ts';
import { TEST_GRAPH } from '../../graph/test-graph.fixture.ts';
import { storyHtml } from './story-html.ts';
import { slideOf, stepOf } from './story-step.ts';

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
  seen: null,
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
  ways: [],
  dx: 60,
  dy: -60,
};
const drawn = (step: StoryStep, of = graph, words = false): string =>
  slideOf({ step, graph: of, annotations: [callout] }, { theme: 'light', words });

it('keeps the filter of the picture, the way to what is chosen, and what is seen', () => {
  const layout = layOut(graph, { ...filter, cover: 80 }, null);
  const step = stepOf({ ...whole, layout, selection: { kind: 'state', state: 2 }, seen: [0, 2] }, 'Two');
  expect(step).toMatchObject({
    title: 'Two',
    filter: { minSupport: 1, maxDepth: null, cover: 80 },
    seen: [0, 2],
  });
  expect(step.lit?.states).toContain(2);
  expect(step.lit?.ways.at(-1)?.to).toBe(2);
  expect(stepOf(whole, 'All')).toMatchObject({ lit: null, seen: null });
});

it('draws a step as a slide: what is not lit is dimmed, and the part that was seen is cut out', () => {
  const step = stepOf({ ...whole, selection: { kind: 'state', state: 1 } }, 'One');
  expect(drawn(step)).toContain('opacity="0.18"');
  expect(drawn({ ...step, lit: null })).not.toContain('opacity="0.18"');
  const cut = drawn({ ...step, seen: [0, 1] });
  expect(cut.match(/<svg /g)).toHaveLength(2);
  const other = { ...graph, summary: { ...graph.summary, id: 99 as never } };
  expect(drawn({ ...step, seen: [0, 1] }, other)).not.toContain('0.18');
});

it('writes a story as one page that asks for nothing from elsewhere and escapes what people typed', () => {
  const svg = drawn(stepOf(whole, 'A <b>bold</b> step'));
  const slides = [{ svg, title: 'A "step"', note: 'Say <i>this</i>.' }];
  const page = storyHtml('Story & more', slides, true);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)|src=|href=|url\(|<b>|<i>/);
  expect(page).toContain('Say &#60;i&#62;this&#60;/i&#62;.');
  expect(storyHtml('Story', slides, false)).not.toContain('Say ');
});

it('has the annotations that were on the picture, and words of dialogues only where they are asked for', () => {
  const step = stepOf({ ...whole, annotations: [callout] }, 'One');
  expect(step.annotations).toEqual([7]);
  expect(drawn(step)).not.toContain('money back');
  expect(drawn(step, graph, true)).toContain('money back');
  expect(drawn({ ...step, annotations: [] }, graph, true)).not.toContain('money back');
});
