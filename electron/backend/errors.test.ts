import { describe, expect, it } from 'vitest';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from './errors.ts';
import { FormatError } from './formats/bytes/format-error.ts';

const coded = (code: string): Error => Object.assign(new Error(`thrown ${code}`), { code });

describe('translateError', () => {
  it.each([
    ['SQLITE_FULL', 'DISK_FULL'],
    ['SQLITE_IOERR_SHMSIZE', 'DISK_FULL'],
    ['ENOSPC', 'DISK_FULL'],
    ['SQLITE_IOERR_READ', 'CANNOT_WRITE'],
    ['SQLITE_READONLY_DIRECTORY', 'CANNOT_WRITE'],
    ['EACCES', 'CANNOT_WRITE'],
    ['EROFS', 'CANNOT_WRITE'],
    ['SQLITE_CANTOPEN', 'CANNOT_WRITE'],
    ['SQLITE_NOTADB', 'PROJECT_DAMAGED'],
    ['SQLITE_CORRUPT_VTAB', 'PROJECT_DAMAGED'],
    ['SQLITE_BUSY_SNAPSHOT', 'PROJECT_IN_USE'],
    ['ENOENT', 'NOT_FOUND'],
    ['EISDIR', 'CANNOT_READ'],
  ])('%s is %s, with the place and the next step', (thrown, code) => {
    const error = translateError(coded(thrown), '/data/p.dialogram');
    expect(error).toBeInstanceOf(DialogramError);
    const { message, detail } = error as DialogramError;
    expect(error).toMatchObject({ code });
    expect(message).toContain('/data/p.dialogram');
    expect(detail.place).toBe('/data/p.dialogram');
    expect(detail.nextStep).toMatch(/\.$/);
  });

  it('names a folder that is not there', () => {
    const error = translateError(coded('ENOENT'), '/no such folder/a.svg') as DialogramError;
    expect(error.message).toContain('the folder /no such folder does not exist.');
    expect(error.detail.value).toBe('/no such folder');
  });

  it('keeps what is named already, and the place of a file that cannot be imported', () => {
    const named = new DialogramError('INVALID', 'No.');
    expect(translateError(named, '/x')).toBe(named);
    const format = new FormatError('EMPTY_FILE', '/in/empty.csv', 'It is empty.', 'Choose another.');
    expect(translateError(format, '/p.dialogram')).toMatchObject({
      code: 'BAD_FILE',
      detail: { place: '/in/empty.csv', value: 'EMPTY_FILE', nextStep: 'Choose another.' },
    });
  });

  it('leaves what it does not know as it is', () => {
    const unknown = coded('ERR_SOMETHING');
    expect(translateError(unknown, '/x')).toBe(unknown);
    expect(translateError('a word', '/x')).toBe('a word');
  });
});
