import { describe, expect, it } from 'vitest';
import type { EvaluatedTurn } from '../../../lab/retrieval/outcome-scores.ts';
import {
  ACT_DIALOGUE_QUERY_COLUMN,
  ACT_QUERY_COLUMN,
  createRetrievalEvaluation,
  type EvaluatedMethod,
  type EvaluatedOutcome,
  type EvaluatedQuery,
  METHOD_COLUMNS,
  methodColumn,
  QUERY_COLUMN,
} from '../../../lab/retrieval/retrieval-evaluation.ts';

const METHODS: readonly EvaluatedMethod[] = [
  { name: 'bm25-last', kind: 'baseline', oracle: false },
  { name: 'context', kind: 'context', oracle: false },
];

function turn(text: string, ...acts: string[]): EvaluatedTurn {
  return { text, acts };
}

/** The dialogue of a candidate has only the candidate's acts. */
function outcome(candidates: readonly EvaluatedTurn[], stop: string | null = null): EvaluatedOutcome {
  const dialogueActs = candidates.map(({ acts }) => acts ?? []);
  return { candidates, dialogueActs, answer: candidates[0] ?? null, milliseconds: 2, stop };
}

function query(dialogueId: string, truth: EvaluatedTurn, ...outcomes: EvaluatedOutcome[]): EvaluatedQuery {
  return {
    dialogueId,
    truth,
    dialogueActs: truth.acts ?? [],
    outcomes: Object.fromEntries(outcomes.map((one, index) => [METHODS[index].name, one])),
  };
}

const HELLO = turn('hello there my friend', 'greet');
const PRICE = turn('what price do you want', 'request');

describe('createRetrievalEvaluation', () => {
  it('adds up by dialogue, in the order of their ids', () => {
    const evaluation = createRetrievalEvaluation({ methods: METHODS, examples: 2 });
    evaluation.add(query('b', HELLO, outcome([HELLO, PRICE]), outcome([HELLO, HELLO], 'deepest state')));
    evaluation.add(query('a', PRICE, outcome([]), outcome([PRICE], 'no such tag')));
    evaluation.add(query('b', turn('bye'), outcome([PRICE]), outcome([], 'deepest state')));
    const tally = evaluation.tally();

    expect(tally.rows.map((row) => [row[QUERY_COLUMN], row[ACT_QUERY_COLUMN]])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const column = (method: number, name: keyof typeof METHOD_COLUMNS) =>
      tally.rows.map((row) => row[methodColumn(method) + METHOD_COLUMNS[name]]);
    expect(column(0, 'actF1')).toEqual([0, 0.5]);
    expect(column(1, 'actF1')).toEqual([0.5, 1]);
    expect(column(0, 'actF1ReturnedQueries')).toEqual([0, 1]);
    expect(column(1, 'actF1Returned')).toEqual([1, 1]);
    expect(column(0, 'returned')).toEqual([0, 3]);
    expect(column(0, 'full')).toEqual([0, 1]);
    expect(column(1, 'full')).toEqual([0, 1]);
    expect(column(1, 'rougeLBest')).toEqual([1, 1]);
    expect(column(1, 'rougeLMean')).toEqual([0.5, 1]);
    expect(column(1, 'answerActF1')).toEqual([1, 1]);
    expect(tally.milliseconds).toEqual([
      [2, 2, 2],
      [2, 2, 2],
    ]);
    expect(tally.stops.map((stops) => [...stops])).toEqual([
      [],
      [
        ['deepest state', 2],
        ['no such tag', 1],
      ],
    ]);
  });

  it('keeps the counts for corpus BLEU, with a missing candidate as an empty one', () => {
    const evaluation = createRetrievalEvaluation({ methods: METHODS, examples: 2 });
    evaluation.add(query('a', HELLO, outcome([PRICE, HELLO]), outcome([])));
    const [row] = evaluation.tally().rows;
    const statistics = (method: number, name: keyof typeof METHOD_COLUMNS) => {
      const start = methodColumn(method) + METHOD_COLUMNS[name];
      return [...row.subarray(start, start + 10)];
    };
    expect(statistics(0, 'bestStatistics')).toEqual([4, 4, 4, 3, 2, 1, 4, 3, 2, 1]);
    expect(statistics(0, 'firstStatistics')).toEqual([5, 4, 0, 0, 0, 0, 5, 4, 3, 2]);
    expect(statistics(0, 'consensusStatistics')).toEqual([5, 4, 0, 0, 0, 0, 5, 4, 3, 2]);
    expect(statistics(0, 'answerStatistics')).toEqual([5, 4, 0, 0, 0, 0, 5, 4, 3, 2]);
    for (const name of [
      'bestStatistics',
      'firstStatistics',
      'consensusStatistics',
      'answerStatistics',
    ] as const) {
      expect(statistics(1, name)).toEqual([0, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
    }
  });

  it('compares whole dialogues by the bags of their acts, divided by the requested number', () => {
    const evaluation = createRetrievalEvaluation({ methods: METHODS, examples: 2 });
    const asked = query('a', HELLO, outcome([HELLO, PRICE]), outcome([PRICE]));
    const acts = (...dialogueActs: string[][]) => ({ dialogueActs });
    evaluation.add({
      ...asked,
      dialogueActs: ['greet', 'request', 'request'],
      outcomes: {
        'bm25-last': { ...asked.outcomes['bm25-last'], ...acts(['request', 'request', 'bye'], []) },
        context: { ...asked.outcomes.context, ...acts(['request', 'greet', 'request']) },
      },
    });
    // A dialogue without acts counts nowhere.
    evaluation.add({ ...asked, dialogueActs: [] });
    const [row] = evaluation.tally().rows;
    expect(row[ACT_DIALOGUE_QUERY_COLUMN]).toBe(1);
    expect(row[methodColumn(0) + METHOD_COLUMNS.dialogueActF1]).toBeCloseTo(4 / 6 / 2, 12);
    expect(row[methodColumn(1) + METHOD_COLUMNS.dialogueActF1]).toBeCloseTo(1 / 2, 12);
    expect(() =>
      evaluation.add({
        ...asked,
        outcomes: { ...asked.outcomes, context: { ...asked.outcomes.context, ...acts() } },
      }),
    ).toThrow('1 candidates, but acts for 0 dialogues');
  });

  it('does not depend on the order of the dialogues', () => {
    const queries = [
      query('x', HELLO, outcome([HELLO]), outcome([PRICE])),
      query('y', PRICE, outcome([PRICE, HELLO]), outcome([HELLO])),
      query('z', turn('bye', 'bye'), outcome([HELLO]), outcome([])),
    ];
    const tallyOf = (list: readonly EvaluatedQuery[]) => {
      const evaluation = createRetrievalEvaluation({ methods: METHODS, examples: 2 });
      for (const one of list) evaluation.add(one);
      return evaluation.tally().rows;
    };
    expect(tallyOf(queries)).toEqual(tallyOf(queries.toReversed()));
  });

  it('has no act scores if the corpora have different labels', () => {
    const evaluation = createRetrievalEvaluation({ methods: METHODS, examples: 2, scoreActs: false });
    evaluation.add(query('a', HELLO, outcome([HELLO]), outcome([HELLO])));
    const [row] = evaluation.tally().rows;
    expect(row[ACT_QUERY_COLUMN]).toBe(0);
    expect(row[ACT_DIALOGUE_QUERY_COLUMN]).toBe(0);
    expect(row[methodColumn(1) + METHOD_COLUMNS.actF1]).toBe(0);
    expect(row[methodColumn(1) + METHOD_COLUMNS.dialogueActF1]).toBe(0);
    expect(row[methodColumn(1) + METHOD_COLUMNS.rougeLBest]).toBe(1);
  });

  it('rejects incomparable outcomes, and then keeps its sums', () => {
    const evaluation = createRetrievalEvaluation({ methods: METHODS, examples: 1 });
    evaluation.add(query('a', HELLO, outcome([HELLO]), outcome([])));
    expect(() => evaluation.add(query('d7', HELLO, outcome([])))).toThrow(
      'Dialogue "d7", method "context": no outcome',
    );
    expect(() => evaluation.add(query('d7', HELLO, outcome([]), outcome([HELLO, HELLO])))).toThrow(
      '2 candidates, but only 1 were requested',
    );
    expect(() =>
      evaluation.add(query('d7', HELLO, outcome([]), { ...outcome([]), milliseconds: Number.NaN })),
    ).toThrow('milliseconds');
    const tally = evaluation.tally();
    expect(tally.rows.length).toBe(1);
    expect(tally.milliseconds).toEqual([[2], [2]]);
  });

  it('rejects invalid options', () => {
    expect(() => createRetrievalEvaluation({ methods: METHODS, examples: 0 })).toThrow(RangeError);
    expect(() => createRetrievalEvaluation({ methods: [METHODS[0], METHODS[0]], examples: 5 })).toThrow(
      '"bm25-last" is listed twice',
    );
  });
});
