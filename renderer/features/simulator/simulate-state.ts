import { create } from 'zustand';
import type { Role } from '#shared/domain/dialogue.ts';
import { readStored, writeStored } from '../../ui/hooks/stored.ts';

/** How the simulator is looked at; the conversation itself is the backend's. */
interface SimulateState {
  /** Whose turn is being written. */
  readonly side: Role;
  /** The system's answer is taken as soon as the user has spoken. */
  readonly answersItself: boolean;
  readonly folded: { readonly graph: boolean; readonly found: boolean };
  /** How many steps of the path are lit while it is replayed; null lights all. */
  readonly replayed: number | null;
  /** The person chose another automaton than the one on show. */
  readonly ownAutomaton: boolean;
  /** What was said when the person pressed last for something to be sent; nothing is sent at another standing. */
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
