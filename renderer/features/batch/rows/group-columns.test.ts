import { expect, it } from 'vitest';
import { groupColumns } from './batch-row.tsx';

it('groups equal answers, largest group first, and leaves out missing ones', () => {
  expect(groupColumns(['Yes.', null, 'No.', ' No. ', 'Perhaps  so.', 'Perhaps so.', 'No.'])).toEqual([
    { text: 'No.', indexes: [2, 3, 6] },
    { text: 'Perhaps  so.', indexes: [4, 5] },
    { text: 'Yes.', indexes: [0] },
  ]);
  expect(groupColumns([null, null])).toEqual([]);
});
