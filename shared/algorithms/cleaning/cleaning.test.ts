import { describe, expect, it } from 'vitest';
import type { Role } from '../../domain/dialogue.ts';
import { CLEANING_RULES, type CleaningRule } from '../../domain/import-formats.ts';
import { countLines, NOTHING_REPEATED } from './repeated.ts';
import { cleanBy, createCleaner } from './rules.ts';

const by = (
  rule: CleaningRule,
  text: string,
  role: Role = 'system',
  kind: 'agent' | 'bot' = 'agent',
): string => cleanBy(rule, { text, role, kind: role === 'user' ? 'customer' : kind }, NOTHING_REPEATED);

it.each<[CleaningRule, string, string]>([
  ['html', '<p>Hello <b>you</b>,</p><p>it &lt;3 is</p><style>p { x: 1 }</style>', 'Hello you,\nit <3 is'],
  ['html', 'I <3 it, order <number>', 'I <3 it, order <number>'],
  ['entities', 'Tom &amp; Sue\u200b\u00a0here', 'Tom & Sue here'],
  ['quotes', 'Yes, it came.\n> Did it come?\n>> No.', 'Yes, it came.'],
  ['quotes', 'Yes.\n\nOn Mon, 3 Apr 2023 at 10:00, Help <h@x.example>\nwrote:\nDid it come?', 'Yes.'],
  ['quotes', 'Yes.\nFrom: Help\nSent: Monday\nSubject: Order\n\nDid it come?', 'Yes.'],
  ['quotes', '> Only a quote', '> Only a quote'],
  ['signatures', 'It is broken.\n\nBest regards,\nJane Doe\nShop Ltd, 1 High Street', 'It is broken.'],
  ['signatures', 'Where is it?\nThanks,\nJane', 'Where is it?\nThanks,'],
  ['signatures', 'Where is it?\nSent from my iPhone', 'Where is it?'],
  ['signatures', 'Cheers\nbut where is it?', 'Cheers\nbut where is it?'],
  ['initials', 'We will look into it. ^JS', 'We will look into it.'],
  [
    'initials',
    'Please send us a message. -Becky https://t.co/x 1/2',
    'Please send us a message. https://t.co/x 1/2',
  ],
  ['initials', 'Thanks!*TomB', 'Thanks!'],
  ['initials', 'I can help.--JV', 'I can help.'],
  ['initials', 'See you. Thanks-Anwar', 'See you. Thanks'],
  ['initials', 'Call us. ^kl .', 'Call us.'],
  ['initials', 'Open it 24/7 - Monday to Friday', 'Open it 24/7 - Monday to Friday'],
  ['menus', 'Choose one of these:\n1. Billing\n2. Orders', 'Choose one of these:'],
  ['menus', 'Try this:\n1. Turn it off\n2. Turn it on', 'Try this:\n1. Turn it off\n2. Turn it on'],
  ['menus', 'Welcome! Press 1 for billing, press 2 for orders.', 'Welcome!'],
])('%s: %j is %j', (rule, text, clean) => {
  expect(by(rule, text)).toBe(clean);
});

it('leaves what customers say about initials and menus', () => {
  expect(by('initials', 'It was ^JS', 'user')).toBe('It was ^JS');
});

describe('repeated lines', () => {
  const notice = 'This message is confidential and meant for you, case 4711.';
  const counted = countLines();
  for (let dialogue = 0; dialogue < 6; dialogue++)
    counted.add(
      dialogue,
      'system',
      `Answer ${'x'.repeat(dialogue)} of its own\n\n${notice.replace('4711', String(dialogue))}`,
    );
  const clean = createCleaner(['repeated'], counted.repeated());

  it('go from the ends of texts that many dialogues have them in', () => {
    expect(clean({ text: `It is here.\n\n${notice}`, role: 'system', kind: 'agent' })).toBe('It is here.');
  });
  it('stay where they are all that is said, in the middle, or another side says them', () => {
    for (const text of [notice, `One.\n${notice}\nTwo.`])
      expect(clean({ text, role: 'system', kind: 'agent' })).toBe(text);
    expect(clean({ text: `A.\n${notice}`, role: 'user', kind: 'customer' })).toBe(`A.\n${notice}`);
  });
});

it('takes no longer than linear on texts that repeat what begins a pattern', () => {
  const clean = createCleaner(CLEANING_RULES, NOTHING_REPEATED);
  for (const part of ['<style ', '<!--', '> ', 'On ', '^A ', '- A', '\n', 'press 1 for ', '<p '])
    expect(clean({ text: part.repeat(20_000), role: 'system', kind: 'bot' }).length).toBeGreaterThan(0);
}, 20_000);
