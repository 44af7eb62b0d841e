import { create } from 'zustand';
import type { Role } from '#shared/domain/dialogue.ts';
import { readStored, writeStored } from '../../ui/hooks/stored.ts';

/** Display settings of the simulator. The backend holds the dialogue itself. */
interface SimulateState {
  /** The speaker whose turn is being written. */
  readonly side: Role;
  /** True if the agent's answer is given automatically after each customer turn. */
  readonly answersItself: boolean;
  readonly folded: { readonly graph: boolean; readonly found: boolean };
  /** Number of highlighted steps of the path during a replay; null for all. */
  readonly replayed: number | null;
  /** True if the person chose another automaton than the shown one. */
  readonly ownAutomaton: boolean;
  /** `standingKey` of the dialogue for which the person agreed to send something; no other one is sent. */
  readonly sendAt: string | null;
}

const STORED = 'simulate';
const START = { side: 'user' as const, answersItself: false, folded: { graph: false, found: false } };

export const useSimulate = create<SimulateState>(() => ({
  ...START,
  ...readStored<Partial<typeof START>>(STORED, {}),
  replayed: null,
  ownAutomaton: false,
  sendAt: null,
}));

function keep(next: Partial<SimulateState>): void {
  useSimulate.setState(next);
  const { side, answersItself, folded } = useSimulate.getState();
  writeStored(STORED, { side, answersItself, folded });
}

export const speakAs = (side: Role): void => keep({ side });
export const letAnswer = (answersItself: boolean): void => keep({ answersItself });
export const foldPanel = (panel: 'graph' | 'found', isFolded: boolean): void =>
  keep({ folded: { ...useSimulate.getState().folded, [panel]: isFolded } });
export const takeOwnAutomaton = (ownAutomaton: boolean): void => useSimulate.setState({ ownAutomaton });
export const letSendAt = (sendAt: string): void => useSimulate.setState({ sendAt });
export const replayTo = (replayed: number | null): void => useSimulate.setState({ replayed });
