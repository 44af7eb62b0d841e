import { describe, expect, it } from 'vitest';
import type { ReplayedCase, Simulation } from '#shared/contract/simulator.ts';
import { TEST_GRAPH } from '../../../tests/fixtures/test-graph.ts';
import { capitalised, type OutcomeShown, partText, pathOf, readingText, replayText } from './words.ts';

const OUTCOME: OutcomeShown = {
  route: [
    { role: 'user', tag: 'greet' },
    { role: 'system', tag: 'ask' },
  ],
  missed: [{ role: 'user', tag: 'nba' }],
  state: ['sports', 'tickets'],
  examples: [{ source: 'calls', externalId: 'call-1', turn: 1 }],
  answer: 'Which game?',
};
const NOTHING: OutcomeShown = { route: [], missed: [], state: [], examples: [], answer: null };

describe('texts of the simulator', () => {
  it('describe every part of an outcome, also without one', () => {
    expect(partText('route', OUTCOME)).toBe('#greet → #ask; not matched: #nba');
    expect(partText('state', OUTCOME)).toBe('sports, tickets');
    expect(partText('examples', OUTCOME)).toBe('call-1');
    expect(partText('answer', OUTCOME)).toBe('Which game?');
    expect(
      (['route', 'state', 'examples', 'answer'] as const).map((part) => partText(part, NOTHING)),
    ).toEqual(['no step', 'the start', 'none', 'none']);
  });

  it('summarize a replay', () => {
    const item = (changed: ('route' | 'answer')[] | null): ReplayedCase => ({
      id: 1,
      name: 'a',
      before: NOTHING,
      after: changed && NOTHING,
      difference: changed && { changed, sharedSteps: 0, keptExamples: 0 },
      remark: null,
      failed: changed === null ? 'gone' : null,
    });
    expect(replayText([item([]), item([])])).toBe('2 cases, none changed');
    expect(replayText([item(['route']), item([]), item(null)])).toBe(
      '1 of 3 cases changed, 1 could not be replayed',
    );
  });

  it('name matching rules and capitalize sentences', () => {
    expect(readingText(null)).toBe('Context automaton');
    expect(readingText('resume')).toBe('Skip unknown turns');
    expect(capitalised('state 1 (a)')).toBe('State 1 (a)');
  });
});

describe('the path on the graph', () => {
  const graph = TEST_GRAPH;
  const step = (at: number): Simulation['path'][number] => {
    const { role, tag } = graph.symbols[graph.transitions.symbol[at]];
    return { state: graph.transitions.to[at], role, tag, turn: 0 };
  };

  it('follows the replay, and finds transitions by role and tag', () => {
    const path = [step(0), step(1)];
    expect(pathOf(path, graph, null)).toEqual({
      kind: 'path',
      steps: [0, 1].map((at) => ({ state: graph.transitions.to[at], symbol: graph.transitions.symbol[at] })),
    });
    const first = pathOf(path, graph, 1);
    expect(first?.kind === 'path' && first.steps.length).toBe(1);
    expect(pathOf([{ ...step(0), tag: 'unheard' }], graph, null)).toMatchObject({ steps: [{ symbol: -1 }] });
  });

  it('is null if the graph belongs to another automaton', () => {
    expect(pathOf([{ ...step(0), state: 999 }], graph, null)).toBeNull();
    expect(pathOf([], graph, null)).toBeNull();
  });
});
