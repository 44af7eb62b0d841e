import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAutomaton, exampleAutomaton, layOutLarge } from '../../../../tests/fixtures/example-automata.ts';
import type { layOut } from '../lay-out.ts';
import { farLabels, farStep } from './far-labels.ts';
import { textWidth } from './label-text.ts';

const EVERYTHING = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY };
const sceneOf = (automaton: Parameters<typeof layOut>[0]) => layOutLarge(automaton, EVERYTHING, null).scene;

describe('farLabels', () => {
  it('keeps the labels of the strongest edges where there is no room for all', () => {
    const transitions = Array.from({ length: 20 }, (_, at) => [0, at + 1, `refund-${at}`, 100 - at] as const);
    const scene = sceneOf(exampleAutomaton(2000, transitions));
    const near = farLabels(scene, farStep(0.6));
    const far = farLabels(scene, farStep(0.3));
    expect(near.length).toBeGreaterThan(far.length);
    expect(far.length).toBeGreaterThan(3);
    const [strongest] = far;
    expect(scene.edges[strongest.edge ?? -1].support).toBe(100);
    expect(strongest.text).toMatch(/^refu/);
  });

  it('tells a long name in two lines, not cut within a word, and the total of its state', () => {
    const scene = sceneOf(
      exampleAutomaton(479, [
        [0, 1, 'offer-more-help', 479],
        [1, 2, 'decline-more-help-politely', 479],
      ]),
    );
    const labels = farLabels(scene, farStep(0.42));
    const told = (state: number): string[] =>
      labels.filter((label) => label.state === state).map(({ text }) => text);
    expect(told(1)).toEqual(['offer more', 'help', '479']);
    expect(told(2).at(-1)).toBe('479');
    expect(told(2).join('')).toMatch(/^decline.*politely479$/);
  });

  it('is as large on the screen at every scale', () => {
    const scene = sceneOf(exampleAutomaton(10, [[0, 1, 'greet', 9]]));
    for (const scale of [0.7, 0.6, 0.5]) {
      const [label] = farLabels(scene, farStep(scale));
      expect(label.fontPx * scale).toBeGreaterThanOrEqual(9.9);
      expect(label.fontPx * scale).toBeLessThan(11.6);
    }
  });

  it('covers no state and no other label', () => {
    fc.assert(
      fc.property(anyAutomaton, fc.double({ min: 0.1, max: 0.7, noNaN: true }), (automaton, scale) => {
        const scene = sceneOf(automaton);
        const boxes = farLabels(scene, farStep(scale)).map(({ text, x, y, fontPx, anchor }) => ({
          left: anchor === 'end' ? x - textWidth(text, fontPx) : x,
          right: anchor === 'end' ? x : x + textWidth(text, fontPx),
          top: y - fontPx,
          bottom: y + fontPx * 0.2,
        }));
        for (const [at, box] of boxes.entries()) {
          for (const other of boxes.slice(at + 1))
            expect(
              other.right <= box.left ||
                other.left >= box.right ||
                other.bottom <= box.top + 1e-6 ||
                other.top >= box.bottom - 1e-6,
            ).toBe(true);
          for (const { x, y } of scene.nodes)
            expect(x > box.left && x < box.right && y > box.top && y < box.bottom).toBe(false);
        }
      }),
    );
  });
});
