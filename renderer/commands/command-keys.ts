import { prefer, usePreferences } from '../ui/hooks/preferences.ts';
import { COMMANDS, type Command, type CommandId, commandOf } from './commands.ts';
import { isMac, isSingleKey, keysText } from './keys.ts';

type ChosenKeys = Readonly<Record<string, readonly string[]>>;

/** The keys a command has: those a person chose, else those it comes with. Whether they are heard is `keysOf`'s. */
export function chosenKeysOf(id: CommandId, chosen: ChosenKeys): readonly string[] {
  const { keys, fixed } = commandOf(id);
  return (!fixed && chosen[id]) || keys;
}

const heard = (keys: readonly string[], singleKeys: boolean): readonly string[] =>
  singleKeys ? keys : keys.filter((chord) => !isSingleKey(chord));

/** The keys by which a command is heard now. Everything that hears or prints keys asks this. */
export function keysOf(id: CommandId): readonly string[] {
  const { keys, singleKeys } = usePreferences.getState();
  return heard(chosenKeysOf(id, keys), singleKeys);
}

/** `keysOf` for components: they are rendered again where keys change. */
export function useKeysOf(): (id: CommandId) => readonly string[] {
  const chosen = usePreferences((state) => state.keys);
  const singleKeys = usePreferences((state) => state.singleKeys);
  return (id) => heard(chosenKeysOf(id, chosen), singleKeys);
}

/** A command's first keys in one word, as printed beside it: "Ctrl+Z"; null where it has none. */
export function useKeyText(): (id: CommandId) => string | null {
  const keys = useKeysOf();
  return (id) => {
    const [first] = keys(id);
    return first === undefined ? null : keysText(first, isMac());
  };
}

/** A command's title with its keys, for tooltips: "Next turn (J)". */
export function useKeyHint(): (id: CommandId, title?: string) => string {
  const text = useKeyText();
  return (id, title = commandOf(id).title.replace('…', '')) => {
    const keys = text(id);
    return keys === null ? title : `${title} (${keys})`;
  };
}

/** Commands that are heard where the given one is and have these keys already. */
export function conflictsOf(id: CommandId, chord: string, chosen: ChosenKeys): Command[] {
  const { scope } = commandOf(id);
  return (COMMANDS as readonly Command[]).filter(
    (other) =>
      other.id !== id &&
      (other.scope === scope || other.scope === 'everywhere' || scope === 'everywhere') &&
      chosenKeysOf(other.id as CommandId, chosen).includes(chord),
  );
}

/** Gives a command other keys; null gives back those it comes with. */
export function chooseKeys(id: CommandId, keys: readonly string[] | null): void {
  const { [id]: _, ...others } = usePreferences.getState().keys;
  prefer('keys', keys === null ? others : { ...others, [id]: keys });
}

export function resetAllKeys(): void {
  prefer('keys', {});
}
