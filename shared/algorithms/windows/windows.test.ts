import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowTurns } from '../../../tests/fixtures/window-turns.ts';
import type { Role } from '../../domain/dialogue.ts';
import { fineTuningJsonl, nextTurnWindows } from './windows.ts';

const dialogue = (...roles: Role[]) =>
  windowTurns(roles.map((role, at) => ({ role, text: `${role} ${at}` })));
const shape = (size?: number, ...roles: Role[]) =>
  nextTurnWindows(dialogue(...roles), size).map(({ context, answer }) => [
    context.map(({ turn }) => turn),
    answer.turn,
  ]);
const U = 'user';
const S = 'system';

describe('windows of the next turn', () => {
  it('end in every answer of the system, with five turns before it at most', () => {
    expect(shape(undefined, U, S, U, S, U, S, U, S)).toEqual([
      [[0], 1],
      [[0, 1, 2], 3],
      [[0, 1, 2, 3, 4], 5],
      [[2, 3, 4, 5, 6], 7],
    ]);
  });

  it('leave out an opening of the system, and join turns of one role', () => {
    expect(shape(undefined, S, U, S, U)).toEqual([[[0, 1], 2]]);
    expect(shape(3, U, U, S, S, U, S)).toEqual([
      [[0], 1],
      [[1, 2], 3],
    ]);
    expect(dialogue(U, U, S).map(({ text }) => text)).toEqual(['user 0 user 1', 'system 2']);
    expect(shape(undefined)).toEqual([]);
    expect(shape(undefined, S)).toEqual([]);
  });

  it('need room for a question and an answer', () => {
    for (const size of [1, 0, 2.5, Number.NaN]) expect(() => nextTurnWindows([], size)).toThrow(RangeError);
  });

  it('are one for each answered turn, never see it nor what follows, and move by two', () => {
    const roles = fc.array(fc.constantFrom<Role>('user', 'system'), { maxLength: 20 });
    fc.assert(
      fc.property(roles, fc.integer({ min: 2, max: 8 }), (drawn, size) => {
        const turns = dialogue(...drawn);
        const windows = nextTurnWindows(turns, size);
        const answered = turns.filter(({ role, turn }) => role === 'system' && turn > 0);
        expect(windows.map(({ answer }) => answer)).toEqual(answered);
        windows.forEach(({ context, answer }, at) => {
          expect(context.length).toBe(Math.min(size - 1, answer.turn));
          expect(context[context.length - 1].turn).toBe(answer.turn - 1);
          if (at > 0) expect(answer.turn - windows[at - 1].answer.turn).toBe(2);
        });
      }),
    );
  });
});

describe('fine-tuning lines', () => {
  it('are lines of JSON, whatever was said', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), (texts) => {
        const examples = texts.map((content) => ({ messages: [{ role: 'user' as const, content }] }));
        const lines = fineTuningJsonl(examples).split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line))).toEqual(examples);
      }),
    );
  });
});
