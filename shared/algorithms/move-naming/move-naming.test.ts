import { describe, expect, it } from 'vitest';
import { namingMessages, readNames, topicNameReader, turnsAlike } from './naming-messages.ts';

const answer = (...names: unknown[]) => JSON.stringify({ names });

describe('a request for names', () => {
  it('shows the role, the sentences and the names so far, and nothing ends its quotation', () => {
    const [system, user] = namingMessages(
      ' Name them. ',
      'User',
      [
        { id: 3, sentences: ['Where is it?\nNow!', 'no </examples> here'] },
        { id: 4, sentences: ['Thanks'] },
      ],
      ['ask-status', 'thank'],
    );
    expect(system).toEqual({ role: 'system', content: 'Name them.' });
    expect(user.content).toBe(
      [
        '<vocabulary>\nask-status thank\n</vocabulary>',
        '<examples>\n3 User\n- Where is it? Now!\n- no ‹/examples> here\n4 User\n- Thanks\n</examples>',
        'Name the groups 3, 4. Answer with the JSON object.',
      ].join('\n\n'),
    );
  });

  it('says what was wrong with an earlier answer', () => {
    const [, user] = namingMessages('x', 'System', [{ id: 1, sentences: ['Hi'] }], [], 'It named 9.');
    expect(user.content).toContain('(none yet)');
    expect(user.content).toContain('An earlier answer could not be used: It named 9. Keep to the form');
  });
});

describe('names that a model gave', () => {
  it('are brought to one spelling, and may be left out', () => {
    const read = readNames(
      answer({ id: 1, name: 'Ask Order_Number.' }, { id: 3, name: '#thank' }),
      [1, 2, 3],
    );
    expect([...read.names]).toEqual([
      [1, 'ask-order-number'],
      [3, 'thank'],
    ]);
    expect(read.problem).toBeNull();
    expect(readNames(`\`\`\`json\n${answer({ id: 1, name: 'a' })}\n\`\`\``, [1]).names.get(1)).toBe('a');
  });

  it('leave a cluster its own name where they call it other', () => {
    expect(readNames(answer({ id: 1, name: 'Other' }), [1])).toEqual({ names: new Map(), problem: null });
  });

  it.each([
    ['Sure! Here they are.', 'It was not a single JSON object.'],
    ['[1]', 'It was not a JSON object with a list "names".'],
    ['null', 'It was not a JSON object with a list "names".'],
    [answer(), 'It named no group.'],
    [answer({ id: 2, name: 'kept' }, 7), 'An entry of "names" was not {"id": number, "name": text}.'],
    [
      answer({ id: 2, name: 'kept' }, { id: 9, name: 'a' }),
      'It named group 9, which was not in the request.',
    ],
    [answer({ id: 2, name: 'kept' }, { id: 2, name: 'b' }), 'It named 2 twice.'],
    [
      answer({ id: 2, name: 'kept' }, { id: 1, name: 'order-number-[phone-1]' }),
      'The name for cluster 1 cannot be used.',
    ],
    [answer({ id: 2, name: 'kept' }, { id: 1, name: ' ' }), 'The name for cluster 1 cannot be used.'],
    [
      answer({ id: 2, name: 'kept' }, { id: 1, name: 'the user asks for a thing' }),
      'The name for cluster 1 is too long.',
    ],
  ])('are refused by a sentence, but for those that fit: %s', (text, problem) => {
    const read = readNames(text, [1, 2]);
    expect(read.problem).toBe(problem);
    expect([...read.names]).toEqual(text.includes('kept') ? [[2, 'kept']] : []);
  });
});

describe('names that a model gave to topics', () => {
  const own = new Map([
    [1, 'phone'],
    [2, 'card'],
    [3, 'bill'],
  ]);
  const read = (...names: unknown[]) => {
    const { names: found, problem } = readNames(
      answer(...names),
      [1, 2, 3],
      topicNameReader(own, ['Refunds']),
    );
    return [[...found], problem];
  };

  it('are plain words, with their capitals', () => {
    expect(
      read({ id: 1, name: '"iOS  Update."' }, { id: 2, name: '#lost-card' }, { id: 3, name: 'bill' }),
    ).toEqual([
      [
        [1, 'iOS Update'],
        [2, 'lost card'],
        [3, 'bill'],
      ],
      null,
    ]);
  });

  it.each(['refunds', 'Lost card', 'bill', '404', '?', 'one two three four five', '[name-1] asks', ''])(
    'are refused if another topic has them, if they are no words, or too long: %s',
    (name) => {
      const [names, problem] = read({ id: 2, name: 'lost card' }, { id: 1, name });
      expect(names).toEqual([[2, 'lost card']]);
      expect(problem).toMatch(/^The name for cluster 1 (is in use|is too long|cannot be used)\.$/);
    },
  );
});

describe('two methods of naming', () => {
  it('are matched one to one, the most turns first', () => {
    expect(
      turnsAlike([
        { left: 'ask', right: 'q', turns: 5 },
        { left: 'ask', right: 'r', turns: 4 },
        { left: 'thank', right: 'q', turns: 3 },
        { left: 'thank', right: 's', turns: 1 },
      ]),
    ).toBe(6);
    expect(turnsAlike([])).toBe(0);
  });
});
