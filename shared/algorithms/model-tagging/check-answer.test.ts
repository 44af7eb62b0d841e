import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../domain/dialogue.ts';
import { checkAnswer, MOST_TAGS_OF_TURN, reasonFor } from './check-answer.ts';

const ASKED = [
  { id: 0, role: 'user' },
  { id: 1, role: 'system' },
  { id: 2, role: 'user' },
] as const satisfies readonly { id: number; role: Role }[];

const GOOD = { 0: ['late-delivery', 'order-status'], 1: ['ask-order-number'], 2: ['refund-request'] };

const tagsOf = (answer: string, cutOff = false) =>
  Object.fromEntries(checkAnswer(answer, ASKED, { cutOff }).tags);
const issuesOf = (answer: string) => checkAnswer(answer, ASKED).issues.map(({ kind, id }) => `${kind} ${id}`);

const JSON_ANSWER = JSON.stringify({
  turns: [
    { id: 0, role: 'User', tags: ['late-delivery', '#order-status'] },
    { id: 1, role: 'System', tags: ['ask-order-number'] },
    { id: 2, role: 'User', tags: ['refund-request'] },
  ],
});

describe('checkAnswer', () => {
  it.each([
    [
      'as asked',
      '0 User: #late-delivery #order-status\n1 System: #ask-order-number\n2 User: #refund-request',
    ],
    [
      'with bullets, a fence and a greeting',
      'Sure, here you go!\n```text\n- 0 User: #late-delivery #order-status\n* 1 System: #ask-order-number\n• 2 User: #refund-request\n```\nAnything else?',
    ],
    [
      'with commas and without #',
      '0 User: late-delivery, order-status\r\n1 System: ask-order-number\r\n2 User: refund-request',
    ],
    [
      'with brackets, emphasis and other names',
      '<0> <User>: #late-delivery #order-status.\n**1 Agent:** `#ask-order-number`\n[2] customer: "#refund-request"',
    ],
    [
      'numbered again',
      '1. 0 User: #late-delivery #order-status\n2. 1 System: #ask-order-number\n3. 2 User: #refund-request',
    ],
    ['without roles', '0: #late-delivery #order-status\n1. #ask-order-number\n2 #refund-request'],
    [
      'with spaces, capitals and underscores in tags',
      '0 User: #Late delivery #Order_Status\n1 System: #ask order number\n2 User: #REFUND-REQUEST',
    ],
    ['as JSON', JSON_ANSWER],
    ['as JSON in a fence', `\`\`\`json\n${JSON_ANSWER}\n\`\`\``],
    ['as a bare array', JSON.stringify(JSON.parse(JSON_ANSWER).turns)],
    ['as JSON that was cut off after its last object', JSON_ANSWER.slice(0, -2)],
    ['with a line twice', `${JSON_ANSWER.slice(0, -2)},{"id":2,"role":"User","tags":["refund-request"]}]}`],
  ])('reads an answer %s', (_, answer) => {
    expect(tagsOf(answer)).toEqual(GOOD);
    expect(checkAnswer(answer, ASKED).wrong).toEqual([]);
  });

  it('names what is missing, extra, doubled or by the wrong speaker, and asks for those again', () => {
    const answer =
      '0 User: #late\n0 User: #early\n1 User: #ask-number\n7 User: #ghost\n-1 User: #minus\n9999999 User: #far';
    expect(tagsOf(answer)).toEqual({});
    expect(issuesOf(answer)).toEqual(
      expect.arrayContaining(['doubled 0', 'wrong-role 1', 'extra 7', 'missing 2']),
    );
    expect(checkAnswer(answer, ASKED).wrong).toEqual([0, 1, 2]);
  });

  it.each([
    ['0 User: #', 'no-tags 0'],
    ['0 User: The user would like to know when it arrives.', 'not-a-tag 0'],
    ['0 User: #none', 'not-a-tag 0'],
    ['0 User: #the-user-asks-when-it-arrives', 'too-long 0'],
    [`0 User: #${'x'.repeat(60)}`, 'too-long 0'],
    ['', 'missing 0'],
    ["I'm sorry, but I cannot help with that.", 'missing 0'],
  ])('%j: %s', (answer, issue) => {
    expect(issuesOf(answer)).toContain(issue);
    expect(checkAnswer(answer, ASKED).wrong).toContain(0);
    expect(reasonFor(checkAnswer(answer, ASKED), 0)).toMatch(/\.$/);
  });

  it('keeps the good tags of a turn beside a bad one, each once, and a few at most', () => {
    expect(tagsOf('0 User: #refund #far-too-long-to-be-a-tag #refund')).toEqual({ 0: ['refund'] });
    const many = Array.from({ length: 40 }, (_, index) => `#t${index}`).join(' ');
    expect(checkAnswer(`0 User: ${many}`, ASKED).tags.get(0)).toHaveLength(MOST_TAGS_OF_TURN);
    expect(issuesOf(`0 User: ${many}`)).toContain('too-many 0');
  });

  it('takes a tag that was offered however long it is', () => {
    const known = new Set(['ask-for-another-name-of-it']);
    const answer = '0 User: #Ask_for_another-name-of-it';
    expect([...checkAnswer(answer, ASKED, { known }).tags]).toEqual([[0, [...known]]]);
    expect(issuesOf(answer)).toContain('too-long 0');
  });

  it('drops the last line of an answer that was cut off: half a tag is another tag', () => {
    expect(tagsOf('0 User: #late\n1 System: #ask-ord', true)).toEqual({ 0: ['late'] });
  });

  const line = fc
    .tuple(fc.nat(5), fc.constantFrom('User', 'System', 'Bot', '?'), fc.string())
    .map(([id, role, text]) => `${id} ${role}: ${text}`);
  const answers = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.json(),
    fc.array(fc.oneof(line, fc.string()), { maxLength: 8 }).map((lines) => lines.join('\n')),
    fc
      .array(fc.record({ id: fc.anything(), role: fc.anything(), tags: fc.anything() }), { maxLength: 5 })
      .map((turns) => JSON.stringify({ turns }) ?? ''),
  );

  it('whatever comes back: no throw, no tag for an id not asked, every asked id tagged or wrong', () => {
    fc.assert(
      fc.property(answers, fc.boolean(), (answer, cutOff) => {
        const { tags, wrong } = checkAnswer(answer, ASKED, { cutOff });
        for (const [id, own] of tags) {
          expect([0, 1, 2]).toContain(id);
          expect(own.length).toBeGreaterThan(0);
          expect(new Set(own).size).toBe(own.length);
          for (const tag of own) expect(tag).toMatch(/^[^\s,#\p{Cc}]{1,96}$/u);
        }
        expect([...tags.keys(), ...wrong].sort()).toEqual([0, 1, 2]);
      }),
      { numRuns: 500 },
    );
  });

  it('reads a long hostile line in time that grows with its length only', () => {
    const hostile = [
      `${'-'.repeat(200_000)}0 User: #x`,
      `0${' '.repeat(200_000)}User: #x`,
      '#'.repeat(200_000),
    ];
    for (const answer of hostile) expect(checkAnswer(answer, ASKED).tags.size).toBeLessThanOrEqual(1);
    expect(checkAnswer('{'.repeat(100_000), ASKED).wrong).toEqual([0, 1, 2]);
  });
});
