import { expect, test } from 'vitest';
import { answerText, isUnfinished } from './answer-text.ts';

test('leaves out the handle of the other customer and the initials of the agent', () => {
  const dialogue = [
    '@sprintcare no signal',
    '@115713 Please send us a direct message: https://t.co/a1 &amp; wait. -AA',
  ];
  const answer = answerText(dialogue, 1);
  expect(answer).toBe('Please send us a direct message: https://t.co/a1 & wait.');
});

test("replaces the other customer's name and numbers", () => {
  const dialogue = ['My name is Tony Smith, order 20394857.', 'Order 20394857 for Tony is on its way.'];
  expect(answerText(dialogue, 1)).toBe('Order [number] for [name] is on its way.');
});

test.each([
  ['I see a charge of $56.50.', 'I see a charge of [amount].'],
  ['The fee is 42 euros, or 1.200,00 € a year', 'The fee is [amount], or [amount] a year'],
  ['Wait 5 minutes, then restart it 2 times', 'Wait 5 minutes, then restart it 2 times'],
])('replaces amounts of money in %s', (text, answer) => {
  expect(answerText(['hi', text], 1)).toBe(answer);
});

test('replaces the dates of the other dialogue', () => {
  expect(answerText(['hi', 'It ends on March 19, and we come on Friday at 9 am.'], 1)).toBe(
    'It ends on [date], and we come on [date] at [time].',
  );
});

test("replaces the digits of another customer's card, but no link and no small number", () => {
  expect(answerText(['hi', 'I blocked the card ending in 4959.'], 1)).toBe(
    'I blocked the card ending in [number].',
  );
  const kept = 'See https://example.com/help/20394 in 30 seconds.';
  expect(answerText(['hi', kept], 1)).toBe(kept);
});

test('keeps a text that is nothing but a handle', () => {
  expect(answerText(['hi', '@115713'], 1)).toBe('@115713');
});

test.each([
  [
    'We would like to look into this. ^AJ https://t.co/a1',
    'We would like to look into this. https://t.co/a1',
  ],
  ['Can you send us the full address? ~AT', 'Can you send us the full address?'],
  ['Please send your number. *QB https://t.co/a1', 'Please send your number. https://t.co/a1'],
  ['You can see it under your booking. Thanks-Sha', 'You can see it under your booking. Thanks'],
  ['Thanks for letting me know! TY', 'Thanks for letting me know!'],
  ['You are welcome. ^Osebi Please write again.', 'You are welcome. Please write again.'],
  ['Please send us a DM. -S.D.', 'Please send us a DM.'],
  ['Please delete the post. = JJ https://t.co/a1', 'Please delete the post. https://t.co/a1'],
  [', You have posted it twice', 'You have posted it twice'],
  ['Have a look backstage /CH https://t.co/a1', 'Have a look backstage https://t.co/a1'],
])('leaves out the signature of %s', (text, answer) => {
  expect(answerText(['hi', text], 1)).toBe(answer);
});

test.each([
  'Here is the link: https://t.co/OZIlONCLtF',
  'Please restart the Wi-Fi',
  'Please do the check-in',
  'Unfortunately, the flight to Paris, Texas, is full.',
  'Write to us at help@example.com.',
])('keeps %s', (text) => {
  expect(answerText(['hi', text], 1)).toBe(text.replace('help@example.com', '[email]'));
});

test('leaves out whom the agent greets, and masks a name at the end of a sentence', () => {
  const answers = [
    'Hey there, Justin! We can help.',
    "Cooper, we're sorry.",
    'Glad you had fun, Sarah! Bye.',
  ];
  expect(answers.map((text) => answerText(['hi', text], 1))).toEqual([
    'Hey there! We can help.',
    "We're sorry.",
    'Glad you had fun, [name]! Bye.',
  ]);
});

test('masks accounts, except the one that customers write to', () => {
  const dialogue = ['@shop_help where is it?', 'Hello @117128, follow @shop_help and ask @courier.'];
  expect(answerText(dialogue, 1)).toBe('Hello, follow @shop_help and ask [account].');
});

test.each([
  ['Can you send the mail asking if you want one', true],
  ['Please follow and DM us. ^RMD', false],
  ['Can we call you? -AB https://t.co/a1', false],
  ['We are glad you like it 😊', false],
])('tells whether %s is unfinished', (text, is) => {
  expect(isUnfinished(text)).toBe(is);
});
