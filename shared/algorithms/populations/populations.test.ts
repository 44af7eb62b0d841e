import { describe, expect, it } from 'vitest';
import { describeWithCorpus } from '../../../tests/fixtures/corpora.ts';
import {
  demoDialogues,
  type PlainDialogue,
  type PlainTurn,
  readPlain,
  subjectOf,
  withShuffledTags,
} from '../../../tests/fixtures/plain-dialogues.ts';
import type { OutcomeChoice } from '../../domain/dialogue.ts';
import { decidingSteps, decidingTurns } from '../filters/deciding-turns.ts';
import { readWhere } from '../filters/read-where.ts';
import { tagFields } from '../filters/tag-fields.ts';
import { createRandom } from '../random/random.ts';
import { type Activities, activitiesOf } from '../variants/variants.ts';
import {
  CLEAR,
  comparePopulations,
  compareShares,
  doesFeature,
  falseDiscoveryRates,
} from './compare-populations.ts';

describe('two shares', () => {
  it("have Newcombe's interval", () => {
    // The first example of his table II: 56 of 70 and 48 of 80.
    const { difference, lower, upper } = compareShares([56, 70], [48, 80]);
    expect(difference).toBeCloseTo(0.2, 10);
    expect(lower).toBeCloseTo(0.0524, 4);
    expect(upper).toBeCloseTo(0.3339, 4);
    expect(compareShares([10, 10], [0, 20]).lower).toBeCloseTo(0.6791, 4);
  });

  it('have the chance of the normal test, or the exact one where few are expected', () => {
    // z = 2.650: both tails of the normal distribution.
    expect(compareShares([56, 70], [48, 80]).p).toBeCloseTo(0.008045, 6);
    // The lady tasting tea: 3 of 4 right.
    expect(compareShares([3, 4], [1, 4]).p).toBeCloseTo(34 / 70, 8);
    expect(compareShares([0, 1000], [3, 30]).p).toBeCloseTo(2.22e-5, 6);
    expect(compareShares([0, 5], [0, 7]).p).toBeCloseTo(1, 10);
  });

  it('are corrected for how many are compared', () => {
    const rates = falseDiscoveryRates([0.01, 0.5, 0.02, 0.03]);
    expect(rates.map((rate) => Number(rate.toFixed(4)))).toEqual([0.04, 0.5, 0.04, 0.04]);
  });
});

describe('populations', () => {
  const symbols = ['ask', 'tell', 'thank'].map((tag) => ({ role: 'user' as const, tag }));
  const logOf = (
    dialogues: readonly (readonly number[])[],
  ): Pick<Activities, 'symbols' | 'offsets' | 'steps'> => {
    const offsets = new Int32Array(dialogues.length + 1);
    dialogues.forEach((own, at) => {
      offsets[at + 1] = offsets[at] + own.length;
    });
    return { symbols, offsets, steps: Int32Array.from(dialogues.flat()) };
  };
  const repeated = (count: number, own: number[]) => Array.from({ length: count }, () => own);
  // Left: 40 that ask, are told and thank. Right: 20 of these, and 20 that ask twice and end. Five are in neither.
  const log = logOf([
    ...repeated(40, [0, 1, 2]),
    ...repeated(20, [0, 1, 2]),
    ...repeated(20, [0, 0]),
    ...repeated(5, [2, 2, 2]),
  ]);
  const compared = comparePopulations(log, (dialogue) => (dialogue < 40 ? 0 : dialogue < 80 ? 1 : -1));
  const rowOf = (kind: string, symbol: number, next?: number) =>
    compared.rows.find(
      ({ feature }) =>
        feature.kind === kind &&
        feature.symbol === symbol &&
        (feature.kind !== 'follows' || feature.next === next),
    );

  it('differ in what they do, how they end, and what follows what; each counted once a dialogue', () => {
    expect([compared.left, compared.right]).toEqual([40, 40]);
    expect(rowOf('repeats', 0)).toMatchObject({ left: 0, right: 20, difference: -0.5 });
    expect(rowOf('ends', 2)).toMatchObject({ left: 40, right: 20, difference: 0.5 });
    expect(rowOf('follows', 0, 0)).toMatchObject({ left: 0, right: 20 });
    expect(rowOf('does', 0)).toMatchObject({ left: 40, right: 40, difference: 0, q: 1 });
    expect(rowOf('repeats', 2)).toBeUndefined();
    const [first] = compared.rows;
    expect(Math.abs(first.difference)).toBe(0.5);
    expect(compared.rows.at(-1)?.difference).toBe(0);
  });

  it('lead to the dialogues that do it', () => {
    for (const { feature, left, right } of compared.rows) {
      const doing = Array.from({ length: 80 }, (_, dialogue) => doesFeature(log, dialogue, feature));
      expect(doing.slice(0, 40).filter(Boolean)).toHaveLength(left);
      expect(doing.slice(40).filter(Boolean)).toHaveLength(right);
    }
  });

  it('of which one is empty have nothing to tell', () => {
    expect(comparePopulations(log, () => 0)).toEqual({ left: 85, right: 0, rows: [] });
  });
});

const LAST_TAG: OutcomeChoice = { kind: 'last-tag' };

function compared(
  dialogues: readonly PlainDialogue[],
  field: string,
  value: string,
  outcome: OutcomeChoice = LAST_TAG,
) {
  const { rows, times } = subjectOf(dialogues);
  const fields = tagFields({ rows, times, outcome, isCorrected: () => false });
  const { values, offsets, valueIds } = fields.find(({ name }) => name === field) ?? {
    values: [],
    offsets: [],
    valueIds: [],
  };
  const isLeft = (dialogue: number): boolean =>
    valueIds.slice(offsets[dialogue], offsets[dialogue + 1]).some((id) => values[id] === value);
  const activities = activitiesOf(rows, [], true);
  const decides = decidingTurns(readWhere(`"${field}" = "${value}"`), null, outcome, () => []);
  if (decides === null) throw new Error(`${field} is not read from turns`);
  const { symbols } = activities;
  return {
    symbols,
    ...comparePopulations(
      activities,
      (dialogue) => (isLeft(dialogue) ? 0 : 1),
      decidingSteps(decides, rows, activities),
    ),
  };
}

const runsWithClear = (
  make: (random: ReturnType<typeof createRandom>) => readonly PlainDialogue[],
  field: string,
  value: string,
  outcome?: OutcomeChoice,
): number =>
  Array.from({ length: 100 }, (_, seed) =>
    compared(make(createRandom(seed)), field, value, outcome).rows.some(
      ({ q, byDefinition }) => q <= CLEAR && !byDefinition,
    ),
  ).filter(Boolean).length;

describe('groups that are chosen by how dialogues went', () => {
  const randomDialogues = (random: ReturnType<typeof createRandom>): PlainDialogue[] =>
    Array.from({ length: 300 }, (): PlainDialogue => {
      const turns = Array.from({ length: 1 + random.integer(8) }, (_, at): PlainTurn => {
        const tags = [['ask-help', 'thank', 'give-details', 'complain', 'close'][random.integer(5)]];
        return { role: at % 2 === 0 ? 'user' : 'system', tags, start: Number.NaN, end: Number.NaN };
      });
      return { turns, fields: {} };
    });

  it.each([
    ['abandoned', 'yes', LAST_TAG],
    ['reopened', 'yes', LAST_TAG],
    ['outcome', 'thank', LAST_TAG],
    ['outcome', 'close', { kind: 'tags', tags: ['close', 'thank'] }],
    ['tags seen', 'complain', LAST_TAG],
  ] as const)('differ only by definition in random dialogues: %s = %s', (field, value, outcome) => {
    expect(runsWithClear(randomDialogues, field, value, outcome)).toBeLessThanOrEqual(5);
    const { rows, symbols } = compared(randomDialogues(createRandom(1)), field, value, outcome);
    const marked = rows.filter(({ byDefinition }) => byDefinition);
    expect(marked.length).toBeGreaterThan(0);
    // They are clear, and stand at the end.
    expect(marked.every(({ q }) => q <= CLEAR)).toBe(true);
    expect(rows.slice(-marked.length)).toEqual(marked);
    const move = symbols.findIndex(({ tag }) => tag === (field === 'outcome' ? value : 'complain'));
    if (field === 'tags seen')
      expect(marked.map(({ feature }) => feature)).toContainEqual({ kind: 'does', symbol: move });
  });

  it('differ in the turns before the last one where something leads to it', () => {
    const turn = (role: PlainTurn['role'], tag: string): PlainTurn => ({
      role,
      tags: [tag],
      start: Number.NaN,
      end: Number.NaN,
    });
    // After a complaint, 60 % end with a request; otherwise 20 %.
    const dialogues = Array.from({ length: 400 }, (_, at): PlainDialogue => {
      const [first, of] = at % 2 === 0 ? (['complain', 6] as const) : (['greet', 2] as const);
      const last = Math.floor(at / 2) % 10 < of ? 'ask-help' : 'thank';
      return { fields: {}, turns: [turn('user', first), turn('system', 'tell'), turn('user', last)] };
    });
    const { rows, symbols } = compared(dialogues, 'abandoned', 'yes');
    const told = rows
      .filter(({ q }) => q <= CLEAR)
      .map(({ feature, byDefinition }) => [feature.kind, symbols[feature.symbol].tag, byDefinition]);
    expect(told).toContainEqual(['does', 'complain', false]);
    expect(told).toContainEqual(['starts', 'complain', false]);
    expect(told).toContainEqual(['ends', 'ask-help', true]);
    expect(told).toContainEqual(['does', 'ask-help', true]);
    expect(told).toContainEqual(['follows', 'tell', true]);
  });

  it('differ only by definition in shuffled dialogues of the demo', () => {
    const dialogues = demoDialogues(400);
    expect(
      runsWithClear((random) => withShuffledTags(dialogues, random), 'abandoned', 'yes'),
    ).toBeLessThanOrEqual(5);
  });

  describeWithCorpus('in real dialogues', ['twitter-support-threads', 'multiwoz'], () => {
    it.each([
      ['twitter-support-threads', 'abandoned'],
      ['twitter-support-threads', 'reopened'],
      ['multiwoz', 'reopened'],
    ] as const)('differ only by definition if the tags of %s are shuffled: %s', (corpus, field) => {
      const dialogues = readPlain(corpus, 300);
      expect(
        runsWithClear((random) => withShuffledTags(dialogues, random), field, 'yes'),
      ).toBeLessThanOrEqual(5);
    });

    it('end by definition as they are chosen, and differ in earlier turns too', () => {
      const { rows } = compared(readPlain('twitter-support-threads', 1279), 'abandoned', 'yes');
      const clear = rows.filter(({ q }) => q <= CLEAR);
      const ends = clear.filter(({ feature }) => feature.kind === 'ends');
      expect(ends.length).toBeGreaterThan(0);
      expect(ends.every(({ byDefinition }) => byDefinition)).toBe(true);
      expect(clear.some(({ byDefinition }) => !byDefinition)).toBe(true);
    });
  });
});
