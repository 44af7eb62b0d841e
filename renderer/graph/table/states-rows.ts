import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import { roleName, stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { ROLE_NAMES, ROLES } from '#shared/domain/dialogue.ts';

export interface StateRow {
  readonly state: number;
  readonly role: string;
  readonly name: string;
  readonly phase: string;
  readonly tags: readonly string[];
  readonly support: number;
  readonly ends: number;
  readonly merged: number;
  readonly depth: number;
  readonly transitions: number;
  /** Percent of the resamples in which the state was found again; null if that was not measured. */
  readonly certainty: number | null;
}

export const markOf = ({ role }: Pick<StateRow, 'role'>): string =>
  ROLES.find((one) => ROLE_NAMES[one] === role) ?? role;

export type StateColumn = keyof StateRow;

export interface StateOrder {
  readonly column: StateColumn;
  readonly descending: boolean;
}

/** Returns every state of the graph by number, whether the picture shows it or not. O(transitions · log). */
export function stateRows(graph: AutomatonGraph): StateRow[] {
  const { roles, support, ends, merged, depths } = graph.states;
  const { from, to, symbol } = graph.transitions;
  const entering: number[][] = roles.map(() => []);
  const leaving = new Int32Array(roles.length);
  for (let index = 0; index < from.length; index++) {
    entering[to[index]!]!.push(index);
    leaving[from[index]!]!++;
  }
  return roles.map((_, state) => {
    const strongest = entering[state]!.sort(
      (a, b) => graph.transitions.support[b]! - graph.transitions.support[a]! || symbol[a]! - symbol[b]!,
    );
    return {
      state,
      role: roleName(graph, state),
      name: stateName(graph, state),
      phase: graph.states.phases?.[state] ?? '',
      tags: [...new Set(strongest.map((index) => spokenTag(graph.symbols[symbol[index]!]!.tag)))],
      support: support[state]!,
      ends: ends[state]!,
      merged: merged[state]!,
      depth: depths[state]!,
      transitions: leaving[state]!,
      certainty: graph.states.certainty?.[state] ?? null,
    };
  });
}

export function orderRows(rows: readonly StateRow[], order: StateOrder, query: string): StateRow[] {
  const wanted = query.trim().toLowerCase();
  const number = wanted.replace(/^#/, '');
  // A tag is found by its words and as it is written: "asks for help", "#asks-for-help".
  const words = number.replace(/[-_]/g, ' ');
  const kept = rows.filter(
    (row) =>
      wanted === '' ||
      String(row.state) === number ||
      row.name.toLowerCase().includes(wanted) ||
      row.phase.toLowerCase().includes(wanted) ||
      row.tags.some((tag) => [number, words].some((part) => tag.toLowerCase().includes(part))),
  );
  const sign = order.descending ? -1 : 1;
  return kept.sort((a, b) => sign * compare(a, b, order.column) || a.state - b.state);
}

function compare(a: StateRow, b: StateRow, column: StateColumn): number {
  if (isText(column)) {
    const [first, second] = [textOf(a, column), textOf(b, column)];
    return first < second ? -1 : first > second ? 1 : 0;
  }
  return (a[column] ?? -1) - (b[column] ?? -1);
}

type TextColumn = 'tags' | 'role' | 'name' | 'phase';
const isText = (column: StateColumn): column is TextColumn =>
  column === 'tags' || column === 'role' || column === 'name' || column === 'phase';

function textOf(row: StateRow, column: TextColumn): string {
  return column === 'tags' ? (row.tags[0] ?? '') : row[column];
}
