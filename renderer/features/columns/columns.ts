import {
  type AgentSpec,
  type Answerer,
  agentKey,
  type FeatureAgent,
  NO_EXAMPLES,
} from '#shared/domain/agent.ts';

/** Which columns are shown, in which order and how wide. Pure; kept by compare-state.ts. */

export interface ColumnChoice {
  /** The method; of a feature's agent its key. */
  readonly name: string;
  /** The agent of a feature that answers here, a flow or worksheets; absent where a method finds examples. */
  readonly agent?: FeatureAgent;
  /** Who answers; absent where it is what the examples agree on, as in layouts kept before models could. */
  readonly answerer?: Answerer;
  /** In px; null shares the room that is left. */
  readonly width: number | null;
}

export type ColumnLayout = readonly ColumnChoice[];

export const NARROWEST = 220;
export const WIDEST = 720;
/** What does not fit beside one another is scrolled to. */
export const MOST_COLUMNS = 24;

const CONSENSUS: Answerer = { kind: 'consensus' };

export function answererOf({ answerer = CONSENSUS }: Pick<ColumnChoice, 'answerer'>): Answerer {
  return answerer;
}

/** Names a column among the others: the method, and its answerer where that is not the agreement of the examples. */
export function idOf(choice: Pick<ColumnChoice, 'name' | 'answerer' | 'agent'>): string {
  if (choice.agent) return agentKey(choice.agent);
  const answerer = answererOf(choice);
  return answerer.kind === 'consensus' ? choice.name : agentKey({ method: choice.name, answerer });
}

/** Who answers a column. */
export const agentOf = (choice: ColumnChoice): AgentSpec =>
  choice.agent ?? { method: choice.name, answerer: answererOf(choice) };

/** The methods that look for examples, each once. */
export const methodsOf = (layout: ColumnLayout): readonly string[] => [
  ...new Set(layout.flatMap(({ name, agent }) => (agent || name === NO_EXAMPLES ? [] : [name]))),
];

/** Without examples only a model has something to say. */
function answerable(choice: ColumnChoice): boolean {
  return choice.agent !== undefined || choice.name !== NO_EXAMPLES || answererOf(choice).kind === 'model';
}

export const START_LAYOUT: ColumnLayout = ['dfa-rag', 'context-ranker', 'bm25-last', 'dense', 'random'].map(
  (name) => ({ name, width: null }),
);

/**
 * The kept layout with what no longer exists left out. Where nothing is left of it, the first methods there are.
 * @param names every method, in the backend's order
 * @param agents those of the project that features bring; undefined while they are asked for
 */
export function usableLayout(
  layout: ColumnLayout,
  names: readonly string[],
  agents?: readonly FeatureAgent[],
): ColumnLayout {
  const isThere = ({ name, agent }: ColumnChoice): boolean =>
    agent
      ? !agents || agents.some((one) => agentKey(one) === agentKey(agent))
      : names.includes(name) || name === NO_EXAMPLES;
  const known = layout.filter(
    (choice, index) =>
      isThere(choice) &&
      answerable(choice) &&
      layout.findIndex((other) => idOf(other) === idOf(choice)) === index,
  );
  if (known.length > 0) return known.slice(0, MOST_COLUMNS);
  return names.slice(0, START_LAYOUT.length).map((name) => ({ name, width: null }));
}

/** Adds a column at the end; unchanged where it is there or the page is full. */
export function addColumn(layout: ColumnLayout, name: string, answerer?: Answerer): ColumnLayout {
  const added: ColumnChoice = {
    name,
    width: null,
    ...(answerer && answerer.kind !== 'consensus' ? { answerer } : {}),
  };
  if (layout.length >= MOST_COLUMNS || !answerable(added) || has(layout, added)) return layout;
  return [...layout, added];
}

/** Takes a column away; the last one stays. */
export function removeColumn(layout: ColumnLayout, id: string): ColumnLayout {
  const rest = layout.filter((column) => idOf(column) !== id);
  return rest.length > 0 ? rest : layout;
}

/** Puts another method in the place of a column's, unless that column is there already. */
export function replaceColumn(layout: ColumnLayout, id: string, by: string): ColumnLayout {
  return change(layout, id, ({ answerer, width }) => ({
    name: by,
    ...(answerer ? { answerer } : {}),
    width,
  }));
}

/** Has a column answered by somebody else, unless that column is there already. */
export function setAnswerer(layout: ColumnLayout, id: string, answerer: Answerer): ColumnLayout {
  return change(layout, id, ({ name, width }) => ({
    name,
    width,
    ...(answerer.kind === 'consensus' ? {} : { answerer }),
  }));
}

/** The layout as its columns, for those who ask them. */
export function columnsOf(layout: ColumnLayout): readonly AgentSpec[] {
  return layout.map(agentOf);
}

/** The layout of other columns; those that stay keep their width, and one that is changed in its place that of before. */
export function withColumns(layout: ColumnLayout, columns: readonly AgentSpec[]): ColumnLayout {
  const choices = columns.map((column) =>
    column.kind !== undefined
      ? { name: agentKey(column), agent: column }
      : {
          name: column.method,
          ...(column.answerer.kind === 'consensus' ? {} : { answerer: column.answerer }),
        },
  );
  const ids = choices.map(idOf);
  const gone = (column: ColumnChoice | undefined) => column !== undefined && !ids.includes(idOf(column));
  return choices.map((choice, at) => {
    const stays = layout.find((column) => idOf(column) === ids[at]);
    const replaced = columns.length === layout.length && gone(layout[at]) ? layout[at] : undefined;
    return { ...choice, width: (stays ?? replaced)?.width ?? null };
  });
}

function change(layout: ColumnLayout, id: string, to: (column: ColumnChoice) => ColumnChoice): ColumnLayout {
  const column = layout.find((one) => idOf(one) === id);
  if (!column) return layout;
  const changed = to(column);
  if (!answerable(changed) || has(layout, changed)) return layout;
  return layout.map((one) => (one === column ? changed : one));
}

function has(layout: ColumnLayout, choice: ColumnChoice): boolean {
  return layout.some((column) => idOf(column) === idOf(choice));
}

/** Moves a column one place to the left (-1) or right (1), as far as there is one. */
export function moveColumn(layout: ColumnLayout, id: string, step: -1 | 1): ColumnLayout {
  const from = layout.findIndex((column) => idOf(column) === id);
  return from < 0 ? layout : moveColumnTo(layout, id, from + step);
}

/** Moves a column to a place among the others; unchanged where there is no such place, or it stands there. */
export function moveColumnTo(layout: ColumnLayout, id: string, to: number): ColumnLayout {
  const from = layout.findIndex((column) => idOf(column) === id);
  if (from < 0 || to < 0 || to >= layout.length || to === from) return layout;
  return layout.toSpliced(from, 1).toSpliced(to, 0, layout[from]!);
}

/** Gives a column a width, or with null its share of the room. */
export function resizeColumn(layout: ColumnLayout, id: string, width: number | null): ColumnLayout {
  const fitting = width === null ? null : Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
  return layout.map((column) => (idOf(column) === id ? { ...column, width: fitting } : column));
}

/** The columns as a CSS grid's template: fixed ones as they are, the others share the room but stay readable. */
export function gridTemplate(layout: ColumnLayout): string {
  return layout.map(({ width }) => (width === null ? `minmax(${NARROWEST}px, 1fr)` : `${width}px`)).join(' ');
}
