import { expect, it } from 'vitest';
import { splitAtChange } from './cleaning-dialog.tsx';

it.each([
  ['It left. ^JS', 'It left.', { start: 'It left.', taken: ' ^JS', put: '', end: '' }],
  ['<b>Yes</b>', 'Yes', { start: '', taken: '<b>Yes</b>', put: 'Yes', end: '' }],
  ['aa', 'a', { start: 'a', taken: 'a', put: '', end: '' }],
  ['A &amp; B', 'A & B', { start: 'A &', taken: 'amp;', put: '', end: ' B' }],
])('splits the change from %j to %j', (before, after, parts) => {
  expect(splitAtChange(before, after)).toEqual(parts);
});
