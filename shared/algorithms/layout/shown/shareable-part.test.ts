import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { LEAST_SHARED } from '../../../domain/sharing.ts';
import { layOut } from '../lay-out.ts';
import { layoutToSvg } from '../picture/picture.ts';
import { type OverlayMark, overlayScene } from '../scene/overlay.ts';
import { shareableFilter, shareableOverlay, shareablePart } from './shareable-part.ts';

it('leaves nothing of few dialogues in the file of a picture, shown states or not', () => {
  fc.assert(
    fc.property(anyAutomaton, fc.array(fc.nat(20)), (automaton, revealed) => {
      const whole = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY, revealed };
      const layout = layOut(shareablePart(automaton), shareableFilter(whole, automaton), null);
      const subject = { automaton: 1, learner: 'paper', tagger: 'annotations' };
      const svg = layoutToSvg(subject, automaton.dialogues, layout);
      const counts = [...svg.matchAll(/(\d+) (?:dialogues? \(|end here)|, (\d+) dialogues?</g)].map(
        ([, a, b]) => Number(a ?? b),
      );
      // The start has all dialogues, however few they are.
      expect(
        counts
          .slice()
          .sort((a, b) => a - b)
          .find((count) => count < LEAST_SHARED && count !== automaton.dialogues),
      ).toBe(undefined);
    }),
    { numRuns: 60 },
  );
});

it('takes the figures of few dialogues off', () => {
  const mark = { text: '3 min', tint: 1, share: 1 };
  const legend = {
    name: 'wait',
    least: '0',
    most: '3 min',
    meaning: { ofState: 'median wait after the state', ofTransition: null },
    isDifference: false,
    hasLabel: true,
    hasColour: true,
    hasWidth: false,
    hasDeadEnds: false,
  };
  const states = new Map<number, OverlayMark>([
    [1, mark],
    [2, { ...mark, isOfFew: true }],
  ]);
  const overlay = shareableOverlay({ automaton: 1, title: 'wait', states, transitions: new Map(), legend });
  const { scene } = layOut(
    shareablePart({
      dialogues: 9,
      symbols: [{ role: 'user', tag: 'a' }],
      states: { roles: [2, 1, 1], support: [9, 9, 5], ends: [0, 0, 0], merged: [1, 1, 1], depths: [0, 1, 2] },
      transitions: { from: [0, 1], to: [1, 2], symbol: [0, 0], support: [9, 5] },
    }),
    { minSupport: 1, maxDepth: 9 },
    null,
  );
  expect(overlayScene(scene, overlay).nodes.map(({ value }) => value)).toEqual(['9', '3 min', '']);
});
