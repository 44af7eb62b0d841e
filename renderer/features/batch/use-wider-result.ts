import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { batchQueries } from './queries.ts';
import { describeBatchResult, newestWith } from './totals/describe-result.ts';
import { openingBaseline } from './totals/sort-totals.ts';

/**
 * Describes how columns did in the newest batch run that has two of them.
 * @returns null if there is no such run, undefined while loading
 */
export function useWiderResult(keys: readonly string[]): string | null | undefined {
  const queries = batchQueries(useApi().client);
  const runs = useQuery(queries.runs);
  const run = newestWith(runs.data ?? [], keys);
  const against = run ? openingBaseline(run.columns.filter(({ key }) => keys.includes(key))) : null;
  const summary = useQuery({
    ...queries.summary(run?.run ?? (0 as never), against),
    enabled: run !== null,
  });
  if (runs.data && run === null) return null;
  return run && summary.data
    ? `Batch run ${run.number}: ${describeBatchResult(summary.data, run.settings.answering.unit, keys)}`
    : undefined;
}
