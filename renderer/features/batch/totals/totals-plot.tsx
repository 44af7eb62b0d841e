import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchSummary } from '#shared/contract/batch.ts';
import type { EstimateValue } from '#shared/contract/evaluation.ts';
import type { Figure } from '#shared/domain/answer-figures.ts';
import { useApi } from '../../../client/api.tsx';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { comparisonQueries } from '../../columns/index.ts';
import { IntervalPlot } from '../../evaluation/index.ts';
import { SHOWN_FIGURES } from '../figures.ts';

type Column = BatchSummary['columns'][number];

/** Costs are too small for the axis; the table shows them. */
const PLOTTED = SHOWN_FIGURES.filter(({ id }) => id !== 'costUsd');

/** Plots one figure of every column with its interval, or its difference from the baseline. */
export function TotalsPlot({
  columns,
  baseline,
}: {
  readonly columns: readonly Column[];
  readonly baseline: Column | null;
}) {
  const [chosen, setChosen] = useState<Figure>('rougeL');
  const methods = useQuery(comparisonQueries(useApi().client).methods);
  const { label, digits } = PLOTTED.find(({ id }) => id === chosen) ?? { label: chosen, digits: 1 };
  // A cosine is too small for an axis of whole numbers.
  const scale = digits === 3 ? 100 : 1;
  const figure = scale === 1 ? label : `${label} × ${scale}`;
  const rows = columns
    .flatMap((column) => {
      const value = baseline ? column.difference?.[chosen] : column.figures[chosen];
      return value ? [{ column, value: scaled(value, scale) }] : [];
    })
    .sort((one, other) => (other.value.estimate ?? -Infinity) - (one.value.estimate ?? -Infinity));
  const title = baseline ? `${figure} minus ${baseline.title}` : figure;
  return (
    <section className="totals-plot" aria-label="Plot of one figure">
      <SelectField
        label="Plot of"
        className="row-1 sheet-choice"
        value={chosen}
        options={PLOTTED.map(({ id, label: name }) => ({ value: id, label: name }))}
        onChange={setChosen}
      />
      <IntervalPlot
        label={title}
        unit={`${title}, with 95 % intervals`}
        difference={baseline !== null}
        rows={rows.map(({ column: { key, title: name, column, usesLabels }, value }) => ({
          name: key,
          title: name,
          kind: methods.data?.find((method) => method.name === column.method)?.kind ?? 'baseline',
          oracle: usesLabels,
          value,
        }))}
      />
    </section>
  );
}

const scaled = ({ estimate, lower, upper }: EstimateValue, scale: number): EstimateValue => ({
  estimate: estimate === null ? null : estimate * scale,
  lower: lower === null ? null : lower * scale,
  upper: upper === null ? null : upper * scale,
});
