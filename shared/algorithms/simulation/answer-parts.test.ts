import { expect, it } from 'vitest';
import { puttingOff, textIn } from './answer-parts.ts';

const found = (text: string): string | null => {
  const part = puttingOff(text);
  return part && textIn(text, part);
};

it.each([
  ['Thanks for the details. We’ll look into this for you.', 'We’ll look into this for you.'],
  [
    'One moment, I am searching for your bag. It is at the airport.',
    'One moment, I am searching for your bag.',
  ],
  ['I see. Our team will be in touch shortly!', 'Our team will be in touch shortly!'],
  ['You will hear from us by Monday', 'You will hear from us by Monday'],
])('finds in "%s" the sentence that puts the customer off', (text, sentence) => {
  expect(found(text)).toBe(sentence);
});

it.each([
  'Please send us a message, so we can look into this.',
  'If you tell us more, we will look into it.',
  'Will you check it?',
  'We checked it, and it was delivered.',
  'I have found your bag.',
  'We will look into it here: https://example.com/form',
])('finds nothing in "%s", which asks or tells something', (text) => {
  expect(found(text)).toBeNull();
});
