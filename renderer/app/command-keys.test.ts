import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseKeys, chosenKeysOf, conflictsOf, keysOf, resetAllKeys } from '../commands/use-command.ts';
import { usePreferences } from '../ui/hooks/preferences.ts';
import './registered.ts';
import { type KeyPress, keysOfPress, matchesKeys } from '../commands/commands.ts';
import { listCommands } from '../features/explore/index.ts';
import { reviewCommands } from '../features/review/index.ts';
import { editCommands } from '../project/commands.ts';

afterEach(() => usePreferences.setState({ keys: {}, singleKeys: true }));

describe('the keys of a command', () => {
  it('are the defaults until a person chooses others', () => {
    expect(chosenKeysOf(reviewCommands.accept, {})).toEqual(['A']);
    expect(chosenKeysOf(reviewCommands.accept, { 'review.accept': ['Enter'] })).toEqual(['Enter']);
    expect(chosenKeysOf(reviewCommands.accept, { 'review.accept': [] })).toEqual([]);
    // Keys that belong to a list cannot be changed.
    expect(chosenKeysOf(listCommands.open, { 'list.open': ['Q'] })).toEqual(['Enter']);
  });

  it('ignores single keys when they are turned off', () => {
    usePreferences.setState({ singleKeys: false });
    expect(keysOf(reviewCommands.accept)).toEqual([]);
    expect(keysOf(reviewCommands.next)).toEqual(['ArrowRight', 'ArrowDown']);
    expect(keysOf(editCommands.undo)).toEqual(['Mod+Z']);
  });

  it('conflict only if both commands are active in the same place', () => {
    expect(conflictsOf(reviewCommands.accept, 'X', {}).map(({ id }) => id)).toEqual(['review.reject']);
    // The X of the transcript works only in the transcript.
    expect(conflictsOf(reviewCommands.accept, 'R', {})).toEqual([]);
    expect(conflictsOf(reviewCommands.accept, 'Mod+K', {}).map(({ id }) => id)).toEqual(['help.palette']);
    expect(conflictsOf(reviewCommands.accept, 'X', { 'review.reject': ['Q'] })).toEqual([]);
  });
});

describe('choosing keys', () => {
  it('changes one command and restores its defaults', () => {
    // This suite has no page storage, so chosen keys last only as long as the page.
    chooseKeys(reviewCommands.skip, ['S']);
    chooseKeys(reviewCommands.accept, ['Enter']);
    expect(keysOf(reviewCommands.skip)).toEqual(['S']);
    chooseKeys(reviewCommands.skip, null);
    expect(keysOf(reviewCommands.skip)).toEqual([' ']);
    expect(keysOf(reviewCommands.accept)).toEqual(['Enter']);
    resetAllKeys();
    expect(keysOf(reviewCommands.accept)).toEqual(['A']);
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

  it('names letters, symbols, named keys and modifiers as commands do', () => {
    expect(keysOfPress(press('a'), false)).toBe('A');
    expect(keysOfPress(press('A', { shiftKey: true }), false)).toBe('Shift+A');
    expect(keysOfPress(press('?', { shiftKey: true }), false)).toBe('?');
    expect(keysOfPress(press('+', { ctrlKey: true }), false)).toBe('Mod++');
    expect(keysOfPress(press('Enter', { metaKey: true }), true)).toBe('Mod+Enter');
    expect(keysOfPress(press('Control', { ctrlKey: true }), false)).toBeNull();
  });

  it('matches the keys that it was named', () => {
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
