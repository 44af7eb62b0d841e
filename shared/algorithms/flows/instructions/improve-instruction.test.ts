import { describe, expect, it } from 'vitest';
import { type AnnotatedTurn, improveInstruction, sameValue, splitTurns } from './improve-instruction.ts';

const turn = (text: string, value: string | null): AnnotatedTurn => ({
  turns: [{ role: 'user', text }],
  value,
});
const TURNS = Array.from({ length: 40 }, (_, at) =>
  at % 2 === 0 ? turn(`table ${at} for four`, 'four') : turn(`hello ${at}`, null),
);
const fill = async (instruction: string, turns: readonly AnnotatedTurn[]) =>
  turns.map(({ turns: [said] }) =>
    instruction.includes('number')
      ? (/\b(four)\b/.exec(said?.text ?? '')?.[1] ?? null)
      : instruction.includes('people')
        ? 'four'
        : (said?.text ?? null),
  );

describe('improveInstruction', () => {
  it('keeps a wording only where it is right more often on turns that were held out', async () => {
    const split = splitTurns(TURNS, 1, { training: 15, heldOut: 20 });
    const words = ['the people', 'something worse', 'the number of people'];
    const asked: string[] = [];
    const batches: number[] = [];
    const rewrite = async (instruction: string, shown: readonly { value: string | null }[]) => {
      asked.push(`${instruction} (${shown.length})`);
      return words.shift() ?? null;
    };
    const improved = await improveInstruction('the seats', split, { fill, rewrite }, (done) =>
      batches.push(done),
    );
    expect(improved).toMatchObject({ instruction: 'the number of people', before: 0, after: 1 });
    expect(improved.tried.map(({ kept }) => kept)).toEqual([true, false, true]);
    // The second request rewrites the best wording so far, not the last one.
    expect(asked).toEqual(['the seats (5)', 'the people (5)', 'the people (5)']);
    expect(batches).toEqual([1, 2, 3]);
  });

  it('leaves the instruction as it is where no wording is better', async () => {
    const split = splitTurns(TURNS, 1, { training: 10, heldOut: 10 });
    const rewrite = async () => 'the number, once more';
    const improved = await improveInstruction('the number', split, { fill, rewrite });
    expect(improved).toMatchObject({ instruction: 'the number', before: 1, after: 1 });
    const none = await improveInstruction('the number', split, { fill, rewrite: async () => null });
    expect(none.tried).toEqual([]);
  });
});

it('draws turns apart from each other, the same for a seed, and shares out few', () => {
  const { training, heldOut } = splitTurns(TURNS, 7, { training: 20, heldOut: 50 });
  expect(training.length + heldOut.length).toBe(40);
  expect(training.filter((one) => heldOut.includes(one))).toEqual([]);
  expect(heldOut.length).toBeGreaterThan(training.length);
  expect(splitTurns(TURNS, 7, { training: 20, heldOut: 50 })).toEqual({ training, heldOut });
});

it('compares values by what they say', () => {
  expect(sameValue(' The North ', 'north')).toBe(true);
  expect(sameValue('four', '4')).toBe(true);
  expect(sameValue(null, '')).toBe(true);
  expect(sameValue(null, 'north')).toBe(false);
});
