import type { AnswerSettings } from '#shared/contract/generation.ts';
import type { AgentSpec } from '#shared/domain/agent.ts';
import { createTabState } from '../../project/mode.ts';

/** The settings of the next series. */
interface VoteSettings {
  /** Null for the columns of the comparison. */
  readonly columns: readonly AgentSpec[] | null;
  readonly unit: AnswerSettings['unit'];
  readonly seed: number;
  readonly heldOut: boolean;
}

/** The settings of a series, fixed when it starts. */
interface VoteSeries {
  readonly columns: readonly AgentSpec[];
  readonly settings: Pick<AnswerSettings, 'unit' | 'examples' | 'context' | 'masking' | 'exampleShape'>;
  readonly seed: number;
  readonly heldOut: boolean;
}

interface VoteState {
  readonly settings: VoteSettings;
  /** True while voting; false while the settings are shown. */
  readonly voting: boolean;
  /** The latest series; null before the first. */
  readonly series: VoteSeries | null;
  /** A past pair that is shown; null for none. */
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
