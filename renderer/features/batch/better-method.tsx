import { useQuery } from '@tanstack/react-query';
import { widenForChoice } from '#shared/algorithms/metrics/bootstrap.ts';
import type { BatchSummary } from '#shared/contract/batch.ts';
import { Button } from '../../ui/inputs/button.tsx';
import type { betterMethods } from '../comparison/index.ts';
import { describeSample } from './totals/describe-result.ts';
import { batchQueries } from './use-wider-result.ts';

interface Better {
  readonly name: string;
  readonly sentence: string;
}

const FIGURES = [
  { id: 'examplesF1', finds: 'better examples', label: 'act F1' },
  { id: 'rougeL', finds: 'better answers', label: 'ROUGE-L' },
] as const;

type Measured = Pick<BatchSummary['columns'][number], 'column' | 'title' | 'usesLabels' | 'figures'>;

/**
 * Returns the best measured method if its interval, widened because it is the best of several, lies above the figures
 * of the methods in use; otherwise null, also if none in use was measured. Methods that use the correct labels and
 * answers of a model are excluded.
 */
export function betterMethod(
  columns: readonly Measured[],
  sample: string,
  used: readonly string[],
  usable: readonly string[],
): Better | null {
  const own = columns.flatMap(({ column, ...measured }) =>
    column.kind === undefined && column.answerer.kind === 'consensus'
      ? [{ ...measured, name: column.method }]
      : [],
  );
  const { id, finds, label } =
    FIGURES.find(({ id }) => own.some(({ figures }) => figures[id].estimate !== null)) ?? FIGURES[0];
  const measured = own
    .filter(({ usesLabels }) => !usesLabels)
    .flatMap(({ name, title, figures }) => {
      const { estimate, lower } = widenForChoice(figures[id], own.length - 1);
      return estimate === null ? [] : [{ name, title, estimate, lower: lower ?? estimate }];
    })
    .sort((a, b) => b.estimate - a.estimate);
  const best = measured.find(({ name }) => usable.includes(name));
  const now = measured.find(({ name }) => used.includes(name));
  if (!best || !now || best.lower <= now.estimate) return null;
  const share = (value: number) => `${value.toFixed(1)} %`;
  return {
    name: best.name,
    sentence: `In this project, ${best.title} finds ${finds} than ${now.title}: ${label} ${share(best.estimate)} instead of ${share(now.estimate)} (${sample}).`,
  };
}

/** Says if the latest batch run found a better method, and lets the person switch to it. */
export const BetterMethod: (typeof betterMethods.items)[number]['component'] = ({
  used,
  usable,
  action,
  disabled = false,
  onTake,
}) => {
  const run = useQuery(batchQueries.runs).data?.find(({ state }) => state === 'done');
  const found = useQuery({
    ...batchQueries.summary(run?.run ?? (0 as never), null),
    enabled: run !== undefined,
  }).data;
  const better =
    run && found
      ? betterMethod(found.columns, describeSample(found, run.settings.answering.unit), used, usable)
      : null;
  if (!better) return null;
  return (
    <section className="result-line rigid pad-2-3 rounded full" aria-label="Better method">
      <p>
        {better.sentence}{' '}
        <Button small disabled={disabled} onClick={() => onTake(better.name)}>
          {action}
        </Button>
      </p>
    </section>
  );
};
