import { create } from 'zustand';
import { readStored, writeStored } from '../ui/hooks/stored.ts';

interface OfProject {
  /** Path of the project that the state belongs to; null before any was opened. */
  readonly project: string | null;
}

/**
 * Creates the state of a view. It is stored for the tab, so that a reload shows the same.
 * @param name the storage key
 */
export function createTabState<State extends object>(name: string, start: State) {
  const use = create<State & OfProject>(() => ({ ...start, project: null }));
  return {
    use,
    /** Starts with a project: with its state in this tab, or with the defaults. */
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
