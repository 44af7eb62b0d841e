import { create } from 'zustand';
import type { AnswerSettings } from '#shared/contract/generation.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { readStored, writeStored } from '../../ui/hooks/preferences.ts';
import { type ColumnLayout, START_LAYOUT, withBaseline } from '../columns/index.ts';
import { forgetAnswers } from './answers/answers.ts';

/** The compared turn and the display settings. The turn is stored per tab, the settings permanently. */
interface CompareState {
  readonly project: string | null;
  readonly tab: string;
  readonly turn: { readonly dialogue: DialogueId; readonly turn: number } | null;
  /** Seed of the last random turn, or of the next one. */
  readonly seed: number;
  /** The method whose route is highlighted on the graph. */
  readonly lit: string | null;
  readonly columns: ColumnLayout;
  readonly truthShown: boolean;
  readonly differences: boolean;
  /** Width of the dialogue, in px. */
  readonly conversationWidth: number;
  readonly unit: AnswerSettings['unit'];
  /** The other settings of the models' answers. */
  readonly answering: Answering;
  readonly reference: string | null;
}

export interface Answering {
  /** The number of examples that each column finds; a model sees all of them. */
  readonly examples: number;
  /** The number of answers that each model gives to the same question. */
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
/** The tab that shows the columns side by side. */
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

/** Starts with a project: with the turn that was open in this tab, or with none. */
export function enterComparison(project: string): void {
  const stored = readStored<Partial<CompareState>>(TURN, {}, true);
  const kept = stored.project === project ? stored : {};
  if (useCompare.getState().project !== project) forgetAnswers();
  useCompare.setState({ ...TURN_START, ...kept, project });
}

function changeTurn(next: Partial<CompareState>): void {
  useCompare.setState(next);
  const { project, tab, turn, seed, lit } = useCompare.getState();
  writeStored(TURN, { project, tab, turn, seed, lit }, true);
}

function changeLooks(next: Partial<CompareState>): void {
  useCompare.setState(next);
  const { columns, truthShown, differences, conversationWidth, unit, answering, reference } =
    useCompare.getState();
  writeStored(LOOKS, { columns, truthShown, differences, conversationWidth, unit, answering, reference });
}

export function showCompareTab(tab: string): void {
  changeTurn({ tab });
}

export function compareTurn(dialogue: DialogueId, turn: number): void {
  changeTurn({ turn: { dialogue, turn } });
}

export function setSeed(seed: number): void {
  changeTurn({ seed });
}

/** Highlights the route of a method on the graph; null closes the graph. */
export function light(method: string | null): void {
  changeTurn({ lit: method });
}

export function setColumns(change: (columns: ColumnLayout) => ColumnLayout): void {
  const before = useCompare.getState().columns;
  changeLooks({ columns: withBaseline(before, change(before)) });
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

export function setUnit(unit: AnswerSettings['unit']): void {
  changeLooks({ unit });
}

export function setAnswering(answering: Answering): void {
  changeLooks({ answering });
}

export function setReference(reference: string | null): void {
  changeLooks({ reference });
}
