import { prefer, usePreferences } from '../ui/hooks/preferences.ts';
import { allCommands, type Command } from './commands.ts';
import { isMac, isSingleKey, keysText } from './keys.ts';

type ChosenKeys = Readonly<Record<string, readonly string[]>>;

/** Returns the person's keys for a command, or else its default keys. `keysOf` says which are active. */
export function chosenKeysOf({ id, keys, fixed }: Command, chosen: ChosenKeys): readonly string[] {
  return (!fixed && chosen[id]) || keys;
}

const heard = (keys: readonly string[], singleKeys: boolean): readonly string[] =>
  singleKeys ? keys : keys.filter((chord) => !isSingleKey(chord));

/** Returns the keys that trigger a command now. Everything that listens to keys or shows them uses this. */
export function keysOf(command: Command): readonly string[] {
  const { keys, singleKeys } = usePreferences.getState();
  return heard(chosenKeysOf(command, keys), singleKeys);
}

/** `keysOf` for components, which render again when keys change. */
export function useKeysOf(): (command: Command) => readonly string[] {
  const chosen = usePreferences((state) => state.keys);
  const singleKeys = usePreferences((state) => state.singleKeys);
  return (command) => heard(chosenKeysOf(command, chosen), singleKeys);
}

/** Returns a function that gives a command's first keys as text ("Ctrl+Z"), or null without keys. */
export function useKeyText(): (command: Command) => string | null {
  const keys = useKeysOf();
  return (command) => {
    const [first] = keys(command);
    return first === undefined ? null : keysText(first, isMac());
  };
}

/** Returns a function that gives a command's title with its keys, for tooltips: "Next turn (J)". */
export function useKeyHint(): (command: Command, title?: string) => string {
  const text = useKeyText();
  return (command, title = command.title.replace('…', '')) => {
    const keys = text(command);
    return keys === null ? title : `${title} (${keys})`;
  };
}

/** Returns the commands active in the same place that already use these keys. */
export function conflictsOf({ id, scope }: Command, chord: string, chosen: ChosenKeys): Command[] {
  return allCommands().filter(
    (other) =>
      other.id !== id &&
      (other.scope === scope || other.scope === 'everywhere' || scope === 'everywhere') &&
      chosenKeysOf(other, chosen).includes(chord),
  );
}

/** Sets the keys of a command; null restores the defaults. */
export function chooseKeys({ id }: Command, keys: readonly string[] | null): void {
  const { [id]: _, ...others } = usePreferences.getState().keys;
  prefer('keys', keys === null ? others : { ...others, [id]: keys });
}

export function resetAllKeys(): void {
  prefer('keys', {});
}
