import { describe, expect, it } from 'vitest';
import { errorOfName, freeName } from './workspace-dialogs.tsx';

describe('project names', () => {
  it('accepts names that every file system accepts', () => {
    expect(errorOfName('Shop 2026 – März', [])).toBeNull();
  });

  it('explains invalid names', () => {
    expect(errorOfName('  ', [])).toMatch(/Enter a name/);
    expect(errorOfName('a/b', [])).toMatch('“/”');
    expect(errorOfName('..', [])).toMatch(/dot/);
    expect(errorOfName('x'.repeat(101), [])).toMatch(/100/);
    expect(errorOfName(' shop ', ['Shop'])).toMatch(/already/);
  });

  it('finds a free name', () => {
    expect(freeName('Untitled', [])).toBe('Untitled');
    expect(freeName('Untitled', ['untitled', 'Untitled 2'])).toBe('Untitled 3');
  });
});
