import { expect, it } from 'vitest';
import { addressTyped, EMPTY_FORM } from './database-dialog.tsx';

it('drops the settings of a stored database when another address is typed', () => {
  const local = { address: 'postgres://ann@localhost:5432/x', tls: 'off', password: '' } as const;
  const far = 'postgres://ann:secret@db.example.com/x?sslmode=require';
  expect(addressTyped(local, far, true)).toEqual({
    address: 'postgres://ann@db.example.com/x?sslmode=require',
    tls: '',
    password: 'secret',
  });
  const typed = { ...EMPTY_FORM, tls: 'encrypt', password: 'word' } as const;
  expect(addressTyped(typed, 'postgres://ann@db/x', false)).toMatchObject({
    tls: 'encrypt',
    password: 'word',
  });
});
