import { describe, expect, it } from 'vitest';
import { transitionKey } from '#shared/algorithms/layout/scene/overlay.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { metricText, SLIDE_METRICS } from '#shared/domain/metrics.ts';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { isAsLearned } from './map-state.ts';
import { differenceOverlay, overlayOf } from './overlay-of.ts';
import { ordered, transitionRows } from './transitions-table.tsx';

const place = (dialogues: readonly number[], more: Partial<MapFigures['states']> = {}) => {
  const none = dialogues.map(() => Number.NaN);
  return {
    dialogues,
    visits: dialogues,
    median: none,
    p90: none,
    total: none,
    good: none,
    mean: none,
    dropped: dialogues.map(() => 0),
    turns: none,
    duration: none,
    ends: dialogues.map(() => 0),
    dropOffs: dialogues.map(() => 0),
    ...more,
  };
};
const figuresOf = (states: readonly number[], transitions: readonly number[], more = {}): MapFigures => ({
  automaton: 1 as RunId,
  dialogues: states[0],
  timed: true,
  states: place(states, more),
  transitions: {
    ...place(transitions, { median: [60, 600, Number.NaN] }),
    from: [0, 1, 4],
    to: [1, 3, 5],
    exits: [0.6, 1, 1],
  },
});
const all = { label: true, colour: true, width: true };
const subject = { where: '', waits: 'customer', number: null } as const;

describe('overlayOf', () => {
  it('shows a time in words and colors the longest most', () => {
    const { transitions, legend } = overlayOf(figuresOf([60, 40], [50, 30, 9]), 'median', all, subject);
    expect(transitions.get(transitionKey(0, 1))).toMatchObject({ text: '1.0 min', share: 0.1 });
    expect(transitions.get(transitionKey(1, 3))).toMatchObject({ text: '10 min', tint: 1, share: 1 });
    expect(transitions.get(transitionKey(4, 5))).toMatchObject({ text: '' });
    expect(legend).toMatchObject({ name: 'median wait of customers', hasDeadEnds: false });
  });

  it('says what the figure of a state says, in every mode', () => {
    const said = SLIDE_METRICS.map((value) => {
      const { legend } = overlayOf(figuresOf([60, 40], [50, 30, 9]), value, all, {
        ...subject,
        number: 'CSAT',
      });
      return [value, legend.meaning.ofState, legend.meaning.ofTransition];
    });
    const none = '(–: none or fewer than 5 dialogues)';
    expect(said).toEqual([
      ['dialogues', 'number of dialogues that reach the state', null],
      ['visits', 'number of visits to the state', null],
      ['exits', 'share of the dialogues that reach the state', 'share of the visits to its state'],
      ['median', `median wait of customers after the state ${none}`, null],
      ['p90', `90th percentile of waits of customers after the state ${none}`, null],
      ['total', 'total wait of customers after the state (–: none)', null],
      [
        'dropOffs',
        'share of its dialogues that are abandoned here',
        'share of its dialogues that are abandoned later',
      ],
      ['good', `share of its dialogues with a good outcome ${none}`, null],
      ['mean', `mean of CSAT of its dialogues ${none}`, null],
    ]);
  });

  it('leaves the graph as it was learned without a filter, or without a condition for a good outcome', () => {
    expect(isAsLearned({ metric: 'dialogues', where: ' ', good: 'x = y' })).toBe(true);
    expect(isAsLearned({ metric: 'dialogues', where: 'turns > 3', good: '' })).toBe(false);
    expect(isAsLearned({ metric: 'good', where: 'turns > 3', good: '' })).toBe(true);
    expect(isAsLearned({ metric: 'good', where: '', good: 'outcome = solved' })).toBe(false);
    expect(isAsLearned({ metric: 'visits', where: '', good: '' })).toBe(false);
  });

  it('ends the color scale of waits before an outlier', () => {
    const states = Array.from({ length: 21 }, () => 40);
    const median = states.map((_, state) => (state === 20 ? 11_160 : 60 + state));
    const { states: marks, legend } = overlayOf(
      figuresOf(states, [1], { median, dropOffs: states.map(() => 0) }),
      'median',
      all,
      subject,
    );
    expect(marks.get(20)?.tint).toBe(1);
    expect(marks.get(10)?.tint).toBeGreaterThan(0.9);
    expect(legend.most).toBe('1.3 min or more');
  });

  it('shows no figure of fewer than five dialogues, and marks states where many are abandoned', () => {
    const { states, transitions } = overlayOf(
      figuresOf([60, 40, 40, 4], [50, 4, 9], { dropOffs: [0, 8, 7, 4], median: [1, 2, 3, 900] }),
      'median',
      all,
      subject,
    );
    expect(states.get(1)?.isDeadEnd).toBe(true);
    expect(states.get(2)?.isDeadEnd).toBe(false);
    expect(states.get(3)).toMatchObject({ isDeadEnd: false, text: '' });
    expect(states.get(2)?.tint).toBe(1);
    expect(transitions.get(transitionKey(1, 3))?.text).toBe('');
  });
});

describe('differenceOverlay', () => {
  it('shows more of A and more of B by sign and color, and leaves possible chance pale', () => {
    const left = figuresOf([100, 80, 50], [80, 10, 3]);
    const right = figuresOf([100, 30, 48], [30, 50, 3]);
    const { states, transitions } = differenceOverlay(left, right, all, 'A and B');
    expect(states.get(1)).toMatchObject({ text: '+50', tint: 1 });
    expect(states.get(2)).toMatchObject({ text: '', tint: 0 });
    expect(transitions.get(transitionKey(1, 3))).toMatchObject({ text: '−40', tint: -0.8 });
  });
});

describe('the table of transitions', () => {
  const rows = transitionRows(figuresOf([60, 40], [50, 30, 9]), TEST_GRAPH);

  it('lists every tag of a pair of states, and its transition with the most dialogues', () => {
    const [, , both] = rows;
    expect(both).toMatchObject({ from: 4, to: 5, transition: 6 });
    expect(both.tags.split(', ')).toHaveLength(2);
    expect(both.values.coverage).toBe(9 / 60);
  });

  it('ranks transitions of few dialogues last by waits, not by dialogues', () => {
    const few = transitionRows(figuresOf([60, 40], [50, 9, 30]), TEST_GRAPH);
    const order = (column: 'median' | 'dialogues', least: number) =>
      ordered(few, column, true, least).map(({ to }) => to);
    expect(order('median', 30)).toEqual([1, 5, 3]);
    expect(order('median', 5)).toEqual([3, 1, 5]);
    expect(order('dialogues', 30)).toEqual([1, 5, 3]);
  });

  it('sorts by a column either way, missing values last', () => {
    const order = (descending: boolean) => ordered(rows, 'median', descending, 5).map(({ to }) => to);
    expect(order(true)).toEqual([3, 1, 5]);
    expect(order(false)).toEqual([1, 3, 5]);
  });
});

it('formats figures for reading', () => {
  expect(metricText('total', 2.5 * 24 * 3600)).toBe('2.5 d');
  expect(metricText('difference', -0.27)).toBe('−27');
  expect(metricText('good', 0.5)).toBe('50 %');
});
