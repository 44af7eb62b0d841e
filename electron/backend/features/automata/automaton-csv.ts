import { eachTransition } from '#shared/algorithms/automaton/reading/each-transition.ts';
import type { AutomatonStructure } from '#shared/domain/automaton.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import { type CsvCell, csvLine } from '../../output/csv.ts';

/**
 * Returns the rows as CSV. A note on omitted rows comes last, because readers take the first row for column
 * names.
 */
const tableOf = (rows: readonly (readonly CsvCell[])[], leftOut: string | null): string =>
  [...rows, ...(leftOut === null ? [] : [[leftOut]])].map(csvLine).join('');

/** The transitions of an automaton, a row each. */
export function transitionsToCsv(
  automaton: AutomatonStructure,
  names: readonly string[],
  leftOut: string | null,
): string {
  const rows = [...eachTransition(automaton)].map(({ from, to, role, tag, support }) => [
    from,
    names[from] ?? '',
    to,
    names[to] ?? '',
    role,
    tag,
    support,
    support / Math.max(1, automaton.support[from] ?? 0),
  ]);
  return tableOf(
    [['from', 'from_name', 'to', 'to_name', 'role', 'tag', 'dialogues', 'share_of_state'], ...rows],
    leftOut,
  );
}

/** The states of an automaton, a row each. */
export function statesToCsv(
  automaton: AutomatonStructure,
  names: readonly string[],
  leftOut: string | null,
): string {
  const rows = Array.from({ length: automaton.stateCount }, (_, state) => [
    state,
    names[state] ?? '',
    ROLES[automaton.roles[state] ?? -1] ?? 'start',
    automaton.support[state] ?? 0,
    automaton.ends[state] ?? 0,
    automaton.merged[state] ?? 1,
    automaton.depths[state] ?? 0,
  ]);
  return tableOf([['state', 'name', 'role', 'dialogues', 'ends', 'merged', 'depth'], ...rows], leftOut);
}
