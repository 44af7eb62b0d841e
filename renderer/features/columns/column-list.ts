import type { Provider } from '#shared/contract/providers.ts';
import {
  type AgentSpec,
  type Answerer,
  agentKey,
  type ModelAnswerer,
  modelOf,
  NO_EXAMPLES,
} from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { isReady } from '../providers/index.ts';

export const METHOD_SEED = 1;

const ENCODED = about('corpus', 'jobs');
const AGENTS = about('flows', 'worksheets');
const TAGGED = about('corpus', 'tags', 'runs');

export const comparisonQueries = {
  methods: question('comparison.methods', client.comparison.methods, undefined, ENCODED),
  agents: question('agents.list', client.agents.list, undefined, AGENTS),
  encoders: question('comparison.encoders', client.comparison.encoders, undefined, ENCODED),
  status: (run: RunId | null) =>
    question('comparison.status', client.comparison.status, { run }, about('corpus', 'tags', 'runs', 'jobs')),
  turns: (dialogue: DialogueId) =>
    question('comparison.turns', client.comparison.turns, { dialogue }, about('corpus')),
  /** The order of the methods does not matter, so the key sorts them. */
  compare: (
    run: RunId | null,
    dialogue: DialogueId,
    turn: number,
    methods: readonly string[],
    examples: number,
  ) =>
    question(
      'comparison.compare',
      client.comparison.compare,
      { run, dialogue, turn, methods: [...methods].sort(), examples, seed: METHOD_SEED },
      TAGGED,
    ),
};

/** An ordered list of columns without duplicates. The functions below change it and are pure. */

export type ColumnList = readonly AgentSpec[];

export const NO_EXAMPLES_TITLE = 'No examples';

export const CONSENSUS: Answerer = { kind: 'consensus' };

export function modelAnswerer(provider: string, model: string): ModelAnswerer {
  return { kind: 'model', provider, model, temperature: 0, seed: 1, maxOutputTokens: 512 };
}

/** Returns the model for a new column: the model of the other columns, otherwise the first available one. */
export function suggestedModel(columns: ColumnList, providers: readonly Provider[]): Answerer | null {
  const used = columns.map(modelOf).find((model) => model !== null);
  if (used) return used;
  for (const provider of providers) {
    if (isReady(provider) && provider.chatModel !== null)
      return modelAnswerer(provider.id, provider.chatModel);
  }
  return null;
}

export function canAnswer(column: AgentSpec): boolean {
  return column.kind !== undefined || column.method !== NO_EXAMPLES || modelOf(column) !== null;
}

export function hasColumn(columns: ColumnList, column: AgentSpec): boolean {
  const key = agentKey(column);
  return columns.some((other) => agentKey(other) === key);
}

export function withColumn(
  columns: ColumnList,
  column: AgentSpec,
  most: number,
  after = columns.length - 1,
): ColumnList {
  if (columns.length >= most || !canAnswer(column) || hasColumn(columns, column)) return columns;
  return columns.toSpliced(after + 1, 0, column);
}

export function withoutColumn(columns: ColumnList, at: number, least: number): ColumnList {
  return columns.length <= least ? columns : columns.toSpliced(at, 1);
}

/** Replaces a column. Returns the list unchanged if the new column exists already or cannot answer. */
export function withChanged(columns: ColumnList, at: number, column: AgentSpec): ColumnList {
  if (!canAnswer(column) || hasColumn(columns, column)) return columns;
  return columns.with(at, column);
}

export function withMoved(columns: ColumnList, at: number, steps: number): ColumnList {
  const to = Math.max(0, Math.min(columns.length - 1, at + steps));
  return to === at ? columns : columns.toSpliced(at, 1).toSpliced(to, 0, columns[at]!);
}

/** Sets the answerer of all method columns. Columns that become equal or cannot answer are dropped. */
export function withAnswerer(columns: ColumnList, answerer: Answerer): ColumnList {
  const changed: AgentSpec[] = [];
  for (const before of columns) {
    const column = before.kind === undefined ? { method: before.method, answerer } : before;
    if (canAnswer(column) && !hasColumn(changed, column)) changed.push(column);
  }
  return changed;
}

export function columnsProblem(columns: ColumnList, least: number): string | null {
  if (columns.length < least) return `You need at least ${least} columns. Add a column.`;
  if (new Set(columns.map(agentKey)).size < columns.length)
    return 'Two columns are the same. Change or remove one.';
  if (!columns.every(canAnswer))
    return 'Only a model can answer without examples. Choose a model for that column.';
  return null;
}
