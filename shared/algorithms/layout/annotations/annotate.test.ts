import { describe, expect, it } from 'vitest';
import { exampleAutomaton, layOutLarge } from '../../../../tests/fixtures/example-automata.ts';
import { sceneToSvg } from '../picture/svg.ts';
import { type Annotation, drawAnnotations, freePlace, withRoomFor } from './annotate.ts';

const automaton = exampleAutomaton(100, [
  [0, 1, 'greet', 60],
  [0, 2, 'ask', 40],
  [1, 3, 'offer', 50],
  [2, 3, 'offer', 30],
  [3, 1, 'again', 10],
]);
const { scene } = layOutLarge(automaton, { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY }, null);
const edge = scene.edges.find(({ from, to }) => from !== to)!;
const callout: Annotation = {
  id: 1,
  kind: 'callout',
  text: 'Here it goes wrong',
  large: false,
  colour: 'red',
  states: [edge.to],
  transitions: [],
  dx: 0,
  dy: -4000,
};

describe('annotations of a picture', () => {
  it('point at their state wherever they are put, make room for themselves, and go with their state', () => {
    const [drawn] = drawAnnotations(scene, [callout]);
    const node = scene.nodes.find(({ state }) => state === edge.to)!;
    const [x, y] = drawn!.arrow!.curve.slice(-2);
    expect(Math.hypot(node.x - x!, node.y - y!)).toBeLessThan(20);
    expect(withRoomFor(scene, [drawn!]).bounds.top).toBeLessThan(drawn!.words!.box.top);
    expect(drawAnnotations(scene, [{ ...callout, states: [987] }])).toEqual([]);
  });

  it('write words in lines that fit, figures and quotations below them, and cut what fits nowhere', () => {
    const long = `${'word '.repeat(30)}\n${'x'.repeat(200)}`;
    const [drawn] = drawAnnotations(scene, [
      { ...callout, text: long, told: '12 %', quoted: 'Where is it?' },
    ]);
    const { lines, box } = drawn!.words!;
    expect(box.right - box.left).toBeLessThan(240);
    expect(lines.slice(-2)).toEqual([
      { text: '12 %', look: 'figure' },
      { text: '“Where is it?”', look: 'quote' },
    ]);
    expect(lines.map(({ text }) => text).join('')).toContain('x'.repeat(30));
  });

  it('bend an arrow through where it is held, and shine through what is highlighted', () => {
    const arrow: Annotation = { ...callout, kind: 'arrow', text: '', states: [edge.from, edge.to], dy: 60 };
    const [bent] = drawAnnotations(scene, [arrow]);
    expect(bent!.words).toBeNull();
    expect(bent!.grip!.bottom - bent!.grip!.top).toBe(14);
    const transitions = [{ from: edge.from, to: edge.to }];
    const [lit] = drawAnnotations(scene, [{ ...callout, kind: 'highlight', transitions }]);
    expect(lit).toMatchObject({ discs: [{}], bands: [{ curve: edge.curve }], words: null, grip: null });
  });

  it('find a place that covers no state', () => {
    const place = freePlace(scene, callout, []);
    const { box } = drawAnnotations(scene, [{ ...callout, ...place }])[0]!.words!;
    const isCovered = scene.nodes.some(
      ({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom,
    );
    expect(isCovered).toBe(false);

    // Its line does not cross the state above either.
    const fan = exampleAutomaton(
      70,
      Array.from({ length: 7 }, (_, at) => [0, at + 1, `tag-${at}`, 10]),
    );
    const column = layOutLarge(fan, { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY }, null).scene;
    for (const { state } of column.nodes.filter((node) => node.state > 0)) {
      const about = { ...callout, states: [state] };
      const { curve } = drawAnnotations(column, [{ ...about, ...freePlace(column, about, []) }])[0]!.arrow!;
      const [fromX, fromY, , , , , toX, toY] = curve;
      const crossed = column.nodes.filter(
        (node) =>
          node.state !== state &&
          [0.1, 0.3, 0.5, 0.7, 0.9].some(
            (share) =>
              Math.hypot(fromX + (toX - fromX) * share - node.x, fromY + (toY - fromY) * share - node.y) < 6,
          ),
      );
      expect(crossed).toEqual([]);
    }
  });

  it('are written into the file, escaped', () => {
    const annotations = drawAnnotations(scene, [{ ...callout, text: 'A <b>bold</b> word' }]);
    const svg = sceneToSvg(scene, { title: '', lines: [] }, { annotations });
    expect(svg).toContain('A &#60;b&#62;bold&#60;/b&#62; word');
    expect(svg).toContain('#b3123f');
  });
});
