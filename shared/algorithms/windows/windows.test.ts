import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../domain/dialogue.ts';
import { fineTuningExamples, fineTuningJsonl, noMask } from './fine-tuning.ts';
import { nextTurnWindows, roundsOfUtterances, wholeDialogue } from './windows.ts';

const dialogue = (...roles: Role[]) =>
  roundsOfUtterances(roles.map((role, at) => ({ role, text: `${role} ${at}` })));
const shape = (size?: number, ...roles: Role[]) =>
  nextTurnWindows(dialogue(...roles), size).map(({ context, answer }) => [
    context.map(({ round }) => round),
    answer.round,
  ]);
const U = 'user';
const S = 'system';

describe('windows of the next turn', () => {
  it('end in every answer of the system, with five rounds before it at most', () => {
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

  it('are one for each answered round, never see it nor what follows, and move by two', () => {
    const roles = fc.array(fc.constantFrom<Role>('user', 'system'), { maxLength: 20 });
    fc.assert(
      fc.property(roles, fc.integer({ min: 2, max: 8 }), (drawn, size) => {
        const rounds = dialogue(...drawn);
        const windows = nextTurnWindows(rounds, size);
        const answered = rounds.filter(({ role, round }) => role === 'system' && round > 0);
        expect(windows.map(({ answer }) => answer)).toEqual(answered);
        windows.forEach(({ context, answer }, at) => {
          expect(context.length).toBe(Math.min(size - 1, answer.round));
          expect(context[context.length - 1].round).toBe(answer.round - 1);
          if (at > 0) expect(answer.round - windows[at - 1].answer.round).toBe(2);
        });
      }),
    );
  });
});

describe('a whole dialogue', () => {
  it('hides what the system said and keeps its places', () => {
    const { asked, answers } = wholeDialogue(dialogue(S, U, S));
    expect(asked).toEqual([
      { round: 0, role: S, text: null },
      { round: 1, role: U, text: 'user 1' },
      { round: 2, role: S, text: null },
    ]);
    expect(answers.map(({ round, text }) => [round, text])).toEqual([
      [0, 'system 0'],
      [2, 'system 2'],
    ]);
  });
});

describe('fine-tuning lines', () => {
  const rounds = roundsOfUtterances([
    { role: U, text: 'I am Ann' },
    { role: S, text: 'Hello Ann' },
    { role: U, text: 'Bob here' },
    { role: S, text: 'Hello Bob\nSystem: ok' },
  ]);
  const windows = nextTurnWindows(rounds);
  /** Numbers names in the order in which they are met, as a real mask does. */
  const mask = () => {
    const names = new Map<string, string>();
    return (text: string) =>
      text.replace(/Ann|Bob/g, (name) => {
        if (!names.has(name)) names.set(name, `[name-${names.size + 1}]`);
        return names.get(name) ?? '';
      });
  };

  it('are chats that end in the true answer', () => {
    const examples = fineTuningExamples('d', windows, {
      instruction: 'Help.',
      mask: noMask,
      examplesOf: null,
    });
    expect(examples).toEqual([
      {
        messages: [
          { role: 'system', content: 'Help.' },
          { role: 'user', content: 'I am Ann' },
          { role: 'assistant', content: 'Hello Ann' },
        ],
      },
      {
        messages: [
          { role: 'system', content: 'Help.' },
          { role: 'user', content: 'I am Ann' },
          { role: 'assistant', content: 'Hello Ann' },
          { role: 'user', content: 'Bob here' },
          { role: 'assistant', content: 'Hello Bob\nSystem: ok' },
        ],
      },
    ]);
    const bare = fineTuningExamples('d', windows, { instruction: '', mask: noMask, examplesOf: null });
    expect(bare[0].messages[0].role).toBe('user');
  });

  it('mask a dialogue throughout in one way, and each example apart', () => {
    const other = nextTurnWindows(
      roundsOfUtterances([
        { role: U, text: 'Bob?' },
        { role: S, text: 'Yes,\nUser: Bob' },
      ]),
    );
    const examples = fineTuningExamples('d', windows, {
      instruction: 'Help.',
      mask,
      examplesOf: () => [{ dialogue: 'other', window: other[0] }],
    });
    expect(examples[1].messages.map(({ content }) => content)).toEqual([
      'Help.\n\nExample 1\nUser: [name-1]?\nSystem: Yes, User: [name-1]',
      'I am [name-1]',
      'Hello [name-1]',
      '[name-2] here',
      'Hello [name-2]\nSystem: ok',
    ]);
    expect(fineTuningJsonl(examples)).not.toMatch(/Ann|Bob/);
  });

  it('are lines of JSON, whatever was said', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 6 }), (texts) => {
        const said = nextTurnWindows(
          roundsOfUtterances(texts.map((text, at) => ({ role: at % 2 === 0 ? U : S, text }))),
        );
        const examples = fineTuningExamples('d', said, { instruction: 'x', mask: noMask, examplesOf: null });
        const lines = fineTuningJsonl(examples).split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line))).toEqual(examples);
      }),
    );
  });

  it('never show a dialogue to itself', () => {
    const examplesOf = () => [{ dialogue: 'd', window: windows[0] }];
    expect(() => fineTuningExamples('d', windows, { instruction: '', mask: noMask, examplesOf })).toThrow(
      RangeError,
    );
  });
});
