import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import { runInForce } from '#shared/domain/run-in-force.ts';
import { client } from '../client/api.ts';
import { projectQueries } from './queries.ts';
import { useView } from './view.ts';

/** Returns a function that counts dialogues at states outside the given ones; undefined for an imported automaton. */
export function useCountLeaving({
  id: automaton,
  imported,
}: Pick<AutomatonSummary, 'id' | 'imported'>): ((shown: readonly number[]) => Promise<number>) | undefined {
  const count = useCallback(
    async (shown: readonly number[]) =>
      (await client.automata.leaving({ automaton, shown: [...shown] })).dialogues,
    [automaton],
  );
  return imported ? undefined : count;
}

export interface ShownAutomaton {
  readonly automata: readonly AutomatonSummary[];
  readonly runs: readonly TaggingRun[];
  readonly automaton: AutomatonSummary | null;
  readonly run: TaggingRun | null;
  readonly error: unknown;
  readonly pending: boolean;
}

/** Adds the figures that an edit leaves open. Until they are measured, earlier advice stays and `reach` is null. */
export function useMeasured(shown: ShownAutomaton): ShownAutomaton {
  const { automaton } = shown;
  const { data, isFetching } = useQuery({
    ...projectQueries.measured(automaton?.id ?? null),
    enabled: automaton !== null && !automaton.imported,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (!automaton || automaton.imported || automaton.report.reach || !data) return shown;
    const { reach, advice } = data;
    const report = { ...automaton.report, advice, reach: isFetching ? null : reach };
    return { ...shown, automaton: { ...automaton, report } };
  }, [shown, automaton, data, isFetching]);
}

/** Returns the chosen automaton and tags, else the latest automaton with its tags, else the current run. */
export function useShownAutomaton(): ShownAutomaton {
  const chosenAutomaton = useView((view) => view.automaton);
  const chosenRun = useView((view) => view.run);
  const automata = useQuery(projectQueries.automata);
  const runs = useQuery(projectQueries.taggingRuns);
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
