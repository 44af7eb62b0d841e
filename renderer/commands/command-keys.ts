import { prefer, usePreferences } from '../ui/hooks/preferences.ts';
import { allCommands, type Command } from './commands.ts';
import { isMac, isSingleKey, keysText } from './keys.ts';

type ChosenKeys = Readonly<Record<string, readonly string[]>>;

/** The keys a command has: those a person chose, else those it comes with. Whether they are heard is `keysOf`'s. */
export function chosenKeysOf({ id, keys, fixed }: Command, chosen: ChosenKeys): readonly string[] {
  return (!fixed && chosen[id]) || keys;
}

const heard = (keys: readonly string[], singleKeys: boolean): readonly string[] =>
  singleKeys ? keys : keys.filter((chord) => !isSingleKey(chord));

/** The keys by which a command is heard now. Everything that hears or prints keys asks this. */
export function keysOf(command: Command): readonly string[] {
  const { keys, singleKeys } = usePreferences.getState();
  return heard(chosenKeysOf(command, keys), singleKeys);
}

/** `keysOf` for components: they are rendered again where keys change. */
export function useKeysOf(): (command: Command) => readonly string[] {
  const chosen = usePreferences((state) => state.keys);
  const singleKeys = usePreferences((state) => state.singleKeys);
  return (command) => heard(chosenKeysOf(command, chosen), singleKeys);
}

/** A command's first keys in one word, as printed beside it: "Ctrl+Z"; null where it has none. */
export function useKeyText(): (command: Command) => string | null {
  const keys = useKeysOf();
  return (command) => {
    const [first] = keys(command);
    return first === undefined ? null : keysText(first, isMac());
  };
}

/** A command's title with its keys, for tooltips: "Next turn (J)". */
export function useKeyHint(): (command: Command, title?: string) => string {
  const text = useKeyText();
  return (command, title = command.title.replace('…', '')) => {
    const keys = text(command);
    return keys === null ? title : `${title} (${keys})`;
  };
}

/** Commands that are heard where the given one is and have these keys already. */
export function conflictsOf({ id, scope }: Command, chord: string, chosen: ChosenKeys): Command[] {
  return allCommands().filter(
    (other) =>
      other.id !== id &&
      (other.scope === scope || other.scope === 'everywhere' || scope === 'everywhere') &&
      chosenKeysOf(other, chosen).includes(chord),
  );
}

/** Gives a command other keys; null gives back those it comes with. */
export function chooseKeys({ id }: Command, keys: readonly string[] | null): void {
  const { [id]: _, ...others } = usePreferences.getState().keys;
  prefer('keys', keys === null ? others : { ...others, [id]: keys });
}

export function resetAllKeys(): void {
  prefer('keys', {});
}
