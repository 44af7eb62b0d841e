import { isClosingTag } from '#shared/algorithms/performance/closing.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { FieldSummary } from '#shared/contract/filters.ts';

/** Two groups of dialogues that are worth comparing, and what tells them apart. */
export interface Pair {
  readonly about: string;
  readonly left: string;
  readonly right: string;
}

/** More values are no groups; fewer dialogues say nothing. */
const MOST_VALUES = 60;
const LEAST_DIALOGUES = 20;

const quoted = (value: string): string =>
  /^[\w.-]+$/.test(value) ? value : `"${value.replaceAll('"', '\\"')}"`;

/** The two commonest values of each field that divides the dialogues, such as two brands. */
export function valuePairs(fields: readonly FieldSummary[]): Pair[] {
  return fields.flatMap(({ name, kind, different, values }) => {
    const [first, second] = values;
    if (kind !== 'words' || name === 'id' || different < 2 || different > MOST_VALUES || !first || !second)
      return [];
    if (second.dialogues < LEAST_DIALOGUES) return [];
    return [
      {
        about: `What does ${name} ${first.value} do otherwise than ${second.value}?`,
        left: `${name} = ${quoted(first.value)}`,
        right: `${name} = ${quoted(second.value)}`,
      },
    ];
  });
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The last two months of a field of dates; null where all is within one. */
export function monthPair(fields: readonly FieldSummary[]): Pair | null {
  const field = fields.find(({ name, kind }) => name === 'started' && kind === 'date');
  if (!field?.range) return null;
  const [first, last] = [new Date(field.range.least), new Date(field.range.most)];
  const start = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1));
  const before = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 1, 1));
  if (Number.isNaN(start.getTime()) || first >= start) return null;
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  return {
    about: `What is otherwise in ${monthName.format(start)} than in ${monthName.format(before)}?`,
    left: `started >= ${day(start)}`,
    right: `started >= ${day(before)} and started < ${day(start)}`,
  };
}

/** The state with the most of a figure, the start left out; null where there is none. */
export function topState(values: readonly number[]): number | null {
  let top: number | null = null;
  for (const [state, value] of values.entries())
    if (state > 0 && value > (top === null ? 0 : (values[top] ?? 0))) top = state;
  return top;
}

/** The state where most dialogues are closed, by the name of the move that leads there. */
export function closingState(
  { transitions, symbols }: AutomatonGraph,
  { states }: MapFigures,
): number | null {
  const closing = new Set<number>();
  for (const [at, to] of transitions.to.entries())
    if (isClosingTag(symbols[transitions.symbol[at] ?? -1]?.tag ?? '')) closing.add(to);
  return topState(states.dialogues.map((count, state) => (closing.has(state) ? count : 0)));
}
