import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createOpenedFiles, fileOfArguments } from './opened-files.ts';

describe('createOpenedFiles', () => {
  it('keeps the file asked for last until it is taken', () => {
    const opened = createOpenedFiles();
    opened.offer('/a.dialogram');
    opened.offer(null);
    opened.offer('/b.dialogram');
    expect([opened.take(), opened.take()]).toEqual(['/b.dialogram', null]);
  });
});

describe('fileOfArguments', () => {
  it.each([
    [['dialogram'], 1, null],
    [['dialogram', 'calls.dialogram'], 1, 'calls.dialogram'],
    [['electron', 'out/main/index.js', '--no-sandbox', 'calls.csv.gz'], 2, 'calls.csv.gz'],
    [['dialogram', '--original-process-start-time=1', '--x=calls.csv'], 1, null],
    [['dialogram', 'picture.png'], 1, null],
    [['dialogram', 'file:///srv/my%20calls.dialogram'], 1, '/srv/my calls.dialogram'],
    [['dialogram', 'file://elsewhere/calls.dialogram%00.json'], 1, null],
  ])('of %j', (argv, own, name) => {
    expect(fileOfArguments(argv, own, '/home/ann')).toBe(name && resolve('/home/ann', name));
  });
});
