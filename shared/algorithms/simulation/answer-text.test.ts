import { expect, test } from 'vitest';
import { answerText } from './answer-text.ts';

test('leaves out the handle of the other customer and the initials of the agent', () => {
  const dialogue = [
    '@sprintcare no signal',
    '@115713 Please send us a direct message: https://t.co/a1 &amp; wait. -AA',
  ];
  const answer = answerText(dialogue, 1);
  expect(answer).toBe('Please send us a direct message: https://t.co/a1 & wait.');
});

test("replaces the other customer's name and numbers", () => {
  const dialogue = ['My name is Tony Smith, order 20394857.', 'Thanks, Tony. Order 20394857 is on its way.'];
  expect(answerText(dialogue, 1)).toBe('Thanks, [name]. Order [number] is on its way.');
});

test('keeps a text that is nothing but a handle', () => {
  expect(answerText(['hi', '@115713'], 1)).toBe('@115713');
});
