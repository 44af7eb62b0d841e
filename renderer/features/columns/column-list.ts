import type { Provider } from '#shared/contract/providers.ts';
import {
  type AgentSpec,
  type Answerer,
  agentKey,
  type ModelAnswerer,
  modelOf,
  NO_EXAMPLES,
} from '#shared/domain/agent.ts';

/** Which columns answer, in which order: changed without ever having one twice. Pure. */

export type ColumnList = readonly AgentSpec[];

/** The column of the model alone, that the others are measured against. */
export const NO_EXAMPLES_TITLE = 'No examples';

export const CONSENSUS: Answerer = { kind: 'consensus' };

/** Nothing is sent to a host that was not agreed to. */
export const isReady = ({ consent }: Provider): boolean => consent !== null;

/** The answerer that a provider's model becomes, with the settings it starts from. */
export function modelAnswerer(provider: string, model: string): ModelAnswerer {
  return { kind: 'model', provider, model, temperature: 0, seed: 1, maxOutputTokens: 512 };
}

/** The model that a further column would be answered by: that of the others, else the first that is set up. */
export function suggestedModel(columns: ColumnList, providers: readonly Provider[]): Answerer | null {
  const used = columns.map(modelOf).find((model) => model !== null);
  if (used) return used;
  for (const provider of providers) {
    if (isReady(provider) && provider.chatModel !== null)
      return modelAnswerer(provider.id, provider.chatModel);
  }
  return null;
}

/** Without examples only a model has something to say. */
export function canAnswer(column: AgentSpec): boolean {
  return column.kind !== undefined || column.method !== NO_EXAMPLES || modelOf(column) !== null;
}

export function hasColumn(columns: ColumnList, column: AgentSpec): boolean {
  const key = agentKey(column);
  return columns.some((other) => agentKey(other) === key);
}

/** Adds a column, at the end or after another; unchanged where it is there, cannot answer or there are enough. */
export function withColumn(
  columns: ColumnList,
  column: AgentSpec,
  most: number,
  after = columns.length - 1,
): ColumnList {
  if (columns.length >= most || !canAnswer(column) || hasColumn(columns, column)) return columns;
  return columns.toSpliced(after + 1, 0, column);
}

/** Takes a column away, unless there would be too few. */
export function withoutColumn(columns: ColumnList, at: number, least: number): ColumnList {
  return columns.length <= least ? columns : columns.toSpliced(at, 1);
}

/** Puts another column in the place of one; unchanged where that one is there already or cannot answer. */
export function withChanged(columns: ColumnList, at: number, column: AgentSpec): ColumnList {
  if (!canAnswer(column) || hasColumn(columns, column)) return columns;
  return columns.with(at, column);
}

/** Moves a column by a number of places, as far as there are any. */
export function withMoved(columns: ColumnList, at: number, steps: number): ColumnList {
  const to = Math.max(0, Math.min(columns.length - 1, at + steps));
  return to === at ? columns : columns.toSpliced(at, 1).toSpliced(to, 0, columns[at]!);
}

/** Has all columns of methods answered by the same; those that thereby become equal, or cannot be, are left out. */
export function withAnswerer(columns: ColumnList, answerer: Answerer): ColumnList {
  const changed: AgentSpec[] = [];
  for (const before of columns) {
    const column = before.kind === undefined ? { method: before.method, answerer } : before;
    if (canAnswer(column) && !hasColumn(changed, column)) changed.push(column);
  }
  return changed;
}

/** Why these columns cannot be asked, as a sentence; null where they can. */
export function columnsProblem(columns: ColumnList, least: number): string | null {
  if (columns.length < least) return `You need at least ${least} columns. Add one.`;
  if (new Set(columns.map(agentKey)).size < columns.length)
    return 'Two columns are the same. Change or remove one.';
  if (!columns.every(canAnswer))
    return 'Only a model can answer without examples. Choose a model for that column.';
  return null;
}
