import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BatchRun, BatchSummary } from '#shared/contract/batch.ts';
import { modelOf } from '#shared/domain/agent.ts';
import { figureText, formatCount, formatSetShare } from '#shared/domain/figure-text.ts';
import { type Estimate, type Figure, isClear } from '#shared/domain/figures.ts';
import { client } from '../../../client/api.ts';
import { useDialogueFilter } from '../../../project/dialogue-filter.ts';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { BEST_NOTE, bestClass, bestOf, FigureTable } from '../../../ui/lists/figure-table.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { ResultLine, Unanswered } from '../../../ui/state/notice.tsx';
import { comparisonQueries, IntervalPlot } from '../../columns/index.ts';
import { OracleMark } from '../../comparison/index.ts';
import { ExportMenu } from '../../lasting-runs/index.ts';
import { eachCostText, rangeText, SHOWN_FIGURES, totalCostText } from '../figures.ts';
import { batchQueries } from '../use-wider-result.ts';
import {
  describeBatchResult,
  describeChecks,
  describeSample,
  isRefused,
  nextTotalsSorting,
  sortTotals,
  TOTALS,
  type TotalsSorting,
  wantedOf,
} from './describe-result.ts';

type Column = BatchSummary['columns'][number];

const PLOTTED = SHOWN_FIGURES.filter(({ id }) => id !== 'costUsd');

interface TotalsPlotProps {
  readonly columns: readonly Column[];
  readonly baseline: Column | null;
  readonly checks: BatchSummary['checks'];
}

function TotalsPlot({ columns, baseline, checks }: TotalsPlotProps) {
  const plotted = PLOTTED.filter(({ id }) => !isRefused(id, checks));
  const [chosen, setChosen] = useState<Figure>(
    plotted.find(({ id }) => id === 'rougeL')?.id ?? plotted[0]?.id ?? 'words',
  );
  const methods = useQuery(comparisonQueries.methods);
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
    <section className="totals-plot pad-0-2 pad-top-3" aria-label="Chart of the chosen figure">
      <SelectField
        label="Chart of"
        className="row-1 sheet-choice"
        value={chosen}
        options={plotted.map(({ id, label: name }) => ({ value: id, label: name }))}
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

const scaled = ({ estimate, lower, upper }: Estimate, scale: number): Estimate => ({
  estimate: estimate === null ? null : estimate * scale,
  lower: lower === null ? null : lower * scale,
  upper: upper === null ? null : upper * scale,
});

export function BatchResult({ run, against }: { readonly run: BatchRun; readonly against: string | null }) {
  const { where } = useDialogueFilter();
  const found = useQuery({
    ...batchQueries.summary(run.run, against, where),
    placeholderData: keepPreviousData,
  });
  return (
    found.data && <ResultLine sentences={[describeBatchResult(found.data, run.settings.answering.unit)]} />
  );
}

interface BatchTotalsProps {
  readonly run: BatchRun;
  readonly name: string;
  readonly against: string | null;
  readonly onAgainst: (against: string | null) => void;
}

export function BatchTotals({ run, name, against, onAgainst }: BatchTotalsProps) {
  const { where } = useDialogueFilter();
  const [sorting, setSorting] = useState<TotalsSorting | null>(null);
  const found = useQuery({
    ...batchQueries.summary(run.run, against, where),
    placeholderData: keepPreviousData,
  });
  if (found.isError || !found.data) return <Unanswered of={found} loading="Calculating the totals…" />;
  const { columns, dialogues, encoder, bootstrap, checks } = found.data;
  const baseline = columns.find(({ key }) => key === found.data.against) ?? null;
  const { unit } = run.settings.answering;
  const sorted = sortTotals(columns, sorting);
  const asksModel = columns.some(({ column }) => modelOf(column) !== null);
  const figures = SHOWN_FIGURES.filter(
    ({ id }) =>
      !isRefused(id, checks) &&
      columns.some((column) => estimateOf(id)(column) !== null) &&
      (asksModel ||
        (id !== 'costUsd' && id !== 'failures') ||
        columns.some((column) => estimateOf(id)(column) !== 0)),
  );
  const best = new Map(
    figures.flatMap(({ id }) => {
      const wanted = wantedOf(id);
      return wanted ? [[id, bestOf(columns.map(estimateOf(id)), wanted)] as const] : [];
    }),
  );
  return (
    <Focusable
      as="section"
      className="scroll run-scroll"
      aria-label="Totals"
      aria-busy={found.isPlaceholderData}
    >
      <div className="row-2 wrap pad-0-2 pad-bottom-2">
        <SelectField
          label="Difference from"
          className="row-1 sheet-choice"
          value={against}
          options={[
            { value: null, label: 'none' },
            ...run.columns.map(({ key, title }) => ({ value: key, label: title })),
          ]}
          onChange={onAgainst}
        />
        <ExportMenu
          name={`${name} totals`}
          formats={['csv', 'json']}
          label="Export totals"
          write={(format, target) =>
            client.batch.export({ run: run.run, against, to: `totals.${format}`, ...target })
          }
        />
      </div>
      <FigureTable
        className="ruled run-figures totals"
        caption={
          <>
            Totals of every column, with 95 % intervals
            {baseline && `, and their difference from ${baseline.title}`}
          </>
        }
        columns={[
          {
            name: 'Column',
            help: 'Sort by name',
            sort: 'title',
            isName: true,
            value: (column) => (
              <>
                {column.title}
                {column.key === baseline?.key && <span className="run-range">baseline</span>}
                {column.usesLabels && (
                  <>
                    {' '}
                    <OracleMark />
                  </>
                )}
              </>
            ),
          },
          ...figures.map(({ id, label, explanation, digits }) => ({
            ...{ name: label, help: explanation, sort: id, className: 'number' },
            value: (column: Column) => (
              <MeasuredFigure column={column} id={id} digits={digits} best={best.get(id) ?? null} />
            ),
          })),
          ...TOTALS.filter(({ id }) => asksModel || id !== 'cost').map(({ id, label, explanation }) => ({
            ...{ name: label, help: explanation, sort: id, className: 'number' },
            value: (column: Column) => totalOf(column, id, dialogues),
          })),
          ...(asksModel
            ? [
                {
                  name: 'model tokens',
                  help: 'Input and output tokens that the models used',
                  className: 'number',
                  value: ({ column, tokens, rows }: Column) =>
                    modelOf(column) === null
                      ? '–'
                      : tokens.unknown === rows
                        ? 'unknown'
                        : `${formatCount(tokens.input)} / ${formatCount(tokens.output)}`,
                },
              ]
            : []),
        ]}
        rows={sorted}
        keyOf={({ key }) => key}
        sorting={{
          by: sorting?.by,
          descending: sorting?.descending ?? false,
          onSort: (id: TotalsSorting['by']) => setSorting(nextTotalsSorting(sorting, id)),
        }}
      />
      <p className="quiet small run-note">
        {baseline && (
          <>
            Δ: difference from {baseline.title} on the same rows, with a 95 % interval. Bold: the difference
            is significant.{' '}
          </>
        )}
        {BEST_NOTE} {describeSample(found.data, unit)}. The {formatSetShare(bootstrap.level)} intervals come
        from a bootstrap over dialogues ({formatCount(bootstrap.resamples)} resamples, seed {bootstrap.seed}).
        Embedding similarity uses {encoder}. A row without an answer counts as 0. BERTScore, BLEURT and
        QualityAdapt are not computed.
      </p>
      {describeChecks(checks).map((sentence) => (
        <p key={sentence} className="quiet small run-note">
          {sentence}
        </p>
      ))}
      <TotalsPlot columns={columns} baseline={baseline} checks={checks} />
    </Focusable>
  );
}

const estimateOf =
  (id: Figure) =>
  ({ figures }: Column): number | null =>
    figures[id].estimate;

interface MeasuredFigureProps {
  readonly column: Column;
  readonly id: Figure;
  readonly digits: number;
  readonly best: number | null;
}

function MeasuredFigure({ column, id, digits, best }: MeasuredFigureProps) {
  const { [id]: figure } = column.figures;
  const difference = column.difference?.[id];
  return (
    <>
      <span className={bestClass(figure.estimate, best)}>{figureText(figure.estimate, { digits })}</span>
      <span className="run-range">{rangeText(figure, digits)}</span>
      {difference && difference.estimate !== null && (
        <span className={`above-half small block ${isClear(difference) ? 'run-clear' : 'quiet'}`}>
          Δ {figureText(difference.estimate, { digits, signed: true })}
          <span className="run-range">{rangeText(difference, digits)}</span>
        </span>
      )}
    </>
  );
}

function totalOf(column: Column, id: (typeof TOTALS)[number]['id'], dialogues: number): ReactNode {
  if (id !== 'cost') return figureText(column[id], { digits: 3 });
  const each = eachCostText(column.cost, column.rows, dialogues);
  return (
    <>
      {totalCostText(column.cost, column.rows)}
      {each && <span className="run-range">{each}</span>}
    </>
  );
}
