import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelledTurns } from '../agreement/measure-agreement.ts';
import { alikeReader, groupAlike } from './alike-turns.ts';
import {
  countFollowUps,
  followingLabels,
  orderByScore,
  readUncertainty,
  scoreDisagreement,
  scoreRarity,
  scoreSupport,
  scoreUncertainty,
  shuffledTurns,
} from './queue-order.ts';

const labelSets = fc.array(fc.array(fc.nat({ max: 8 }), { maxLength: 4 }), { maxLength: 20 });

describe('turns that say the same', () => {
  it('are those of one role with the same words, whatever their case and punctuation', () => {
    const groups = groupAlike([
      [1, 1, 'Yes, please.'],
      [2, 0, 'yes please'],
      [3, 1, 'yes please!'],
      [4, 1, 'Yes,'],
      [4, 1, 'PLEASE'],
      [5, 1, 'no'],
      [6, 1, ''],
      [7, 1, ' '],
      [8, 1, '?'],
      [9, 1, '!'],
      [10, 1, '?'],
    ]);
    expect([...groups]).toEqual([3, 1, 3, 4, 2, 8, 10]);
    const alike = alikeReader(groups);
    expect([1, 2, 4, 6, 8, 9].map((turn) => [...alike(turn)])).toEqual([
      [1, 3, 4],
      [],
      [1, 3, 4],
      [],
      [8, 10],
      [],
    ]);
  });
});

describe('orders of a review', () => {
  it('puts turns first on which the sides share least, and leaves out those they agree on', () => {
    const left = labelledTurns([[1], [1, 2], [3], [], [1, 2, 3]]);
    const right = labelledTurns([[1], [1], [4], [5], [1, 2, 4]]);
    const scored = scoreDisagreement(left, right);
    expect([...orderByScore(scored)]).toEqual([2, 3, 1, 4]);
    expect([...scored.notes]).toEqual([0, 1, 2, 1, 2]);
    expect(scored.scores[1]).toBe(0.5);
  });

  it('puts turns with the rarest tag first', () => {
    const scored = scoreRarity(labelledTurns([[1], [1, 2], [3], [], [1, 3], [1]]));
    // 2 is on one turn, 3 on two, 1 on four.
    expect([...orderByScore(scored)]).toEqual([1, 2, 4, 0, 5]);
    expect(scored.notes[1]).toBe(2);
    expect(scored.notes[4]).toBe(3);
  });

  it('puts turns first that reach the most visited states, each by its best', () => {
    const reached = [
      { turn: 0, state: 1 },
      { turn: 1, state: 2 },
      { turn: 1, state: 3 },
      { turn: 3, state: 3 },
    ];
    const scored = scoreSupport(4, reached, Int32Array.of(9, 5, 2, 7));
    expect([...orderByScore(scored)]).toEqual([1, 3, 0]);
    expect([...scored.notes]).toEqual([1, 3, 0, 3]);
  });

  it('puts turns first that the run is least sure of and others tag otherwise, of equals those that decide most', () => {
    const own = labelledTurns([[1], [1], [2], [2], [1], [3]]);
    // The second knows another vocabulary; the first does not tag the last turn and knows no 3.
    const others = [
      labelledTurns([[1], [2], [2], [1], [1, 9], []]),
      labelledTurns([[8], [8], [8], [8], [8], [8]]),
    ];
    const sure = Float64Array.of(0.5, 1, 0.5, Number.NaN, 0.2, Number.NaN);
    const scored = scoreUncertainty(own, sure, others, Int32Array.of(1, 1, 7, 1, 1, 1));
    // In percent: 25, 50, 25, 100, 40; unknown for the last.
    expect([...orderByScore(scored)]).toEqual([3, 1, 4, 2, 0]);
    expect([0, 1, 3].map((turn) => readUncertainty(scored.notes[turn]))).toEqual([
      { sure: 50, others: 1, differing: 0 },
      { sure: 100, others: 1, differing: 1 },
      { sure: null, others: 1, differing: 1 },
    ]);
    expect(Number.isNaN(scored.scores[5])).toBe(true);
  });

  it('shuffles the same way for the same seed only, and loses no turn', () => {
    expect([...shuffledTurns(30, 7)]).toEqual([...shuffledTurns(30, 7)]);
    expect([...shuffledTurns(30, 7)]).not.toEqual([...shuffledTurns(30, 8)]);
    expect([...shuffledTurns(30, 7)].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i));
  });

  it('lists disagreeing turns by falling distance, each once', () => {
    fc.assert(
      fc.property(labelSets, labelSets, (a, b) => {
        const n = Math.min(a.length, b.length);
        const scored = scoreDisagreement(labelledTurns(a.slice(0, n)), labelledTurns(b.slice(0, n)));
        const order = [...orderByScore(scored)];
        expect(new Set(order).size).toBe(order.length);
        for (let at = 1; at < order.length; at++) {
          const [before, here] = [order[at - 1], order[at]];
          expect(
            scored.scores[before] > scored.scores[here] ||
              (scored.scores[before] === scored.scores[here] && before < here),
          ).toBe(true);
        }
      }),
    );
  });
});

describe('what follows', () => {
  // Two dialogues: user 1, system 2, user 3 · user 1, system 2 4
  const tags = labelledTurns([[1], [2], [3], [1], [2, 4]]);
  const followUps = countFollowUps(tags, Int32Array.of(0, 3, 5), Uint8Array.of(1, 0, 1, 1, 0));

  it('is counted by role and by the tag before, within dialogues only', () => {
    expect(followUps.frequent).toEqual([
      [
        [2, 2],
        [4, 1],
      ],
      [
        [1, 2],
        [3, 1],
      ],
    ]);
    expect(followingLabels(followUps, 0, [1])).toEqual([
      [2, 2],
      [4, 1],
    ]);
    expect(followingLabels(followUps, 1, [2])).toEqual([[3, 1]]);
    // Nothing comes before the second dialogue's first turn.
    expect(followingLabels(followUps, 1, [3])).toEqual([]);
  });

  it('adds up over several tags before', () => {
    const pairs = countFollowUps(
      labelledTurns([[1, 2], [5], [1], [6], [2], [5]]),
      Int32Array.of(0, 2, 4, 6),
      Uint8Array.of(1, 0, 1, 0, 1, 0),
    );
    expect(followingLabels(pairs, 0, [1, 2])).toEqual([
      [5, 3],
      [6, 1],
    ]);
  });
});
