import { describe, expect, it } from 'vitest';
import { exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { layOut } from '../lay-out.ts';
import { shareablePart } from '../shown/shareable-part.ts';
import { automatonToSvg, pictureCaption } from './picture.ts';

const automaton = exampleAutomaton(100, [
  [0, 1, 'greet', 60],
  [0, 2, 'refund', 40],
  [1, 3, 'date', 35],
  [1, 4, 'price', 20],
]);
const subject = { automaton: 7, learner: 'paper', tagger: 'annotations' };

describe('pictureCaption', () => {
  it('names the automaton, what is shown, what is not and the filters', () => {
    const layout = layOut(automaton, { minSupport: 30, maxDepth: 2 }, null);
    expect(pictureCaption(subject, 100, layout)).toEqual({
      title: 'Automaton 7, from 100 dialogues',
      lines: [
        'Learner: paper; tags: annotations',
        '4 of 5 states and 3 of 4 transitions are shown; 20 % of dialogues visit the hidden state',
        'Filters: at least 30 dialogues, depth up to 2',
      ],
    });
  });

  it('says so where nothing is filtered', () => {
    const layout = layOut(automaton, { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null);
    expect(pictureCaption(subject, 100, layout).lines[2]).toBe('Filters: none');
    const left = { ...subject, leftOut: 'left out: 2 states' };
    expect(pictureCaption(left, 100, layout).lines[2]).toBe('Filters: none; left out: 2 states');
  });

  it('says so where only the main transitions are drawn', () => {
    const main = { ...automaton, transitions: { ...automaton.transitions, main: [1, 1, 1, 0] } };
    const layout = layOut(main, { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null);
    expect(pictureCaption(subject, 100, layout).lines.slice(1)).toEqual([
      '4 of 5 states and 3 of 4 transitions are shown; 20 % of dialogues visit the hidden state',
      'Filters: main transitions only',
    ]);
  });

  it('counts what was left out of a shared picture as not shown, and tells no share of what is not there', () => {
    const layout = layOut(shareablePart(automaton, 30), { minSupport: 30, maxDepth: 9 }, null);
    expect(pictureCaption(subject, 100, layout).lines[1]).toBe(
      '4 of 5 states and 3 of 4 transitions are shown',
    );
    const count = (shown: readonly number[]) => (shown.includes(4) ? 0 : 20);
    const options = { filter: { minSupport: 30, maxDepth: 9 }, countLeaving: count };
    expect(automatonToSvg(subject, shareablePart(automaton, 30), options)).toContain(
      'are shown; 20 % of dialogues visit the hidden state',
    );
    expect(automatonToSvg(subject, automaton, { ...options, countLeaving: () => null })).toContain(
      'are shown<',
    );
  });
});

describe('automatonToSvg', () => {
  it('draws what the app opens with, or what is asked for', () => {
    expect(automatonToSvg(subject, automaton)).toContain('All 5 states and all 4 transitions are shown');
    const part = automatonToSvg(subject, automaton, { filter: { minSupport: 50, maxDepth: 1 } });
    expect(part).toContain('2 of 5 states and 1 of 4 transitions are shown');
    expect(part).toContain('greet');
    expect(part).not.toContain('refund');
  });
});
