import { create } from 'zustand';
import type { Command } from '../commands/commands.ts';
import { readStored, writeStored } from '../ui/hooks/stored.ts';

/** A way to look at a project. */
export interface Mode {
  readonly name: string;
  readonly label: string;
  /** Shows it. */
  readonly command: Command;
}

export function defineMode(name: string, label: string, command: Pick<Command, 'title' | 'keys'>): Mode {
  return { name, label, command: { id: `mode.${name}`, group: 'View', scope: 'everywhere', ...command } };
}

export const EXPLORE = defineMode('explore', 'Explore', {
  title: 'Explore the automaton and its dialogues',
  keys: ['Mod+1'],
});

const STORED = 'mode';

/** The name of the one on show. Kept for the tab, so that a reload shows the same. */
export const useMode = create<{ readonly mode: string }>(() => ({
  mode: readStored(STORED, EXPLORE.name, true),
}));

export function showMode({ name }: Mode): void {
  useMode.setState({ mode: name });
  writeStored(STORED, name, true);
}
