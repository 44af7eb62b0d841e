import { create } from 'zustand';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { Command } from '../commands/commands.ts';
import { readStored, writeStored } from '../ui/hooks/preferences.ts';
import { focusTurn, openDialogue } from './view.ts';

interface OfProject {
  readonly project: string | null;
}

/** Creates a view's state. It is stored for the tab under `name`, to survive a reload. */
export function createTabState<State extends object>(name: string, start: State) {
  const use = create<State & OfProject>(() => ({ ...start, project: null }));
  return {
    use,
    enter(project: string): void {
      const stored = readStored<Partial<State & OfProject>>(name, {}, true);
      use.setState((state) => ({
        ...state,
        ...start,
        ...(stored.project === project ? stored : {}),
        project,
      }));
    },
    change(next: Partial<State>): void {
      use.setState((state) => ({ ...state, ...next }));
      writeStored(name, use.getState(), true);
    },
  };
}

/** The five areas of the app, in the order on screen. Each has one or more views. */
export const AREAS = [
  { name: 'explore', label: 'Explore', title: 'Explore: see what happens in your dialogues' },
  { name: 'label', label: 'Label', title: 'Label: check and correct tags, moves and topics' },
  { name: 'design', label: 'Design', title: 'Design: say how dialogues should go' },
  { name: 'test', label: 'Test', title: 'Test: try, compare and measure answers' },
  { name: 'present', label: 'Present', title: 'Present: tell others what you found' },
] as const;

export type Area = (typeof AREAS)[number]['name'];

export interface Mode {
  readonly name: string;
  readonly label: string;
  readonly area: Area;
  readonly command: Command;
}

export function defineMode(name: string, area: Area, label: string, title: string): Mode {
  const command = { id: `mode.${name}`, group: 'View', scope: 'everywhere', title, keys: [] } as const;
  return { name, label, area, command };
}

export const AREA_COMMANDS: readonly Command[] = AREAS.map(({ name, title }, index) => ({
  id: `area.${name}`,
  group: 'View',
  scope: 'everywhere',
  title,
  keys: [`Mod+${index + 1}`],
}));

export const EXPLORE = defineMode('explore', 'explore', 'Explore', 'Show the graph and its dialogues');

const { use, enter, change } = createTabState('mode', {
  mode: EXPLORE.name,
  lastOf: {} as Readonly<Partial<Record<Area, string>>>,
});

export const useMode = use;
export const enterMode = enter;

export const showMode = ({ name, area }: Mode): void =>
  change({ mode: name, lastOf: { ...use.getState().lastOf, [area]: name } });

export const showModeNamed = (mode: string): void => change({ mode });

export function openInExplore(dialogue: DialogueId, turn: number): void {
  openDialogue(dialogue);
  focusTurn(turn);
  showMode(EXPLORE);
}
