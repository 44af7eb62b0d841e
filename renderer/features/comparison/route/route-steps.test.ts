import { describe, expect, it } from 'vitest';
import type { RunId } from '#shared/domain/ids.ts';
import { TEST_GRAPH } from '../../../../tests/fixtures/test-graph.ts';
import { countOutcomes, describeEnd, pathOnGraph, type Route, stepsOfRoute } from './route-steps.ts';

const PAPER: Route = {
  kind: 'paper',
  automaton: 1 as RunId,
  steps: [
    { turn: 0, role: 'user', tags: ['Greet'], matched: ['Greet'], state: 1, support: 60 },
    { turn: 1, role: 'system', tags: ['offer', 'odd'], matched: ['offer'], state: 4, support: 28 },
    { turn: 2, role: 'user', tags: ['Greet'], matched: ['Greet'], state: 5, support: 15 },
  ],
  path: [0, 1, 4, 5],
  state: 5,
  support: 15,
  stoppedBecause: 'The whole dialogue was routed (3 turns).',
};

const CONTEXT: Route = {
  kind: 'context',
  automaton: 1 as RunId,
  steps: [
    {
      back: 0,
      turn: null,
      role: null,
      tag: 'first answer',
      outcome: 'matched',
      state: 1,
      support: 60,
      reason: 'r0',
    },
    {
      back: 1,
      turn: 4,
      role: 'user',
      tag: 'ask-refund',
      outcome: 'unknown',
      state: 1,
      support: 60,
      reason: 'r1',
    },
    { back: 1, turn: 4, role: 'user', tag: 'odd', outcome: 'skipped', state: 1, support: 60, reason: 'r2' },
  ],
  path: [0, 1],
  state: 0,
  support: 1,
  backedOff: 1,
  stoppedBecause: 'No turn is left.',
};

describe('stepsOfRoute', () => {
  it('marks the tags of a turn that were followed', () => {
    expect(stepsOfRoute(PAPER)[1]).toMatchObject({
      where: 'turn 2',
      tags: [
        { name: 'offer', outcome: 'matched', reason: null },
        { name: 'odd', outcome: 'skipped', reason: null },
      ],
      state: 4,
    });
  });

  it('marks a repeated tag as often as it was followed', () => {
    const [step] = stepsOfRoute({
      ...PAPER,
      steps: [{ ...PAPER.steps[0], tags: ['Greet', 'Greet'], matched: ['Greet'] }],
    } as Route);
    expect(step.tags.map((tag) => tag.outcome)).toEqual(['matched', 'skipped']);
  });

  it('names the position, then turns from 1, each with all its tags and reasons', () => {
    expect(
      stepsOfRoute(CONTEXT).map((step) => [step.where, step.tags.map((tag) => [tag.name, tag.reason])]),
    ).toEqual([
      ['position', [['first answer', 'r0']]],
      [
        'turn 5',
        [
          ['ask-refund', 'r1'],
          ['odd', 'r2'],
        ],
      ],
    ]);
  });
});

describe('texts about a route', () => {
  it('count the outcomes of the tags', () => {
    expect(countOutcomes(stepsOfRoute(PAPER))).toBe('3 tags matched, 1 skipped');
    expect(countOutcomes(stepsOfRoute(CONTEXT))).toBe('1 tag matched, 1 skipped, 1 unknown');
  });

  it('name the history that led there, without what was given up', () => {
    expect(describeEnd(PAPER)).toBe('After #Greet: 15 dialogues');
    expect(describeEnd(CONTEXT)).toBe('At the start: 1 dialogue');
    const [position, refund] = CONTEXT.steps;
    const matched = { ...refund, outcome: 'matched', state: 2 };
    const longer = { ...matched, back: 2, tag: 'offer', role: 'system', state: 3 };
    const steps = [position, matched, longer, { ...matched, back: 3, tag: 'Greet', state: 4 }];
    const route = { ...CONTEXT, steps, path: [0, 1, 2, 3, 4], state: 3, support: 9 } as Route;
    expect(describeEnd(route)).toBe('After #offer, #ask-refund: 9 dialogues');
  });
});

describe('pathOnGraph', () => {
  it('finds the transition by its states, and by the tag if several connect them', () => {
    expect(pathOnGraph(PAPER, TEST_GRAPH)).toEqual({
      kind: 'path',
      steps: [
        { state: 1, symbol: 0 },
        { state: 4, symbol: 3 },
        { state: 5, symbol: 0 },
      ],
    });
  });

  it('takes any transition between the states if the tag differs', () => {
    expect(pathOnGraph(CONTEXT, TEST_GRAPH)).toEqual({ kind: 'path', steps: [{ state: 1, symbol: 0 }] });
  });

  it('marks a step without a transition in the graph', () => {
    const path = pathOnGraph({ ...PAPER, path: [0, 5] } as Route, TEST_GRAPH);
    expect(path).toEqual({ kind: 'path', steps: [{ state: 5, symbol: -1 }] });
  });

  it('returns null if the graph lacks a state of the path', () => {
    expect(pathOnGraph({ ...PAPER, path: [0, 6] } as Route, TEST_GRAPH)).toBeNull();
  });
});
