import { create } from 'zustand';
import type { DialogueId } from '#shared/domain/ids.ts';
import { readStored, writeStored } from '../../ui/stored.ts';
import { type ColumnLayout, START_LAYOUT } from './columns.ts';

/** The turn that is compared, and how. The turn is kept for the tab, the looks for good. */
export interface CompareState {
  readonly project: string | null;
  readonly turn: { readonly dialogue: DialogueId; readonly round: number } | null;
  /** Seed of the random turn that was drawn last, or is drawn next. */
  readonly seed: number;
  /** The method whose route is lit on the graph. */
  readonly lit: string | null;
  readonly columns: ColumnLayout;
  readonly truthShown: boolean;
  readonly differences: boolean;
  /** Width of the conversation, in px. */
  readonly conversationWidth: number;
}

const TURN = 'compare';
const LOOKS = 'compare.looks';

const LOOKS_START = {
  columns: START_LAYOUT,
  truthShown: true,
  differences: false,
  conversationWidth: 280,
};
const TURN_START = { project: null, turn: null, seed: 1, lit: null };

export const useCompare = create<CompareState>(() => ({
  ...TURN_START,
  ...LOOKS_START,
  ...readStored<Partial<typeof LOOKS_START>>(LOOKS, {}),
}));

/** Begins with a project: with the turn that was open in this tab, or with none. */
export function enterComparison(project: string): void {
  const stored = readStored<Partial<CompareState>>(TURN, {}, true);
  const kept = stored.project === project ? stored : {};
  useCompare.setState({ ...TURN_START, ...kept, project });
}

function changeTurn(next: Partial<CompareState>): void {
  useCompare.setState(next);
  const { project, turn, seed, lit } = useCompare.getState();
  writeStored(TURN, { project, turn, seed, lit }, true);
}

function changeLooks(next: Partial<CompareState>): void {
  useCompare.setState(next);
  const { columns, truthShown, differences, conversationWidth } = useCompare.getState();
  writeStored(LOOKS, { columns, truthShown, differences, conversationWidth });
}

export function compareTurn(dialogue: DialogueId, round: number): void {
  changeTurn({ turn: { dialogue, round } });
}

export function setSeed(seed: number): void {
  changeTurn({ seed });
}

/** Lights the route of a method on the graph, or with null folds the graph away. */
export function light(method: string | null): void {
  changeTurn({ lit: method });
}

export function setColumns(change: (columns: ColumnLayout) => ColumnLayout): void {
  changeLooks({ columns: change(useCompare.getState().columns) });
}

export function showTruth(truthShown: boolean): void {
  changeLooks({ truthShown });
}

export function markDifferences(differences: boolean): void {
  changeLooks({ differences });
}

export function setConversationWidth(conversationWidth: number): void {
  changeLooks({ conversationWidth });
}
