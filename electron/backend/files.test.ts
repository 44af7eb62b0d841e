import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/fixtures/cleanup.ts';
import { anyFile, onlyWithin, realPlace } from './files.ts';

function workspace() {
  const outside = temporaryFolder('files');
  const root = join(outside, 'workspace');
  mkdirSync(join(root, 'folder'), { recursive: true });
  mkdirSync(join(outside, 'workspace-too'));
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  writeFileSync(join(root, 'folder', 'file.csv'), 'x');
  symlinkSync(join(outside, 'secret.txt'), join(root, 'link-to-file'));
  symlinkSync(outside, join(root, 'link-to-folder'));
  symlinkSync(join(outside, 'not-there-yet'), join(root, 'link-to-nothing'));
  symlinkSync(join(root, 'folder'), join(root, 'link-inside'));
  symlinkSync(join(root, 'loop'), join(root, 'loop'));
  return { root, outside, files: onlyWithin(root) };
}

describe('onlyWithin', () => {
  it('gives the real place of what is inside, also where it does not exist yet', () => {
    const { root, files } = workspace();
    expect(files.forReading('folder/file.csv')).toBe(join(root, 'folder', 'file.csv'));
    expect(files.forWriting(join(root, 'new', 'deep', 'file'))).toBe(join(root, 'new', 'deep', 'file'));
    expect(files.forReading('link-inside/file.csv')).toBe(join(root, 'folder', 'file.csv'));
    expect(files.forReading('folder/../folder/./file.csv')).toBe(join(root, 'folder', 'file.csv'));
    expect(files.forWriting('..file')).toBe(join(root, '..file'));
  });

  it.each([
    '../secret.txt',
    'folder/../../secret.txt',
    '/etc/passwd',
    '../workspace-too/file',
    '..',
    'link-to-file',
    'link-to-folder/secret.txt',
    'link-to-folder/new-file',
    'link-to-nothing',
    'link-to-nothing/deeper',
  ])('refuses %s, for reading and for writing', (path) => {
    const { files, root } = workspace();
    expect(() => files.forReading(path)).toThrow(expect.objectContaining({ code: 'CANNOT_READ' }));
    try {
      files.forWriting(path);
      throw new Error('It was allowed.');
    } catch (error) {
      expect(error).toMatchObject({ code: 'CANNOT_WRITE' });
      expect((error as { detail: { nextStep: string } }).detail.nextStep).toContain(root);
    }
  });

  it('refuses a link that leads to itself', () => {
    const { files } = workspace();
    expect(() => files.forWriting('loop')).toThrow(/points back to itself/);
  });
});

describe('anyFile', () => {
  it('takes relative paths from where it is told to', () => {
    const files = anyFile({ workspace: '/home/ann/Dialogram', from: '/data' });
    expect(files.forReading('calls.csv')).toBe(join('/data', 'calls.csv'));
    expect(files.forWriting('/tmp/x.svg')).toBe('/tmp/x.svg');
  });
});

describe('realPlace', () => {
  it('follows a link to nothing to where a file would be made', () => {
    const { root, outside } = workspace();
    expect(realPlace(join(root, 'link-to-nothing'))).toBe(join(outside, 'not-there-yet'));
    expect(realPlace(join(root, 'link-to-folder', 'new'))).toBe(join(outside, 'new'));
    expect(realPlace('/')).toBe('/');
  });
});
