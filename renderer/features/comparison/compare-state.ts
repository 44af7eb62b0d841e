import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { AnswerSettings } from '#shared/contract/generation.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { readStored, writeStored } from '../../ui/hooks/preferences.ts';
import {
  type ColumnLayout,
  comparisonQueries,
  START_LAYOUT,
  usableLayout,
  withBaseline,
} from '../columns/index.ts';
import { forgetAnswers } from './answers/answers.ts';

interface CompareState {
  readonly project: string | null;
  readonly tab: string;
  readonly turn: { readonly dialogue: DialogueId; readonly turn: number } | null;
  readonly seed: number;
  readonly lit: string | null;
  readonly columns: ColumnLayout;
  readonly truthShown: boolean;
  readonly differences: boolean;
  /** Width of the dialogue, in px. */
  readonly conversationWidth: number;
  readonly unit: AnswerSettings['unit'];
  readonly answering: Answering;
  readonly reference: string | null;
}

export interface Answering {
  readonly examples: number;
  readonly samples: number;
  readonly masking: boolean;
  readonly exampleShape: AnswerSettings['exampleShape'];
  readonly context: number | null;
}

const TURN = 'compare.turn';
const LOOKS = 'compare.looks';

type Looks = Pick<
  CompareState,
  'columns' | 'truthShown' | 'differences' | 'conversationWidth' | 'unit' | 'answering' | 'reference'
>;

const LOOKS_START: Looks = {
  columns: START_LAYOUT,
  truthShown: true,
  differences: false,
  conversationWidth: 280,
  unit: 'next-turn',
  answering: { examples: 5, samples: 1, masking: true, exampleShape: 'method', context: 5 },
  reference: null,
};
export const COLUMNS = 'columns';

const TURN_START = { project: null, tab: COLUMNS, turn: null, seed: 1, lit: null };

const kept = readStored<Partial<Looks>>(LOOKS, {});

export const useCompare = create<CompareState>(() => ({
  ...TURN_START,
  ...LOOKS_START,
  ...kept,
  // Settings stored by an older version may lack some fields.
  answering: { ...LOOKS_START.answering, ...kept.answering },
}));

export function enterComparison(project: string): void {
  const stored = readStored<Partial<CompareState>>(TURN, {}, true);
  const kept = stored.project === project ? stored : {};
  if (useCompare.getState().project !== project) forgetAnswers();
  useCompare.setState({ ...TURN_START, ...kept, project });
}

export function changeTurn(next: Partial<CompareState>): void {
  useCompare.setState(next);
  const { project, tab, turn, seed, lit } = useCompare.getState();
  writeStored(TURN, { project, tab, turn, seed, lit }, true);
}

export function changeLooks(next: Partial<Looks>): void {
  useCompare.setState(next);
  const { columns, truthShown, differences, conversationWidth, unit, answering, reference } =
    useCompare.getState();
  writeStored(LOOKS, { columns, truthShown, differences, conversationWidth, unit, answering, reference });
}

/** Returns the columns that the project can answer in now. */
export function useUsableLayout(): ColumnLayout {
  const columns = useCompare((state) => state.columns);
  const methods = useQuery(comparisonQueries.methods).data;
  const agents = useQuery(comparisonQueries.agents).data;
  return usableLayout(
    columns,
    methods?.map(({ name }) => name) ?? [],
    agents?.map(({ agent }) => agent),
  );
}

export function setColumns(change: (columns: ColumnLayout) => ColumnLayout): void {
  const before = useCompare.getState().columns;
  changeLooks({ columns: withBaseline(before, change(before)) });
}
