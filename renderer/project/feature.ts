import type { ComponentType } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { useApi } from '../client/api.tsx';
import { type Command, type CommandSet, registerCommands } from '../commands/commands.ts';
import { AREA_COMMANDS, type Mode } from './mode.ts';
import type { Fill } from './slot.ts';
import type { Shown } from './use-shown.ts';

/** What a command does wherever one is. What it does in one view alone, that view says by `useCommand`. */
export interface Doing {
  readonly command: Command;
  /** Whether it can be done; always, if nothing is said. The project is null where none is open. */
  readonly when?: (project: Project | null) => boolean;
  readonly run: (api: ReturnType<typeof useApi>) => void;
}

export const isOpen = (project: Project | null): boolean => project !== null;
export const hasDialogues = (project: Project | null): boolean => (project?.counts.dialogues ?? 0) > 0;
export const hasTags = (project: Project | null): boolean => (project?.counts.taggingRuns ?? 0) > 0;

/** What the page is made of: a feature declares what it brings, and the page asks all of them alike. */
export interface Feature {
  /** Its place among the features, which lists of commands, views and tabs follow. */
  readonly order: number;
  readonly commands?: readonly CommandSet[];
  readonly does?: readonly Doing[];
  /** Views of the open project. */
  readonly views?: readonly {
    readonly mode: Mode;
    /** It shows those dialogues alone that pass the filter of all views, which stands above it. */
    readonly isFiltered?: boolean;
    readonly component: ComponentType<{ readonly project: Project; readonly shown: Shown }>;
  }[];
  /** Stands on the page whether a project is open or not; ready once the project of last time is back. */
  readonly everywhere?: ComponentType<{ readonly ready: boolean }>;
  /** Stands on the page while a project is open; made anew for another project. */
  readonly alongside?: ComponentType;
  readonly fills?: readonly Fill[];
  /** Called with the project's path when a project comes on the page. */
  readonly onOpen?: (project: string) => void;
  /** Called when a purge has ended: forgets what was read or typed. */
  readonly onPurge?: () => void;
}

let known: readonly Feature[] = [];

/** Makes the features known to the page. Called once, when it starts. */
export function registerFeatures(features: readonly Feature[]): void {
  known = features.toSorted((a, b) => a.order - b.order);
  const views = allViews().map(({ mode }) => mode.command);
  const others = known.flatMap(({ commands }) => commands ?? []).flatMap((set) => Object.values(set));
  registerCommands([...AREA_COMMANDS, ...views, ...others]);
  for (const fill of known.flatMap(({ fills }) => fills ?? [])) fill();
}

/** Every feature, in its order. */
export function allFeatures(): readonly Feature[] {
  return known;
}

/** Every view, in the order of the features. */
export function allViews(): readonly NonNullable<Feature['views']>[number][] {
  return known.flatMap(({ views }) => views ?? []);
}
