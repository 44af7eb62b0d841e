import { create } from 'zustand';
import type { TalkResult } from '#shared/contract/agents.ts';
import { agentKey, type FeatureAgent } from '#shared/domain/agent.ts';

/** The dialogues with flows and worksheets, by the agent's key. Only turns are kept; the backend computes the answers. */
interface Talking {
  /** Null while the person talks to the automaton. */
  readonly agent: FeatureAgent | null;
  readonly talks: Readonly<Record<string, TalkSoFar>>;
}

interface TalkSoFar {
  readonly turns: readonly TalkResult[];
  readonly at: number;
}

const NOTHING: TalkSoFar = { turns: [], at: 0 };

export const useTalking = create<Talking>(() => ({ agent: null, talks: {} }));

export const talkTo = (agent: FeatureAgent | null): void => useTalking.setState({ agent });

/**
 * Returns the agent to talk to; null for the automaton.
 * Until the list of agents has loaded, a missing agent stays, so that nothing flashes up.
 */
export function partnerOf(
  chosen: FeatureAgent | null,
  agents: readonly { readonly agent: FeatureAgent; readonly problem: string | null }[],
  areLoading: boolean,
  hasAutomaton: boolean,
): FeatureAgent | 'loading' | null {
  const key = chosen && agentKey(chosen);
  const talked = agents.find(({ agent }) => agentKey(agent) === key)?.agent;
  if (talked) return talked;
  if (chosen !== null && areLoading) return 'loading';
  return hasAutomaton ? null : (agents.find(({ problem }) => problem === null)?.agent ?? null);
}

export const talkWith = ({ talks }: Talking, agent: FeatureAgent): TalkSoFar =>
  talks[agentKey(agent)] ?? NOTHING;

function keep(agent: FeatureAgent, talk: TalkSoFar): void {
  useTalking.setState(({ talks }) => ({ talks: { ...talks, [agentKey(agent)]: talk } }));
}

/** Adds a turn at the current position and drops the undone ones. */
export function talkOn(agent: FeatureAgent, turn: TalkResult): void {
  const { turns, at } = talkWith(useTalking.getState(), agent);
  keep(agent, { turns: [...turns.slice(0, at), turn], at: at + 1 });
}

export function rewindTo(agent: FeatureAgent, at: number): void {
  const { turns } = talkWith(useTalking.getState(), agent);
  keep(agent, { turns, at: Math.max(0, Math.min(turns.length, at)) });
}

export const talkAnew = (agent: FeatureAgent): void => keep(agent, { turns: [], at: 0 });
