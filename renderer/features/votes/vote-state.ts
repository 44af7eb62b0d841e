import { create } from 'zustand';
import type { AnswerColumn, AnswerSettings } from '#shared/contract/generation.ts';
import { readStored, writeStored } from '../../ui/hooks/stored.ts';

export type CompareScreen = 'columns' | 'vote' | 'ranking';

/** What is put to the vote. */
export interface VoteSettings {
  /** Null: those that stand side by side. */
  readonly columns: readonly AnswerColumn[] | null;
  readonly unit: AnswerSettings['unit'];
  readonly seed: number;
  readonly heldOut: boolean;
}

/** What a series of votes asks, settled when it begins. */
export interface VoteSeries {
  readonly columns: readonly AnswerColumn[];
  readonly settings: Pick<AnswerSettings, 'unit' | 'examples' | 'context' | 'masking' | 'exampleShape'>;
  readonly seed: number;
  readonly heldOut: boolean;
}

/** Which part of the comparison is on show, and what is voted on. Kept for the tab. */
export interface VoteState {
  readonly project: string | null;
  readonly screen: CompareScreen;
  readonly settings: VoteSettings;
  /** Voting goes on; else its settings are on show. */
  readonly voting: boolean;
  /** The series that was begun last; null before the first. */
  readonly series: VoteSeries | null;
  /** A past pair to look at. */
  readonly pair: number | null;
}

const STORED = 'votes.series';
const START: VoteState = {
  project: null,
  screen: 'columns',
  settings: {
    columns: null,
    unit: 'next-turn',
    seed: 1,
    heldOut: true,
  },
  voting: false,
  series: null,
  pair: null,
};

export const useVotes = create<VoteState>(() => START);

/** Begins with a project: as it was left in this tab, or from the start. */
export function enterVotes(project: string): void {
  const stored = readStored<Partial<VoteState>>(STORED, {}, true);
  useVotes.setState({ ...START, ...(stored.project === project ? stored : {}), project });
}

export function changeVotes(next: Partial<VoteState>): void {
  useVotes.setState(next);
  writeStored(STORED, useVotes.getState(), true);
}

export function changeVoteSettings(next: Partial<VoteSettings>): void {
  changeVotes({ settings: { ...useVotes.getState().settings, ...next } });
}
