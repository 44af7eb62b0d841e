import { create } from 'zustand';
import type { Talked } from '#shared/contract/agents.ts';
import { agentKey, type FeatureAgent } from '#shared/domain/agent.ts';

/** Talks with flows and worksheets: what was said to each, by its key. The backend answers all of it anew each time. */
interface Talking {
  /** Null while the automaton is talked to. */
  readonly agent: FeatureAgent | null;
  readonly talks: Readonly<Record<string, TalkSoFar>>;
}

interface TalkSoFar {
  readonly turns: readonly Talked[];
  /** Turns in force; those after were taken back, and stay until something else is said. */
  readonly at: number;
}

const NOTHING: TalkSoFar = { turns: [], at: 0 };

export const useTalking = create<Talking>(() => ({ agent: null, talks: {} }));

export const talkTo = (agent: FeatureAgent | null): void => useTalking.setState({ agent });

export const talkWith = ({ talks }: Talking, agent: FeatureAgent): TalkSoFar =>
  talks[agentKey(agent)] ?? NOTHING;

function keep(agent: FeatureAgent, talk: TalkSoFar): void {
  useTalking.setState(({ talks }) => ({ talks: { ...talks, [agentKey(agent)]: talk } }));
}

/** Says or changes something after what is in force. */
export function talkOn(agent: FeatureAgent, turn: Talked): void {
  const { turns, at } = talkWith(useTalking.getState(), agent);
  keep(agent, { turns: [...turns.slice(0, at), turn], at: at + 1 });
}

/** Goes back, or forward again, to where so many turns are in force. */
export function rewindTo(agent: FeatureAgent, at: number): void {
  const { turns } = talkWith(useTalking.getState(), agent);
  keep(agent, { turns, at: Math.max(0, Math.min(turns.length, at)) });
}

export const talkAnew = (agent: FeatureAgent, turns: readonly Talked[] = []): void =>
  keep(agent, { turns, at: turns.length });
