import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { RUN_MESSAGE } from '#shared/contract/native.ts';
import { prefer, usePreferences } from '../ui/hooks/preferences.ts';
import {
  allCommands,
  type Command,
  isMac,
  isSingleKey,
  type KeyPress,
  keysText,
  matchesKeys,
} from './commands.ts';

type ChosenKeys = Readonly<Record<string, readonly string[]>>;

/** Returns the person's keys for a command, or else its default keys. `keysOf` says which are active. */
export function chosenKeysOf({ id, keys, fixed }: Command, chosen: ChosenKeys): readonly string[] {
  return (!fixed && chosen[id]) || keys;
}

const heard = (keys: readonly string[], singleKeys: boolean): readonly string[] =>
  singleKeys ? keys : keys.filter((chord) => !isSingleKey(chord));

export function keysOf(command: Command): readonly string[] {
  const { keys, singleKeys } = usePreferences.getState();
  return heard(chosenKeysOf(command, keys), singleKeys);
}

export function useKeysOf(): (command: Command) => readonly string[] {
  const chosen = usePreferences((state) => state.keys);
  const singleKeys = usePreferences((state) => state.singleKeys);
  return (command) => heard(chosenKeysOf(command, chosen), singleKeys);
}

export function useKeyText(): (command: Command) => string | null {
  const keys = useKeysOf();
  return (command) => {
    const [first] = keys(command);
    return first === undefined ? null : keysText(first, isMac());
  };
}

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

export function chooseKeys({ id }: Command, keys: readonly string[] | null): void {
  const { [id]: _, ...others } = usePreferences.getState().keys;
  prefer('keys', keys === null ? others : { ...others, [id]: keys });
}

export function resetAllKeys(): void {
  prefer('keys', {});
}

type Handler = () => void;

interface Handlers {
  /** By command id: the parts of the page that can run the command; the last part is asked first. */
  readonly stacks: ReadonlyMap<string, readonly Entry[]>;
}

interface Entry {
  readonly current: Handler;
  /** Handlers of a higher rank are asked first, even before newer ones. */
  readonly rank: number;
}

export const useHandlers = create<Handlers>(() => ({ stacks: new Map() }));

function change(id: string, edit: (stack: readonly Entry[]) => Entry[]): void {
  useHandlers.setState(({ stacks }) => {
    const next = new Map(stacks);
    const stack = edit(next.get(id) ?? []);
    if (stack.length > 0) next.set(id, stack);
    else next.delete(id);
    return { stacks: next };
  });
}

/**
 * Registers a handler; null if the command cannot run now.
 * A view that overrides a command of its frame has a higher `rank`.
 */
export function useCommand({ id }: Command, handler: Handler | null, rank = 0): void {
  const current = useRef<Handler>(() => undefined);
  const able = handler !== null;
  useEffect(() => {
    if (handler) current.current = handler;
  });
  useEffect(() => {
    if (!able) return;
    const entry: Entry = {
      rank,
      get current() {
        return current.current;
      },
    };
    change(id, (stack) => [...stack, entry].sort((a, b) => a.rank - b.rank));
    return () => change(id, (stack) => stack.filter((other) => other !== entry));
  }, [id, able, rank]);
}

export function runCommand({ id }: Pick<Command, 'id'>): boolean {
  const stack = useHandlers.getState().stacks.get(id);
  const newest = stack?.[stack.length - 1];
  newest?.current();
  return newest !== undefined;
}

export function commandByKeys(press: KeyPress, scope: string): Command | null {
  const mac = isMac();
  const found = allCommands().find(
    (command) => command.scope === scope && keysOf(command).some((keys) => matchesKeys(press, keys, mac)),
  );
  return found ?? null;
}

const scopes: string[] = [];

export function useKeyScope(scope: string): void {
  useEffect(() => {
    scopes.push(scope);
    return () => {
      scopes.splice(scopes.lastIndexOf(scope), 1);
    };
  }, [scope]);
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  ) {
    return true;
  }
  const unlettered = ['checkbox', 'radio', 'range', 'button', 'submit', 'file', 'color'];
  return target instanceof HTMLInputElement && !unlettered.includes(target.type);
}

/** True if the focused control itself needs this key: Enter or Space to press it, arrow keys to move in it. */
function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === ' ' || key === 'Enter')
    return target.closest('button, a[href], summary, input, select') !== null;
  return key.startsWith('Arrow') && target.closest('[role="menu"], [role="tablist"], input, select') !== null;
}

export function useMenuCommands(): void {
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === window && typeof data === 'string' && data.startsWith(RUN_MESSAGE))
        runCommand({ id: data.slice(RUN_MESSAGE.length) });
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
}

export function useGlobalKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      for (const scope of [...scopes.toReversed(), 'everywhere']) {
        const command = commandByKeys(event, scope);
        if (!command) continue;
        const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
        const ownKeys = scope === 'everywhere' ? keysOf(command).some(isSingleKey) : plain;
        if ((command.yieldsToText || ownKeys) && isTyping(event.target)) return;
        if (plain && usesKey(event.target, event.key)) return;
        const held = event.repeat && command.once && !event.key.startsWith('Arrow');
        if (!held && !runCommand(command)) continue;
        event.preventDefault();
        return;
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
