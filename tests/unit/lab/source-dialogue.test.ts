import { describe, expect, it } from 'vitest';
import { joinTurns, turnText } from '../../../lab/retrieval/source-dialogue.ts';

const said = (role: 'user' | 'system', text: string, turn: number, acts: string[] | null = null) => ({
  role,
  text,
  turn,
  acts,
});

describe('joinTurns', () => {
  it('joins texts and acts, and keeps the index of the first turn in the file', () => {
    const turns = joinTurns([
      said('user', 'Hi', 0, ['greet']),
      said('system', 'Hello.', 2, ['greet']),
      said('system', 'Which area?', 3, ['request-area', 'greet']),
      said('user', 'East', 5),
    ]);
    expect(turns.map(({ firstTurn }) => firstTurn)).toEqual([0, 2, 5]);
    expect(turns.map(({ acts }) => acts)).toEqual([['greet'], ['greet', 'request-area'], null]);
    expect(turnText(turns[1])).toBe('Hello. Which area?');
  });

  it('distinguishes a turn annotated with nothing from one without annotation', () => {
    const turns = joinTurns([
      said('user', 'a', 0, []),
      said('system', 'b', 1),
      said('system', 'c', 2, ['x']),
    ]);
    expect(turns.map(({ acts }) => acts)).toEqual([[], ['x']]);
  });
});
