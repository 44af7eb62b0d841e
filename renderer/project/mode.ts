import type { Command } from '../commands/commands.ts';
import { createTabState } from './tab-state.ts';

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

/** The name of the one on show. A project opens on Explore; a reload shows the same as before. */
const { use, enter, change } = createTabState('mode', { mode: EXPLORE.name });

export const useMode = use;
export const enterMode = enter;

export const showMode = ({ name }: Mode): void => change({ mode: name });

export const showModeNamed = (mode: string): void => change({ mode });
