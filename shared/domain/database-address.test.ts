import { expect, it } from 'vitest';
import { databaseTitle, withoutPassword } from './import-formats.ts';

it('takes the password out of an address that was copied', () => {
  expect(withoutPassword(' postgresql://ann:a%3Ab%2Fc@db:5433/x?sslmode=require')).toEqual({
    address: 'postgresql://ann@db:5433/x?sslmode=require',
    password: 'a:b/c',
  });
  expect(withoutPassword('postgres://ann:100%@db/x').password).toBe('100%');
  expect(withoutPassword('postgres://ann@db:5433/x')).toEqual({
    address: 'postgres://ann@db:5433/x',
    password: null,
  });
});

it('calls a database by its name and host', () => {
  expect(databaseTitle('postgres://ann@db.example.com:5432/my%20base')).toBe(
    'my base on db.example.com:5432',
  );
  expect(databaseTitle('postgres://cut')).toBe('postgres://cut');
});
