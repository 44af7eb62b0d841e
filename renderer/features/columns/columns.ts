import { START_METHODS } from '#shared/contract/batch.ts';
import {
  type AgentSpec,
  type Answerer,
  agentKey,
  type FeatureAgent,
  modelOf,
  NO_EXAMPLES,
} from '#shared/domain/agent.ts';
import {
  CONSENSUS,
  type ColumnList,
  canAnswer,
  withChanged,
  withColumn,
  withoutColumn,
} from './column-list.ts';

export interface ColumnChoice {
  readonly name: string;
  /** A flow or worksheets that answers in this column; absent if a method finds examples. */
  readonly agent?: FeatureAgent;
  /** Absent if the most typical example answers, as in layouts that were stored before models could answer. */
  readonly answerer?: Answerer;
  /** In px; null for an equal share of the free width. */
  readonly width: number | null;
}

export type ColumnLayout = readonly ColumnChoice[];

export const NARROWEST = 220;
export const WIDEST = 720;
/** The most columns. Those that do not fit side by side are reached by scrolling. */
export const MOST_COLUMNS = 24;

export function answererOf({ answerer = CONSENSUS }: Pick<ColumnChoice, 'answerer'>): Answerer {
  return answerer;
}

/** Returns the column's id, without the default answerer, the most typical example. */
export function idOf(choice: Pick<ColumnChoice, 'name' | 'answerer' | 'agent'>): string {
  if (choice.agent) return agentKey(choice.agent);
  const answerer = answererOf(choice);
  return answerer.kind === 'consensus' ? choice.name : agentKey({ method: choice.name, answerer });
}

export const agentOf = (choice: ColumnChoice): AgentSpec =>
  choice.agent ?? { method: choice.name, answerer: answererOf(choice) };

export const methodsOf = (layout: ColumnLayout): readonly string[] => [
  ...new Set(layout.flatMap(({ name, agent }) => (agent || name === NO_EXAMPLES ? [] : [name]))),
];

export const START_LAYOUT: ColumnLayout = START_METHODS.map((name) => ({ name, width: null }));

/** Drops columns that no longer exist; the first methods if none is left. `agents` is undefined while loading. */
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
      canAnswer(agentOf(choice)) &&
      layout.findIndex((other) => idOf(other) === idOf(choice)) === index,
  );
  if (known.length > 0) return known.slice(0, MOST_COLUMNS);
  return names.slice(0, START_LAYOUT.length).map((name) => ({ name, width: null }));
}

/** Changes the columns of a layout, which keeps their widths. `to` gets the index of the column `id`. */
function change(
  layout: ColumnLayout,
  id: string | null,
  to: (columns: ColumnList, at: number) => ColumnList,
): ColumnLayout {
  const columns = columnsOf(layout);
  const at = layout.findIndex((column) => idOf(column) === id);
  const changed = id !== null && at < 0 ? columns : to(columns, at);
  return changed === columns ? layout : withColumns(layout, changed);
}

export function addColumn(layout: ColumnLayout, method: string, answerer = CONSENSUS): ColumnLayout {
  return change(layout, null, (columns) => withColumn(columns, { method, answerer }, MOST_COLUMNS));
}

export function removeColumn(layout: ColumnLayout, id: string): ColumnLayout {
  return change(layout, id, (columns, at) => withoutColumn(columns, at, 1));
}

export function replaceColumn(layout: ColumnLayout, id: string, method: string): ColumnLayout {
  return change(layout, id, (columns, at) =>
    withChanged(columns, at, { method, answerer: answererOf(layout[at]!) }),
  );
}

export function setAnswerer(layout: ColumnLayout, id: string, answerer: Answerer): ColumnLayout {
  return change(layout, id, (columns, at) =>
    withChanged(columns, at, { method: layout[at]!.name, answerer }),
  );
}

/** Adds the baseline once a model answers the first column. A baseline that a person removed is not added again. */
export function withBaseline(before: ColumnLayout, after: ColumnLayout): ColumnLayout {
  const modelIn = (layout: ColumnLayout) =>
    layout.map((choice) => modelOf(agentOf(choice))).find((one) => one);
  const model = modelIn(after);
  if (!model || modelIn(before) || after.some(({ name }) => name === NO_EXAMPLES)) return after;
  return addColumn(after, NO_EXAMPLES, model);
}

export function columnsOf(layout: ColumnLayout): readonly AgentSpec[] {
  return layout.map(agentOf);
}

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

export function moveColumn(layout: ColumnLayout, id: string, step: -1 | 1): ColumnLayout {
  const from = layout.findIndex((column) => idOf(column) === id);
  return from < 0 ? layout : moveColumnTo(layout, id, from + step);
}

/** Moves a column to an index. Returns the same layout if the index is out of range or the column is there already. */
export function moveColumnTo(layout: ColumnLayout, id: string, to: number): ColumnLayout {
  const from = layout.findIndex((column) => idOf(column) === id);
  if (from < 0 || to < 0 || to >= layout.length || to === from) return layout;
  return layout.toSpliced(from, 1).toSpliced(to, 0, layout[from]!);
}

export function resizeColumn(layout: ColumnLayout, id: string, width: number | null): ColumnLayout {
  const fitting = width === null ? null : Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
  return layout.map((column) => (idOf(column) === id ? { ...column, width: fitting } : column));
}

/** Returns the CSS `grid-template-columns`. Columns without a width share the rest, but stay readable. */
export function gridTemplate(layout: ColumnLayout): string {
  return layout.map(({ width }) => (width === null ? `minmax(${NARROWEST}px, 1fr)` : `${width}px`)).join(' ');
}
