import type { ComponentType } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { type Command, type CommandSet, registerCommands } from '../commands/commands.ts';
import { AREA_COMMANDS, type Mode } from './mode.ts';
import type { ShownAutomaton } from './use-shown-automaton.ts';

type Fill = () => void;

interface Slot<Item> {
  readonly items: readonly Item[];
  fill(item: Item): Fill;
}

export function defineSlot<Item>(): Slot<Item> {
  const items: Item[] = [];
  return { items, fill: (item) => () => void items.push(item) };
}

export interface Doing {
  readonly command: Command;
  /** Returns true if the command can run; absent if it can always run. The project is null if none is open. */
  readonly when?: (project: Project | null) => boolean;
  readonly run: () => void;
}

export const isOpen = (project: Project | null): boolean => project !== null;
export const hasDialogues = (project: Project | null): boolean => (project?.counts.dialogues ?? 0) > 0;
export const hasTags = (project: Project | null): boolean => (project?.counts.taggingRuns ?? 0) > 0;

export interface ViewProps {
  readonly project: Project;
  readonly shown: ShownAutomaton;
}

export interface Feature {
  /** Position among the features, which sets the order of commands, views and tabs. */
  readonly order: number;
  readonly commands?: readonly CommandSet[];
  readonly does?: readonly Doing[];
  readonly views?: readonly {
    readonly mode: Mode;
    readonly isFiltered?: boolean;
    readonly component: ComponentType<ViewProps>;
  }[];
  /** Always on the page, even without a project. `ready` is true once the last project was restored. */
  readonly everywhere?: ComponentType<{ readonly ready: boolean }>;
  /** On the page while a project is open. Mounted again for each project. */
  readonly alongside?: ComponentType;
  readonly fills?: readonly Fill[];
  readonly onOpen?: (project: string) => void;
  /** Called after a purge, to forget everything that was read or typed. */
  readonly onPurge?: () => void;
}

let known: readonly Feature[] = [];

export function registerFeatures(features: readonly Feature[]): void {
  known = features.toSorted((a, b) => a.order - b.order);
  const views = allViews().map(({ mode }) => mode.command);
  const others = known.flatMap(({ commands }) => commands ?? []).flatMap((set) => Object.values(set));
  registerCommands([...AREA_COMMANDS, ...views, ...others]);
  for (const fill of known.flatMap(({ fills }) => fills ?? [])) fill();
}

export function allFeatures(): readonly Feature[] {
  return known;
}

export function allViews(): readonly NonNullable<Feature['views']>[number][] {
  return known.flatMap(({ views }) => views ?? []);
}
