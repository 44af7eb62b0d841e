import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { COMMANDS, type Command, type CommandId, type Scope } from './commands.ts';
import { isMac, isSingleKey, type KeyPress, matchesKeys } from './keys.ts';
import { usePreferences } from './preferences.ts';

type Handler = () => void;

interface Handlers {
  /** For each command the parts of the page that can do it now, the newest last. */
  readonly stacks: ReadonlyMap<CommandId, readonly { readonly current: Handler }[]>;
}

export const useHandlers = create<Handlers>(() => ({ stacks: new Map() }));

function change(
  id: CommandId,
  edit: (stack: readonly { current: Handler }[]) => { current: Handler }[],
): void {
  useHandlers.setState(({ stacks }) => {
    const next = new Map(stacks);
    const stack = edit(next.get(id) ?? []);
    if (stack.length > 0) next.set(id, stack);
    else next.delete(id);
    return { stacks: next };
  });
}

/** Says what a command does while this component is on the page; null where it can do nothing just now. */
export function useCommand(id: CommandId, handler: Handler | null): void {
  const current = useRef<Handler>(() => undefined);
  const able = handler !== null;
  useEffect(() => {
    if (handler) current.current = handler;
  });
  useEffect(() => {
    if (!able) return;
    const entry = {
      get current() {
        return current.current;
      },
    };
    change(id, (stack) => [...stack, entry]);
    return () => change(id, (stack) => stack.filter((other) => other !== entry));
  }, [id, able]);
}

/** Does the command if something on the page can; tells whether it did. */
export function runCommand(id: CommandId): boolean {
  const stack = useHandlers.getState().stacks.get(id);
  const newest = stack?.[stack.length - 1];
  newest?.current();
  return newest !== undefined;
}

/** The command of a scope whose keys these are, heeding that single-key shortcuts can be turned off. */
export function commandByKeys(press: KeyPress, scope: Scope): Command | null {
  const mac = isMac();
  const single = usePreferences.getState().singleKeys;
  const found = (COMMANDS as readonly Command[]).find(
    (command) =>
      command.scope === scope &&
      command.keys.some((keys) => (single || !isSingleKey(keys)) && matchesKeys(press, keys, mac)),
  );
  return found ?? null;
}

/** True where letters typed are meant as text. */
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

/** Hears the keys that mean something everywhere. Stands once, at the root of the page. */
export function useGlobalKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      const command = commandByKeys(event, 'everywhere');
      if (!command) return;
      const textKeys = command.group === 'Edit' || command.keys.some(isSingleKey);
      if (textKeys && isTyping(event.target)) return;
      if (runCommand(command.id as CommandId)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
