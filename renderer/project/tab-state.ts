import { create } from 'zustand';
import { readStored, writeStored } from '../ui/hooks/stored.ts';

interface OfProject {
  /** The path of the project that the state is of; null before any was opened. */
  readonly project: string | null;
}

/**
 * What of the open project is on show in a view. Kept for the tab, so that a reload shows the same.
 * @param name what it is kept under
 */
export function createTabState<State extends object>(name: string, start: State) {
  const use = create<State & OfProject>(() => ({ ...start, project: null }));
  return {
    use,
    /** Begins with a project: as it was left in this tab, or from the start. */
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
