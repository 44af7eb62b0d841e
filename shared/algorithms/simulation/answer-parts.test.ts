import { expect, it } from 'vitest';
import { promiseOf, spareParts, textIn } from './answer-parts.ts';

const found = (text: string): string | null => {
  const [part] = spareParts(text);
  return part ? textIn(text, part) : null;
};

it.each([
  ['Thanks for the details. We’ll look into this for you.', 'We’ll look into this for you.'],
  [
    'One moment, I am searching for your bag. It is at the airport.',
    'One moment, I am searching for your bag.',
  ],
  ['I see. Our team will be in touch shortly!', 'Our team will be in touch shortly!'],
  ['You will hear from us by Monday', 'You will hear from us by Monday'],
])('finds in "%s" the sentence that promises something', (text, sentence) => {
  expect(found(text)).toBe(sentence);
});

it.each([
  'Please send us a message here, so we can look into this.',
  'We can see that our team is looking into it.',
  'If you tell us more, we will look into it.',
  'Will you check it?',
  'We checked it, and it was delivered.',
  'I have found your bag.',
  'We will look into it here: https://example.com/form',
])('finds nothing in "%s", which asks or tells something', (text) => {
  expect(found(text)).toBeNull();
});

it('tells what a sentence promises, and which one says what a request is for', () => {
  expect(promiseOf('I will look into this for you.')).toBe('looks');
  expect(promiseOf('A member of our team will be in touch shortly.')).toBe('comes-back');
  expect(promiseOf('We’ll be sure to pass along your kind words!')).toBe('passes-on');
  expect(promiseOf('Thanks! I will look into this for you.')).toBeNull();
  const asks = 'Please send us a message, so that we can look into this.';
  expect(spareParts(`Sorry! ${asks}`)).toMatchObject([{ start: 7, kind: 'explains' }]);
  expect(promiseOf(asks)).toBeNull();
});
