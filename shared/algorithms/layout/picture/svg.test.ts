import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyAutomaton,
  exampleAutomaton,
  HOSTILE_TAGS,
  layOutLarge,
} from '../../../../tests/fixtures/example-automata.ts';
import { escapeXml } from '../../text/xml.ts';
import { layOut } from '../lay-out.ts';
import { sceneToSvg } from './svg.ts';

const SLIDE_LOOK = { page: '16:9', theme: 'light' } as const;
const EVERYTHING = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY };

/** A strict reader of the XML we write: balanced elements, quoted attributes each once, no stray sign. */
function readXml(xml: string): string[] {
  const open: string[] = [];
  const names: string[] = [];
  let at = 0;
  const token = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  while (at < xml.length) {
    token.lastIndex = at;
    const match = token.exec(xml);
    if (!match) throw new Error(`Not well formed at ${at}: ${xml.slice(at, at + 60)}`);
    at = token.lastIndex;
    const [, closing, name, attributes, selfClosing, text] = match;
    const values = text ?? attributes;
    if (/&(?!#\d+;)/.test(values)) throw new Error(`A bare & in ${values}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u.test(values))
      throw new Error('A forbidden sign');
    if (text !== undefined) continue;
    const keys = [...attributes.matchAll(/([a-zA-Z:-]+)=/g)].map((key) => key[1]);
    if (new Set(keys).size !== keys.length) throw new Error(`An attribute twice in ${attributes}`);
    if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      names.push(name);
      if (!selfClosing) open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`Left open: ${open.join(' ')}`);
  return names;
}

describe('sceneToSvg', () => {
  it('is well-formed XML for hostile tags and captions', () => {
    const transitions = HOSTILE_TAGS.map((tag, index) => [0, index + 1, tag, 5] as const);
    const { scene } = layOut(exampleAutomaton(9, transitions), EVERYTHING, null);
    const svg = sceneToSvg(scene, { title: HOSTILE_TAGS[0], lines: HOSTILE_TAGS });
    const names = readXml(svg);
    expect(names).not.toContain('script');
    expect(names).not.toContain('image');
    expect(svg).not.toContain('<script>');
  });

  it('is well-formed XML for any automaton', () => {
    fc.assert(
      fc.property(anyAutomaton, fc.string({ unit: 'binary' }), (automaton, title) => {
        readXml(sceneToSvg(layOut(automaton, EVERYTHING, null).scene, { title, lines: [title] }));
      }),
      { numRuns: 40 },
    );
  });

  it('holds every state, every edge, the legend and the caption, and nothing from elsewhere', () => {
    const automaton = exampleAutomaton(
      2000,
      [
        [0, 1, 'refund', 1500],
        [1, 2, 'thanks', 700],
        [2, 1, 'again', 20],
      ],
      { ends: { 2: 3 }, merged: { 1: 4 } },
    );
    const { scene } = layOutLarge(automaton, EVERYTHING, null);
    const svg = sceneToSvg(scene, { title: 'Refunds', lines: ['Filters: none', 'All 3 states are shown'] });
    for (const edge of scene.edges) expect(svg).toContain(`d="${edge.path}"`);
    for (const text of [
      'Refunds',
      'Filters: none',
      'All 3 states are shown',
      'refund',
      '1,500',
      '×4',
      '1,000 dialogues',
    ]) {
      expect(svg).toContain(text);
    }
    expect(svg).toContain('font-family="system-ui, sans-serif"');
    expect(svg).not.toMatch(/href|url\(|style=|<script|on[a-z]+=/);
  });
});

it('draws a highlighted line to the end strong, and the others thin', () => {
  const automaton = exampleAutomaton(
    100,
    [
      [0, 1, 'asks', 60],
      [0, 2, 'thanks', 40],
    ],
    { ends: { 1: 60, 2: 40 } },
  );
  const { scene } = layOut(automaton, EVERYTHING, null);
  const drawn = (ends: readonly number[]) => {
    const light = { states: new Set([1]), edges: new Set<number>(), ends: new Set(ends) };
    return sceneToSvg(scene, { title: '', lines: [] }, { light });
  };
  const widths = (svg: string): number[] =>
    (scene.end?.edges ?? []).map(({ path }) =>
      Number(new RegExp(`d="${path}"[^>]*stroke-width="([\\d.]+)"`).exec(svg)?.[1]),
    );
  const [first = 0] = (scene.end?.edges ?? []).map(({ widthPx }) => widthPx);
  expect(first).toBeGreaterThan(2);
  expect(widths(drawn([1]))).toEqual([first, 1.5]);
  expect(widths(drawn([]))).toEqual([1.5, 1.5]);
});

const STROKED = /<text ([^>]*?) stroke="[^>]*>(.*?)<\/text>(<text .*?<\/text>)?/g;

describe('the halo of words', () => {
  const automaton = exampleAutomaton(
    90,
    [
      [0, 1, 'refund', 80],
      [1, 2, 'thanks', 70],
    ],
    { merged: { 1: 4 } },
  );
  const { scene } = layOutLarge(automaton, EVERYTHING, null);
  const callouts = (['plain', 'figure', 'quote'] as const).map((look) => ({
    id: 1,
    discs: [],
    bands: [],
    arrow: null,
    grip: { left: 0, right: 90, top: 0, bottom: 20 },
    colour: '',
    words: {
      box: { left: 0, right: 90, top: 0, bottom: 20 },
      lines: [{ text: `${look} words`, look }],
      fontPx: 12,
      linePx: 16,
      isFramed: false,
    },
  }));

  it('lies under words written over it, since Word, PowerPoint and LibreOffice know no other order', () => {
    // Wide enough for the labels on the transitions, and so small that they are written larger.
    for (const extras of [{}, { frame: { left: 0, top: 0, right: 9000, bottom: 5000 }, look: SLIDE_LOOK }]) {
      const svg = sceneToSvg(scene, { title: 'Refunds', lines: [] }, { ...extras, annotations: callouts });
      readXml(svg);
      expect(svg).not.toContain('paint-order');
      const stroked = [...svg.matchAll(STROKED)];
      expect(stroked.length).toBeGreaterThan(3);
      for (const [, look, words, above] of stroked) expect(above).toBe(`<text ${look}>${words}</text>`);
    }
  });
});

describe('escapeXml', () => {
  it('escapes markup and removes what XML forbids', () => {
    expect(escapeXml('<a href="x">&\'')).toBe('&#60;a href=&#34;x&#34;&#62;&#38;&#39;');
    expect(escapeXml('a\u0000b\ud800c\uffffd')).toBe('abcd');
  });
});
