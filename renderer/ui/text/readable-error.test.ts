import { describe, expect, it } from 'vitest';
import { detailsOf, isCancelled, readable } from './readable-error.ts';

describe('readable', () => {
  it('takes place, value and next step from an error of the contract', () => {
    const error = Object.assign(new Error('The file is empty.'), {
      code: 'BAD_FILE',
      data: { place: 'a.csv', value: '0 bytes', nextStep: 'Choose another file.' },
    });
    expect(readable(error)).toEqual({
      code: 'BAD_FILE',
      message: 'The file is empty.',
      place: 'a.csv',
      value: '0 bytes',
      nextStep: 'Choose another file.',
    });
  });

  it('reads the error of a job', () => {
    const kept = {
      code: 'DISK_FULL',
      message: 'No room.',
      detail: { place: '/x', value: null, nextStep: null },
    };
    expect(readable(kept)).toMatchObject({
      code: 'DISK_FULL',
      message: 'No room.',
      place: '/x',
      value: null,
    });
  });

  it('makes a sentence from anything', () => {
    expect(readable('broken').message).toBe('broken');
    expect(readable(undefined).message).toBe('undefined');
    expect(readable({}).message).toMatch(/no reason/);
  });
});

describe('isCancelled', () => {
  it('recognizes an abort and a canceled job', () => {
    expect(isCancelled(new DOMException('stopped', 'AbortError'))).toBe(true);
    expect(isCancelled({ code: 'CANCELLED' })).toBe(true);
    expect(isCancelled(new Error('no'))).toBe(false);
  });
});

describe('detailsOf', () => {
  const error = { code: 'BAD_FILE', message: '"a.csv" is empty.', nextStep: 'Export it again.' };

  it('leaves out what the message already says, and codes', () => {
    expect(detailsOf({ ...error, place: 'a.csv', value: 'UNKNOWN_FORMAT' })).toEqual({
      place: null,
      value: null,
      nextStep: 'Export it again.',
    });
  });

  it('keeps what the message does not say', () => {
    expect(detailsOf({ ...error, place: 'line 3', value: '12 cells' })).toEqual({
      place: 'line 3',
      value: '12 cells',
      nextStep: 'Export it again.',
    });
  });
});
