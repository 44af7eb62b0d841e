import { DFA } from '#shared/algorithms/layout/example-automata.fixture.ts';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { indexScene, type SceneIndex } from './stage/scene-index.ts';

/** Transitions of the graph below: from, to, symbol, dialogues. */
const TRANSITIONS: readonly (readonly [number, number, number, number])[] = [
  [0, 1, 0, 60],
  [0, 2, 1, 40],
  [1, 3, 2, 35],
  [1, 4, 3, 20],
  [2, 4, 3, 8],
  [3, 1, 0, 12],
  [4, 5, 1, 9],
  [4, 5, 0, 6],
];

/** A small merged automaton: 3 leads back to 1, 4 has two predecessors, 5 is reached by two tags. */
export const TEST_GRAPH: AutomatonGraph = {
  summary: {
    id: 1 as RunId,
    learner: 'paper',
    taggingRun: 1 as RunId,
    tagger: 'annotations',
    createdAt: '2024-01-01T00:00:00Z',
    params: {},
    report: {
      states: 6,
      statesBeforeMerging: 7,
      statesBeforeClosure: 6,
      transitions: 8,
      candidates: 1,
      accepted: 1,
      forced: 0,
      largestStateShare: 0.4,
      warnings: [],
      advice: [],
      seconds: 0.1,
      learningSeconds: 0.1,
      peakMb: 50,
      reach: null,
      size: null,
      untagged: null,
      notDrawn: null,
    },
    imported: null,
  },
  dialogues: 100,
  symbols: [
    { role: 'user', tag: 'Greet' },
    { role: 'user', tag: 'ask-refund' },
    { role: 'system', tag: 'refund-done' },
    { role: 'system', tag: 'offer' },
  ],
  states: {
    roles: [2, 1, 1, 0, 0, 1],
    support: [100, 60, 40, 35, 28, 15],
    ends: [0, 0, 5, 23, 0, 15],
    merged: [1, 1, 1, 1, 2, 1],
    depths: [0, 1, 1, 2, 2, 3],
  },
  transitions: {
    from: TRANSITIONS.map(([from]) => from),
    to: TRANSITIONS.map(([, to]) => to),
    symbol: TRANSITIONS.map(([, , symbol]) => symbol),
    support: TRANSITIONS.map(([, , , support]) => support),
  },
};

/** Returns its scene for a minimum support. */
export function testIndex(minSupport = 1): SceneIndex {
  return indexScene(layOut(TEST_GRAPH, { minSupport, maxDepth: Number.POSITIVE_INFINITY }, null, DFA));
}
