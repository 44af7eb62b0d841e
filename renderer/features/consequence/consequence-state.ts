import { create } from 'zustand';
import type { RelearnResult } from '#shared/contract/relearning.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Following } from '../../graph/automaton-view.tsx';
import { readStored, writeStored } from '../../ui/hooks/stored.ts';

/** What learning again from changed tags gave, and how it is asked for. */
interface ConsequenceState {
  /** The list of what changes is on show. */
  readonly open: boolean;
  /** Every edit is followed by learning again; else a person asks. Kept with the person's preferences. */
  readonly atOnce: boolean;
  readonly working: boolean;
  readonly error: unknown;
  /** What differed when the automaton on show took the place of another. */
  readonly kept: RelearnResult | null;
  readonly following: Following | null;
  /** The state that was last chosen in the list, which the picture puts on show. */
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

/** For another project, or another automaton that a person chose. */
export function forgetConsequence(): void {
  useConsequence.setState(NOTHING);
}
