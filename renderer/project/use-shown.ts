import { useQuery } from '@tanstack/react-query';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import { runInForce } from '#shared/domain/run-in-force.ts';
import { useApi } from '../client/api.tsx';
import { projectQueries } from './queries.ts';
import { useView } from './view.ts';

export interface Shown {
  readonly automata: readonly AutomatonSummary[];
  readonly runs: readonly TaggingRun[];
  /** The shown automaton; null if there is none. */
  readonly automaton: AutomatonSummary | null;
  /** The tagging run whose tags are shown; null if there is none. */
  readonly run: TaggingRun | null;
  readonly error: unknown;
  readonly pending: boolean;
}

/**
 * Returns the automaton and tags to show: the chosen ones, or else the latest automaton with its tags, or
 * else the current run. All queries and runs use them, unless a person chooses others.
 */
export function useShown(): Shown {
  const queries = projectQueries(useApi().client);
  const chosenAutomaton = useView((view) => view.automaton);
  const chosenRun = useView((view) => view.run);
  const automata = useQuery(queries.automata);
  const runs = useQuery(queries.taggingRuns);
  const automatonOf = (id: number | null) => automata.data?.find((automaton) => automaton.id === id);
  const runOf = (id: number | null | undefined) => runs.data?.find((run) => run.id === id);
  // An imported automaton is shown only if somebody chose it.
  const automaton = automatonOf(chosenAutomaton) ?? automata.data?.find(({ imported }) => !imported) ?? null;
  const run =
    runOf(chosenRun) ??
    runOf(automaton?.taggingRun) ??
    runInForce(runs.data ?? [], ({ dialogues }) => dialogues);
  return {
    automata: automata.data ?? [],
    runs: runs.data ?? [],
    automaton,
    run,
    error: automata.error ?? runs.error,
    pending: automata.isPending || runs.isPending,
  };
}
