import type { AnswerSettings } from '#shared/contract/generation.ts';
import type { AgentSpec } from '#shared/domain/agent.ts';
import { createTabState } from '../../project/tab-state.ts';

/** What is put to the vote. */
interface VoteSettings {
  /** Null: those that stand side by side. */
  readonly columns: readonly AgentSpec[] | null;
  readonly unit: AnswerSettings['unit'];
  readonly seed: number;
  readonly heldOut: boolean;
}

/** What a series of votes asks, settled when it begins. */
interface VoteSeries {
  readonly columns: readonly AgentSpec[];
  readonly settings: Pick<AnswerSettings, 'unit' | 'examples' | 'context' | 'masking' | 'exampleShape'>;
  readonly seed: number;
  readonly heldOut: boolean;
}

/** What is voted on. */
interface VoteState {
  readonly settings: VoteSettings;
  /** Voting goes on; else its settings are on show. */
  readonly voting: boolean;
  /** The series that was begun last; null before the first. */
  readonly series: VoteSeries | null;
  /** A past pair to look at. */
  readonly pair: number | null;
}

export const {
  use: useVotes,
  enter: enterVotes,
  change: changeVotes,
} = createTabState<VoteState>('votes.series', {
  settings: { columns: null, unit: 'next-turn', seed: 1, heldOut: true },
  voting: false,
  series: null,
  pair: null,
});

export function changeVoteSettings(next: Partial<VoteSettings>): void {
  changeVotes({ settings: { ...useVotes.getState().settings, ...next } });
}
