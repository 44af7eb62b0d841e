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

it('counts what was said before, and chooses none if no word is known', () => {
  expect(choose(['My card is gone', 'It is lost'])).toBe('card');
  expect(choose(['Xyzzy'])).toBeNull();
  expect(choose([])).toBeNull();
});
