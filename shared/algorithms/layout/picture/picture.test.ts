import { describe, expect, it } from 'vitest';
import { exampleAutomaton } from '../example-automata.fixture.ts';
import { layOut } from '../lay-out.ts';
import { automatonToSvg, pictureCaption } from './picture.ts';

const automaton = exampleAutomaton(100, [
  [0, 1, 'greet', 60],
  [0, 2, 'refund', 40],
  [1, 3, 'date', 35],
  [1, 4, 'price', 20],
]);
const subject = { automaton: 7, learner: 'paper', tagger: 'annotations' };

describe('pictureCaption', () => {
  it('names the automaton, what is shown, what is hidden and the filters', () => {
    const layout = layOut(automaton, { minSupport: 30, maxDepth: 2 }, null);
    expect(pictureCaption(subject, 100, layout)).toEqual({
      title: 'Automaton 7 of 100 dialogues',
      lines: [
        'Learner: paper; tags: annotations',
        'Shown: 4 states, 3 edges; hidden: 1 state (20 % of dialogues)',
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
});

describe('automatonToSvg', () => {
  it('draws what the app opens with, or what is asked for', () => {
    expect(automatonToSvg(subject, automaton)).toContain('Shown: 5 states');
    const part = automatonToSvg(subject, automaton, { minSupport: 50, maxDepth: 1 });
    expect(part).toContain('Shown: 2 states');
    expect(part).toContain('greet');
    expect(part).not.toContain('refund');
  });
});
