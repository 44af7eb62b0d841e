import { useState } from 'react';
import type {
  BatchCell,
  BatchComparison,
  BatchRun,
  DifferingRow,
  SortedMeasure,
} from '#shared/contract/batch.ts';
import { figureText, formatAmount } from '#shared/domain/figure-text.ts';
import { required } from '#shared/domain/required.ts';
import { pageOf } from '../../../client/queries.ts';
import { usePagedRows } from '../../../client/use-paged-rows.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { FigureTable } from '../../../ui/lists/figure-table.tsx';
import { closeDialog, Dialog, openDialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { AnswerText, DifferenceLegend } from '../../comparison/index.ts';
import { AskedCell, PagedSheet } from '../../lasting-runs/index.ts';
import { measuredDifference, measuredValue, SORTED } from '../figures.ts';
import { batchQueries } from '../use-wider-result.ts';

const ofRun = (number: number, title: string): string => `${title}, run ${number}`;

interface DifferingRowDetailsProps {
  readonly row: DifferingRow;
  readonly titles: readonly [string, string];
}

function DifferingRowDetails({ row, titles }: DifferingRowDetailsProps) {
  const { left, right } = row;
  return (
    <Dialog
      title={`${row.externalId}, turn ${row.turn + 1}`}
      width="wide"
      foot={<Button onClick={closeDialog}>Close</Button>}
    >
      <div className="stack-2">
        <h3>Previous turn</h3>
        <p className="utterance">{row.asked}</p>
        <h3>True answer</h3>
        <p className="utterance">{row.truth}</p>
        <DifferenceLegend of="the other run's answer" />
        <div className="halves gap-4">
          {[left, right].map((side, at) => (
            <section key={titles[at]} aria-label={titles[at]}>
              <h3>{titles[at]}</h3>
              {side.problem && <Notice kind="warning">{side.problem}</Notice>}
              {side.answer && (
                <AnswerText
                  text={side.answer}
                  truth={(at === 0 ? right : left).answer || null}
                  of="the other run's answer"
                />
              )}
            </section>
          ))}
        </div>
        <FigureTable
          className="ruled run-figures"
          columns={[
            { name: 'Figure', isName: true, value: ({ label }) => label },
            ...[left, right].map((side, at) => ({
              name: titles[at],
              className: 'number',
              value: ({ value, digits }: (typeof SORTED)[number]) =>
                figureText(measuredValue(side, value), { digits }),
            })),
            {
              name: 'Difference',
              className: 'number',
              value: ({ value, digits }) =>
                figureText(measuredDifference(left, right, value), { digits, signed: true }),
            },
          ]}
          rows={SORTED}
          keyOf={({ value }) => value}
        />
      </div>
    </Dialog>
  );
}

type Pair = BatchComparison['pairs'][number];

const ORDERS = [
  { value: 'asked', label: 'Original order' },
  { value: 'most', label: 'Largest gain first' },
  { value: 'least', label: 'Largest loss first' },
] as const;
const COLUMNS = [
  { width: 180 },
  { width: 180, grows: true },
  { width: 240, grows: true },
  { width: 240, grows: true },
  { width: 150 },
];
const ROW_HEIGHT = 96;

interface DifferingRowsProps {
  readonly run: BatchRun;
  readonly other: BatchRun;
  readonly pairs: readonly Pair[];
  readonly chosen: number;
  readonly onChoose: (pair: number) => void;
}

export function DifferingRows({ run, other, pairs, chosen, onChoose }: DifferingRowsProps) {
  const [measure, setMeasure] = useState<SortedMeasure>('rougeL');
  const [order, setOrder] = useState<(typeof ORDERS)[number]['value']>('asked');
  const { left, right } = required(pairs[chosen], `pair ${chosen}`);
  const differing = usePagedRows((page) =>
    batchQueries.differing({
      left: run.run,
      right: other.run,
      leftColumn: left.key,
      rightColumn: right.key,
      sort: order === 'asked' ? null : { by: measure, descending: order === 'most' },
      ...pageOf(page),
    }),
  );
  const titles = [ofRun(run.number, left.title), ofRun(other.number, right.title)] as const;
  return (
    <section className="stack-2 grow shrink shrink-down" aria-label="Rows that differ">
      <div className="row-2 wrap sheet-bar">
        <SelectField
          label="Rows of"
          className="row-1 sheet-choice"
          value={chosen}
          options={pairs.map((pair, at) => ({
            value: at,
            label:
              pair.left.key === pair.right.key
                ? pair.left.title
                : `${pair.left.title} against ${pair.right.title}`,
          }))}
          onChange={onChoose}
        />
        <SelectField
          label="Measure"
          className="row-1 sheet-choice"
          value={measure}
          options={SORTED}
          onChange={setMeasure}
        />
        <SelectField
          label="Order"
          className="row-1 sheet-choice"
          value={order}
          options={ORDERS}
          onChange={setOrder}
        />
        <span className="quiet small to-end" aria-live="polite">
          {differing.rows && formatAmount(differing.rows.total, 'row differs', 'rows differ')}
        </span>
      </div>
      <DifferenceLegend of="the other run's answer" />
      <PagedSheet
        of={differing}
        label="Differing rows"
        listLabel="Rows that differ"
        columns={COLUMNS}
        heads={['Previous turn', 'True answer', ...titles, 'Difference'].map((title, at) => (
          <div key={title} className={`sheet-cell ${at === 0 ? 'sheet-fixed' : ''}`}>
            <span className="bold breaks sheet-title" title={title}>
              {title}
            </span>
          </div>
        ))}
        rowHeight={ROW_HEIGHT}
        keyOf={({ item }) => item}
        empty="Both runs gave the same answer in every row."
        onOpen={(row) => row && openDialog(DifferingRowDetails, { row, titles })}
      >
        {(row) => <DifferenceCells row={row} measure={measure} />}
      </PagedSheet>
    </section>
  );
}

function DifferenceCells({ row, measure }: { readonly row: DifferingRow; readonly measure: SortedMeasure }) {
  const { left, right } = row;
  const shown = [...new Set<SortedMeasure>([measure, 'latencyMs', 'costUsd'])];
  return (
    <>
      <AskedCell of={row} />
      <div className="sheet-cell">
        <p className="sheet-text sheet-text-long">{row.truth}</p>
      </div>
      <div className="sheet-cell">
        <Answer cell={left} other={right} />
      </div>
      <div className="sheet-cell">
        <Answer cell={right} other={left} />
      </div>
      <div className="sheet-cell">
        <dl className="stack small gap-half">
          {shown.map((by) => {
            const { label, digits } = SORTED.find(({ value }) => value === by) ?? { label: by, digits: 1 };
            return (
              <div key={by} className="flex gap-2 apart">
                <dt className="quiet">{label}</dt>
                <dd>{figureText(measuredDifference(left, right, by), { digits, signed: true })}</dd>
              </div>
            );
          })}
        </dl>
      </div>
    </>
  );
}

function Answer({ cell, other }: { readonly cell: BatchCell; readonly other: BatchCell | null }) {
  if (!cell.answer) return <p className="danger sheet-text">{cell.problem}</p>;
  return (
    <div className="sheet-answer hides">
      <AnswerText text={cell.answer} truth={other?.answer || null} of="the other run's answer" />
    </div>
  );
}
