import { expect, it } from 'vitest';
import { createFlowChooser } from './choose-flow.ts';

const choose = createFlowChooser([
  {
    flow: 'parcel',
    own: 'parcel',
    dialogues: ['where is my parcel', 'the courier lost it', 'no parcel came'],
  },
  { flow: 'card', own: 'card', dialogues: ['my card is lost', 'block the card please'] },
  { flow: 'empty', own: 'Cancel a subscription', dialogues: [] },
]);

it('chooses the flow whose dialogues are most like what the customer writes', () => {
  expect(choose(['The courier did not come'])).toBe('parcel');
  expect(choose(['I lost my card'])).toBe('card');
});

it('chooses by the name and description of a flow that has no dialogues', () => {
  expect(choose(['I want to cancel the subscription'])).toBe('empty');
});

it('chooses none if only words fit that customers say in any flow', () => {
  const said = ['I have a question, can you help me', 'please tell me what I can do', 'hi, I want to know'];
  const chooseAny = createFlowChooser([
    { flow: 'parcel', own: 'parcel', dialogues: [...said, 'where is my parcel', 'my parcel is late'] },
    { flow: 'card', own: 'card', dialogues: [...said, 'block my card', 'my card is gone, tell me why'] },
  ]);
  expect(chooseAny(['Can you tell me a joke?'])).toBeNull();
  expect(chooseAny(['I want to know what a parcel costs'])).toBe('parcel');
  expect(chooseAny(['Can you tell me a joke?', 'Please help me with my card'])).toBe('card');
});

it('counts what was said before, and chooses none if no word is known', () => {
  expect(choose(['My card is gone', 'It is lost'])).toBe('card');
  expect(choose(['Xyzzy'])).toBeNull();
  expect(choose([])).toBeNull();
});
