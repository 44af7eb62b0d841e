import { create } from 'zustand';
import type { RelearnResult } from '#shared/contract/relearning.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Following } from '../../graph/automaton-view.tsx';
import { readStored, writeStored } from '../../ui/hooks/stored.ts';

/** The result of learning again from changed tags, and whether it happens automatically. */
interface ConsequenceState {
  /** True while the list of changes is open. */
  readonly open: boolean;
  /** True if the automaton is learned again after every edit, without asking. Stored as a preference. */
  readonly atOnce: boolean;
  readonly working: boolean;
  readonly error: unknown;
  /** The differences from the previous automaton, after the shown one replaced it. */
  readonly kept: RelearnResult | null;
  readonly following: Following | null;
  /** The state that was last selected in the list; the graph shows it. */
  readonly sought: { readonly automaton: RunId; readonly state: number } | null;
}

const STORED = 'relearnAtOnce';

const NOTHING = {
  open: false,
  working: false,
  error: null,
  kept: null,
  following: null,
  sought: null,
} as const;

export const useConsequence = create<ConsequenceState>(() => ({
  ...NOTHING,
  atOnce: readStored(STORED, false),
}));

export function openConsequence(open: boolean): void {
  useConsequence.setState({ open });
}

export function relearnAtOnce(atOnce: boolean): void {
  writeStored(STORED, atOnce);
  useConsequence.setState({ atOnce, error: null });
}

/** Resets the state, for another project or automaton. */
export function forgetConsequence(): void {
  useConsequence.setState(NOTHING);
}
