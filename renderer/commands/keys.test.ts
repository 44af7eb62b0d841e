import { describe, expect, it } from 'vitest';
import { isSingleKey, type KeyPress, keysText, labelKeys, matchesKeys } from './commands.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('matchesKeys', () => {
  it('accepts Ctrl or Command, depending on the system', () => {
    expect(matchesKeys(press('z', { ctrlKey: true }), 'Mod+Z', false)).toBe(true);
    expect(matchesKeys(press('z', { metaKey: true }), 'Mod+Z', true)).toBe(true);
    expect(matchesKeys(press('z', { ctrlKey: true }), 'Mod+Z', true)).toBe(false);
    expect(matchesKeys(press('z', { metaKey: true }), 'Mod+Z', false)).toBe(false);
  });

  it('distinguishes undo from redo', () => {
    const redo = press('Z', { ctrlKey: true, shiftKey: true });
    expect(matchesKeys(redo, 'Mod+Shift+Z', false)).toBe(true);
    expect(matchesKeys(redo, 'Mod+Z', false)).toBe(false);
  });

  it('accepts a symbol with or without Shift, because keyboards differ', () => {
    expect(matchesKeys(press('?', { shiftKey: true }), '?', false)).toBe(true);
    expect(matchesKeys(press('?'), '?', false)).toBe(true);
    expect(matchesKeys(press('+', { shiftKey: true }), '+', false)).toBe(true);
    expect(matchesKeys(press(',', { ctrlKey: true }), 'Mod+,', false)).toBe(true);
  });

  it('does not match a plain letter while Ctrl is pressed', () => {
    expect(matchesKeys(press('a', { ctrlKey: true }), 'A', false)).toBe(false);
    expect(matchesKeys(press('a'), 'A', false)).toBe(true);
  });

  it('matches named keys', () => {
    expect(matchesKeys(press('ArrowDown'), 'ArrowDown', false)).toBe(true);
    expect(matchesKeys(press('ArrowDown', { shiftKey: true }), 'ArrowDown', false)).toBe(false);
  });
});

describe('key labels', () => {
  it('print keys as keyboards do', () => {
    expect(keysText('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
    expect(keysText('Mod+Shift+Z', true)).toBe('⇧⌘Z');
    expect(labelKeys('ArrowDown', false)).toEqual(['↓']);
    expect(labelKeys('+', false)).toEqual(['+']);
  });

  it('recognize shortcuts of a single printable key', () => {
    expect(['A', '?', '+'].map(isSingleKey)).toEqual([true, true, true]);
    expect(['Mod+K', 'Enter', 'ArrowDown', 'Backspace'].map(isSingleKey)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
