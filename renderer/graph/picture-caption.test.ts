import { describe, expect, it } from 'vitest';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import { pictureCaption } from './picture-caption.ts';
import { TEST_GRAPH } from './test-graph.fixture.ts';

describe('pictureCaption', () => {
  it('names the automaton, what is shown, what is hidden and the filters', () => {
    const layout = layOut(TEST_GRAPH, { minSupport: 30, maxDepth: 2 }, null);
    expect(pictureCaption(TEST_GRAPH, layout)).toEqual({
      title: 'Automaton 1 of 100 dialogues',
      lines: [
        'Learner: paper; tags: annotations',
        'Shown: 4 states, 4 edges; hidden: 2 states (28 % of dialogues)',
        'Filters: at least 30 dialogues, depth up to 2',
      ],
    });
  });

  it('says so where nothing is filtered', () => {
    const layout = layOut(TEST_GRAPH, { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null);
    expect(pictureCaption(TEST_GRAPH, layout).lines[2]).toBe('Filters: none');
  });
});
