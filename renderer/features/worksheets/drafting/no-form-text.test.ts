import { expect, it } from 'vitest';
import { noFormText } from './no-form-text.ts';

it('says what agents ask for most, and how often a form needs that', () => {
  const fields = [
    { field: 'phone_number', share: 0.04 },
    { field: 'email_address', share: 0.06 },
  ];
  expect(noFormText({ dialogues: 78, fields })).toBe(
    'These 78 dialogues have too little in common for a worksheet. Agents ask most often for “email_address” (6.0 % of the dialogues). A worksheet needs something that agents ask for in at least 20 % of the dialogues. Choose other dialogues, such as those about one topic.',
  );
});

it('says the same without anything that agents ask for', () => {
  expect(noFormText({ dialogues: 78, fields: [] })).toBe(
    'These 78 dialogues have too little in common for a worksheet. A worksheet needs something that agents ask for in at least 20 % of the dialogues. Choose other dialogues, such as those about one topic.',
  );
});
