import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NumberedTurn } from '../../domain/dialogue.ts';
import {
  answerMessages,
  exampleMask,
  exampleTurns,
  MOST_EXAMPLE_CHARACTERS,
  shapeOfMethod,
} from './answer-messages.ts';
import { readTurn, readTurns, withoutLabel, withoutSpeakers } from './read-answer.ts';

const turns = (...texts: readonly string[]): NumberedTurn[] =>
  texts.map((text, turn) => ({ turn, role: turn % 2 === 0 ? 'user' : 'system', text }));

describe('exampleTurns', () => {
  const dialogue = turns('a', 'b', 'c', 'd', 'e', 'f', 'g');
  const shown = (...given: Parameters<typeof exampleTurns>) =>
    exampleTurns(...given)
      .map(({ text }) => text)
      .join('');

  it('shows a window that ends in the answer, or all of the dialogue', () => {
    expect(shown(dialogue, 5, 'window', 3)).toBe('cdef');
    expect(shown(dialogue, 1, 'window', 5)).toBe('ab');
    expect(shown(dialogue, 5, 'window', null)).toBe('abcdef');
    expect(shown(dialogue, 3, 'dialogue', 2)).toBe('abcdefg');
  });

  it('keeps the ids, and the turns around the answer of a long dialogue', () => {
    const long = turns(...Array.from({ length: 40 }, (_, at) => `${at} `.padEnd(500, 'x')));
    const kept = exampleTurns(long, 21, 'dialogue', null);
    const ids = kept.map(({ turn }) => turn);
    expect(ids).toContain(21);
    expect(ids).toEqual(ids.map((_, at) => ids[0] + at));
    expect(kept.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(MOST_EXAMPLE_CHARACTERS);
    expect(ids.length).toBe(12);
  });

  it('cuts an answer that is too long by itself', () => {
    const [only] = exampleTurns(turns('x'.repeat(9000)), 0, 'window', 5);
    expect(only.text).toHaveLength(MOST_EXAMPLE_CHARACTERS);
  });

  it("uses the shape of the method's paper", () => {
    expect(['random', 'bm25-last', 'bm25-3', 'dfa-paper', 'dfa-tree'].map(shapeOfMethod)).toEqual(
      new Array(5).fill('dialogue'),
    );
    expect(['dense', 'dense-answer', 'dense-trained', 'rrf', 'context-ranker'].map(shapeOfMethod)).toEqual(
      new Array(5).fill('window'),
    );
  });
});

describe('answerMessages', () => {
  it('separates the prompt from the data, with every text on a line of its own', () => {
    const [system, user] = answerMessages(
      ' Answer.\n',
      [turns('My lamp\nis late', 'Which order?')],
      turns('Where is it?'),
      null,
    );
    expect(system).toEqual({ role: 'system', content: 'Answer.' });
    expect(user.content).toBe(
      [
        '<example>\nUser: My lamp is late\nSystem: Which order?\n</example>',
        '<dialogue>\nUser: Where is it?\n</dialogue>',
        'Reply to the last message as the support side. Write only the reply.',
      ].join('\n\n'),
    );
  });

  it('marks what the model has to write', () => {
    const asked = turns('Hello', 'gone', 'Thanks', 'gone').map((turn) => ({
      ...turn,
      text: turn.role === 'user' ? turn.text : null,
    }));
    const [, { content }] = answerMessages('p', [], asked, [1, 3]);
    expect(content).toContain('1 System: (to be written)\n2 User: Thanks');
    expect(content).toContain('with the ids 1, 3, each');
    expect(answerMessages('p', [], asked, [3], true)[1].content).toContain(
      'Write only those with the ids 3,',
    );
  });

  it('prevents texts from closing their delimiters', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        '<',
        '/',
        'example',
        'dialogue',
        '>',
        '\n',
        ' ',
        '＜',
        '\u200b',
        'EXAMPLE',
        '0 System: hi',
      ),
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        fc.array(hostile, { minLength: 1, maxLength: 4 }),
        fc.array(hostile, { minLength: 1, maxLength: 4 }),
        (one, two) => {
          const [system, { content }] = answerMessages('p', [turns(...one)], turns(...two), null);
          expect(system.content).toBe('p');
          expect(content.match(/[<＜]\s*[/／]?\s*(example|dialogue)\b/giu)).toHaveLength(4);
          expect(content.split('\n')).toHaveLength(one.length + two.length + 7);
        },
      ),
    );
  });
});

describe('readTurn', () => {
  it.each([
    ['Which order is it?', 'Which order is it?'],
    ['  3 System: Which order?\n', 'Which order?'],
    ['**System:** Which order?', 'Which order?'],
    ['```\nWhich order?\n```', 'Which order?'],
    ['First line.\nSecond line.', 'First line.\nSecond line.'],
    ['Which order?\n4 User: 12\n5 System: Thanks', 'Which order?'],
    ['System: ', ''],
    ['The system says: "Which order is it?"', 'Which order is it?'],
    ['The system says: It is on its way.', 'It is on its way.'],
    ['“Which order?”', 'Which order?'],
    ['"Which" or "what"', '"Which" or "what"'],
    ["Sure, here's the next turn of the support side:\n\nSystem: Which order?", 'Which order?'],
    ['The system says your order is late.', 'The system says your order is late.'],
    ["Here's the answer:", "Here's the answer:"],
    ['1 User: Which order?', 'Which order?'],
    ['<dialogue>\nSystem: Which order?\n</dialogue>', 'Which order?'],
    ['[User]: Which order?', 'Which order?'],
    ['0 User: My lamp is late\n1 System: Which order?\n2 User: 12', 'Which order?'],
    ['Customer: late\nUser: again', 'late'],
    [
      'You need:\n- Customer: your name\n- Agent: nothing',
      'You need:\n- Customer: your name\n- Agent: nothing',
    ],
  ])('reads %j', (answer, words) => {
    expect(readTurn(answer)).toBe(words);
  });
});

describe('withoutSpeakers', () => {
  it('drops labels and invented turns, and nothing else', () => {
    expect(withoutSpeakers('3 System: ```\ncode\n```\nUser: thanks')).toBe('```\ncode\n```');
    expect(withoutSpeakers('{"system": 1}')).toBe('{"system": 1}');
    expect(withoutSpeakers('')).toBe('');
    expect(withoutLabel('\n 1 User: Hi. System: no')).toBe('Hi. System: no');
  });

  it('leaves no label at the start, whatever the answer', () => {
    const piece = fc.constantFrom('User: ', 'word', '\n', '**', ' ', '2 ');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 3 }),
        fc.constantFrom('User: ', '7 User: ', '**System:** '),
        (end, label) => {
          expect(withoutSpeakers(`${label}Hello${end.join('')}`)).toMatch(/^Hello/);
        },
      ),
    );
  });
});

describe('readTurns', () => {
  const read = (answer: string, asked: readonly number[], cutOff = false) => {
    const { texts, missing } = readTurns(answer, asked, cutOff);
    return { texts: Object.fromEntries(texts), missing };
  };

  it('reads the requested lines and reports missing ones', () => {
    expect(
      read('Sure!\n1 System: Hello\n[3] [System]: Which\norder?\n2 User: mine\n- 9 System: no', [1, 3, 5]),
    ).toEqual({
      texts: { 1: 'Hello', 3: 'Which order?' },
      missing: [5],
    });
  });

  it('ignores lines for the user, repeated lines and truncated ones', () => {
    expect(read('1 User: Hello', [1]).missing).toEqual([1]);
    expect(read('1 System: a\n1 System: b\n3 System: c\n3 System: c', [1, 3])).toEqual({
      texts: { 3: 'c' },
      missing: [1],
    });
    expect(read('1 System: Hello\n3 System: Whi', [1, 3], true).missing).toEqual([3]);
    expect(read('1 System:', [1]).missing).toEqual([1]);
  });

  it('returns only requested lines, whatever the answer', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('1', '3', ' System: ', ' User: ', '\n', 'word', '```'),
          maxLength: 60,
        }),
        (answer) => {
          const { texts, missing } = readTurns(answer, [1, 3]);
          expect([...texts.keys(), ...missing].sort()).toEqual([1, 3]);
          for (const text of texts.values()) expect(text.trim()).not.toBe('');
        },
      ),
    );
  });
});

describe('exampleMask', () => {
  it('hides names and numbers throughout a dialogue, by placeholders without numbers', () => {
    const texts = [
      'Hi',
      'Your name?',
      'I am Ada Lovelace, ada@example.org',
      'Thanks Ada. Mr Babbage calls 020 7946 0958',
    ];
    const mask = exampleMask(texts);
    expect(texts.map(mask)).toEqual([
      'Hi',
      'Your name?',
      'I am [name], [email]',
      'Thanks [name]. Mr [name] calls [phone]',
    ]);
  });
});
