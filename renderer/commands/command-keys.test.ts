import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { usePreferences } from '../ui/hooks/preferences.ts';
import { chooseKeys, chosenKeysOf, conflictsOf, keysOf, resetAllKeys } from './command-keys.ts';
import { type KeyPress, keysOfPress, matchesKeys } from './keys.ts';

afterEach(() => usePreferences.setState({ keys: {}, singleKeys: true }));

describe('the keys of a command', () => {
  it('are those it comes with, or those a person chose', () => {
    expect(chosenKeysOf('review.accept', {})).toEqual(['A']);
    expect(chosenKeysOf('review.accept', { 'review.accept': ['Enter'] })).toEqual(['Enter']);
    expect(chosenKeysOf('review.accept', { 'review.accept': [] })).toEqual([]);
    // A list's arrow keys are the list's.
    expect(chosenKeysOf('list.open', { 'list.open': ['Q'] })).toEqual(['Enter']);
  });

  it('are not heard as single keys where those are turned off', () => {
    usePreferences.setState({ singleKeys: false });
    expect(keysOf('review.accept')).toEqual([]);
    expect(keysOf('review.next')).toEqual(['ArrowRight', 'ArrowDown']);
    expect(keysOf('edit.undo')).toEqual(['Mod+Z']);
  });

  it('clash where both are heard, and not where they are not', () => {
    expect(conflictsOf('review.accept', 'X', {}).map(({ id }) => id)).toEqual(['review.reject']);
    // The transcript's X is heard in the transcript only.
    expect(conflictsOf('review.accept', 'R', {})).toEqual([]);
    expect(conflictsOf('review.accept', 'Mod+K', {}).map(({ id }) => id)).toEqual(['help.palette']);
    expect(conflictsOf('review.accept', 'X', { 'review.reject': ['Q'] })).toEqual([]);
  });
});

describe('choosing keys', () => {
  it('changes one command and gives back what it came with', () => {
    // The page's storage is not there in this suite; what is chosen then lasts as long as the page.
    chooseKeys('review.skip', ['S']);
    chooseKeys('review.accept', ['Enter']);
    expect(keysOf('review.skip')).toEqual(['S']);
    chooseKeys('review.skip', null);
    expect(keysOf('review.skip')).toEqual([' ']);
    expect(keysOf('review.accept')).toEqual(['Enter']);
    resetAllKeys();
    expect(keysOf('review.accept')).toEqual(['A']);
  });
});

describe('a press as keys', () => {
  const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  });

  it('names letters, signs, named keys and modifiers as commands do', () => {
    expect(keysOfPress(press('a'), false)).toBe('A');
    expect(keysOfPress(press('A', { shiftKey: true }), false)).toBe('Shift+A');
    expect(keysOfPress(press('?', { shiftKey: true }), false)).toBe('?');
    expect(keysOfPress(press('+', { ctrlKey: true }), false)).toBe('Mod++');
    expect(keysOfPress(press('Enter', { metaKey: true }), true)).toBe('Mod+Enter');
    expect(keysOfPress(press('Control', { ctrlKey: true }), false)).toBeNull();
  });

  it('is heard by the keys it was named', () => {
    const keys = fc.constantFrom('a', 'Z', '?', '+', '1', ' ', 'Enter', 'ArrowUp', 'F2', 'é');
    fc.assert(
      fc.property(
        keys,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (key, mod, altKey, shiftKey, mac) => {
          const pressed = press(key, { ctrlKey: mod && !mac, metaKey: mod && mac, altKey, shiftKey });
          const named = keysOfPress(pressed, mac);
          expect(named).not.toBeNull();
          expect(matchesKeys(pressed, named ?? '', mac)).toBe(true);
        },
      ),
    );
  });
});
