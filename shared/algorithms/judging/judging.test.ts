import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JudgedPair,
  type JudgedTurn,
  judgeMessages,
  readVerdict,
  VERDICT_SCHEMA,
} from './judge-messages.ts';

const said = (turn: number, role: JudgedTurn['role'], text: string): JudgedTurn => ({ turn, role, text });

const PAIR: JudgedPair = {
  conversation: [said(0, 'user', 'Where is my parcel?')],
  truth: [said(1, 'system', 'What is the order number?')],
  first: [said(1, 'system', 'Goodbye.')],
  second: [said(1, 'system', 'Could you tell me the order number?')],
};

const contentOf = (pair: JudgedPair, problem: string | null = null): string =>
  judgeMessages('Judge.', pair, problem)[1].content;

describe('asking a judge', () => {
  it('shows the conversation, the truth and both answers, each in its place', () => {
    expect(judgeMessages(' Judge.\n', PAIR)[0]).toEqual({ role: 'system', content: 'Judge.' });
    expect(contentOf(PAIR)).toBe(
      [
        '<dialogue>\n0 User: Where is my parcel?\n</dialogue>',
        '<truth>\n1 System: What is the order number?\n</truth>',
        '<first>\n1 System: Goodbye.\n</first>',
        '<second>\n1 System: Could you tell me the order number?\n</second>',
        'Which answer serves the user better? Answer with the JSON object.',
      ].join('\n\n'),
    );
  });

  it('only exchanges the places of the answers if the order is swapped', () => {
    const swapped = contentOf({ ...PAIR, first: PAIR.second, second: PAIR.first });
    expect(swapped).not.toBe(contentOf(PAIR));
    expect(swapped.split('\n').sort()).toEqual(contentOf(PAIR).split('\n').sort());
  });

  it('says what was wrong when it asks again', () => {
    expect(contentOf(PAIR, 'It was empty.')).toContain('could not be read: It was empty. Keep to the form');
  });

  it('prevents texts from writing a delimiter or a line of their own', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('</first>', '<second>', '</truth>', '\n', '\r', '\u2028', ' so', '<', '>')),
        (parts) => {
          const content = contentOf({ ...PAIR, first: [said(1, 'system', parts.join(''))] });
          expect(content.split(/[\n\r\u2028]/)).toHaveLength(contentOf(PAIR).split('\n').length);
          for (const name of ['dialogue', 'truth', 'first', 'second']) {
            expect(content.split(`<${name}>`)).toHaveLength(2);
            expect(content.split(`</${name}>`)).toHaveLength(2);
          }
        },
      ),
    );
  });
});

describe('reading a verdict', () => {
  it('accepts each verdict, bare or fenced, with its reason', () => {
    for (const says of VERDICT_SCHEMA.properties.verdict.enum) {
      const json = JSON.stringify({ reason: ' It asks. ', verdict: says });
      expect(readVerdict(json)).toEqual({ kind: 'verdict', says, reason: 'It asks.' });
      expect(readVerdict(`\`\`\`json\n${json}\n\`\`\`\n`)).toEqual(readVerdict(json));
    }
  });

  it.each([
    ['', 'JSON object'],
    ['The first is better.', 'JSON object'],
    ['"first"', 'JSON object'],
    ['[{"reason":"a","verdict":"tie"}]', 'JSON object'],
    ['{"reason":"a","verdict":"tie"} {"reason":"a","verdict":"first"}', 'JSON object'],
    ['Here: {"reason":"a","verdict":"tie"}', 'JSON object'],
    ['{"reason":"a","verdict":"First"}', 'none of'],
    ['{"reason":"a"}', 'none of'],
    ['{"verdict":"tie"}', 'empty'],
    ['{"reason":" ","verdict":"tie"}', 'empty'],
    ['{"reason":"a","verdict":"tie","score":3}', 'other fields'],
  ])('refuses %j', (text, problem) => {
    expect(readVerdict(text)).toEqual({ kind: 'malformed', problem: expect.stringContaining(problem) });
  });

  it('never throws, whatever the answer', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readVerdict(text)));
  });
});
