import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import {
  type BatchComparison,
  type BatchRun,
  FIRST_TURNS,
  firstBatch,
  START_METHODS,
} from '#shared/contract/batch.ts';
import type { Project } from '#shared/contract/projects.ts';
import { modelOf } from '#shared/domain/agent.ts';
import {
  figureText,
  formatAmount,
  formatCount,
  formatSeconds,
  spentText,
} from '#shared/domain/figure-text.ts';
import { isClear } from '#shared/domain/figures.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { describeRun, taggerName } from '../../project/describe.ts';
import { useDialogueFilter } from '../../project/dialogue-filter.ts';
import { defineSlot, hasTags } from '../../project/feature.ts';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { OracleMark } from '../comparison/index.ts';
import { ExportMenu, LastingRunRow, RunPage } from '../lasting-runs/index.ts';
import { runKind, Unfiltered } from '../results/index.ts';
import { BATCH, batchCommands } from './batch-dialog.tsx';
import { DifferingRows } from './difference/differing-rows.tsx';
import { rangeText, runOptions, SHOWN_FIGURES } from './figures.ts';
import { BatchRows } from './rows/batch-rows.tsx';
import { BatchResult, BatchTotals } from './totals/batch-totals.tsx';
import { openingBaseline } from './totals/describe-result.ts';
import { batchQueries } from './use-wider-result.ts';

function BatchCompare({ run, others }: { readonly run: BatchRun; readonly others: readonly BatchRun[] }) {
  const [chosen, setChosen] = useState<RunId | null>(null);
  const other = others.find((one) => one.run === chosen) ?? others[0];
  if (!other) {
    return <p className="quiet run-note">No other batch run to compare with yet.</p>;
  }
  return (
    <div className="stack-2 grow shrink-down">
      <SelectField
        className="row-1 sheet-choice"
        label="Compare with"
        value={other.run}
        options={runOptions(others)}
        onChange={setChosen}
      />
      <Compared key={other.run} run={run} other={other} />
    </div>
  );
}

function Compared({ run, other }: { readonly run: BatchRun; readonly other: BatchRun }) {
  const [pair, setPair] = useState<number | null>(null);
  const found = useQuery(batchQueries.compare(run.run, other.run));
  if (found.isError || !found.data) return <Unanswered of={found} loading="Comparing the runs…" />;
  const { pairs } = found.data;
  const first = Math.max(
    0,
    pairs.findIndex(({ differing }) => differing > 0),
  );
  const chosen = pair !== null && pair < pairs.length ? pair : first;
  return (
    <>
      <Focusable as="section" className="batch-deltas" aria-label="Comparison with another run">
        <Deltas found={found.data} chosen={chosen} onChoose={setPair} />
      </Focusable>
      {pairs.length > 0 && (
        <DifferingRows run={run} other={other} pairs={pairs} chosen={chosen} onChoose={setPair} />
      )}
    </>
  );
}

type Pair = BatchComparison['pairs'][number];

interface DeltasProps {
  readonly found: BatchComparison;
  readonly chosen: number;
  readonly onChoose: (pair: number) => void;
}

function Deltas({ found, chosen, onChoose }: DeltasProps) {
  const { shared, leftOnly, rightOnly, pairs, differences } = found;
  return (
    <>
      <p className="run-note">
        Items in both runs: {formatCount(shared)}. Only in this run: {formatCount(leftOnly)}. Only in the
        other run: {formatCount(rightOnly)}.{' '}
        {differences.length > 0 && <span className="quiet">Settings differ: {differences.join(' ')}</span>}
      </p>
      {pairs.length === 0 && <p className="quiet run-note">The runs have no method in common.</p>}
      {pairs.length > 0 && (
        <FigureTable
          className="ruled run-figures"
          caption="Difference: this run minus the other run, with 95 % intervals"
          columns={[
            {
              name: 'Column',
              isName: true,
              value: ({ left, right }) => (
                <>
                  {left.title}
                  {(left.usesLabels || right.usesLabels) && (
                    <>
                      {' '}
                      <OracleMark />
                    </>
                  )}
                  {left.key !== right.key && <span className="run-range">against {right.title}</span>}
                </>
              ),
            },
            {
              name: 'differ',
              className: 'number',
              value: (pair) => (
                <Button
                  small
                  aria-pressed={pair === pairs[chosen]}
                  aria-label={`Show the ${formatAmount(pair.differing, 'differing answer')} of ${pair.left.title}`}
                  onClick={() => onChoose(pairs.indexOf(pair))}
                >
                  {formatCount(pair.differing)}
                </Button>
              ),
            },
            ...SHOWN_FIGURES.map(({ id, label, explanation, digits }) => ({
              ...{ name: label, help: explanation, className: 'number' },
              cellClass: ({ figures }: Pair) => (isClear(figures.difference[id]) ? 'run-clear' : ''),
              title: ({ figures: { left, right } }: Pair) =>
                `This run: ${figureText(left[id].estimate, { digits })}, other run: ${figureText(right[id].estimate, { digits })}`,
              value: ({ figures: { difference } }: Pair) => (
                <>
                  {figureText(difference[id].estimate, { digits, signed: true })}
                  <span className="run-range">{rangeText(difference[id], digits)}</span>
                </>
              ),
            })),
          ]}
          rows={pairs}
          keyOf={({ left }) => left.key}
        />
      )}
      <p className="quiet small run-note">
        Difference: this run minus the other run, on the same turns. Bold: the difference is significant.
        Point at a figure to see both values.
      </p>
    </>
  );
}

const VIEWS = [
  { value: 'rows', label: 'Row by row' },
  { value: 'totals', label: 'Totals' },
  { value: 'compare', label: 'Compare with another run' },
] as const;

export const batchActions = defineSlot<ComponentType<{ readonly run: BatchRun }>>();

function BatchRunPage({ run, project }: { readonly run: BatchRun; readonly project: Project }) {
  const runs = useQuery(batchQueries.runs).data ?? [];
  const { settings } = run;
  const tags = useShownAutomaton().runs.find(({ id }) => id === settings.run);
  const { where } = useDialogueFilter();
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  // A choice made in another run may not be a column of this one.
  const isHere = chosen === null || run.columns.some(({ key }) => key === chosen);
  const against = chosen !== undefined && isHere ? chosen : openingBaseline(run.columns);
  const name = `${project.name} batch ${run.number}`;
  const unit = settings.answering.unit === 'next-turn' ? 'turn' : 'dialogue';
  return (
    <RunPage
      of={run}
      kind="Batch run"
      actions={
        <>
          {batchActions.items.map((Action) => (
            <Action key={Action.name} run={run} />
          ))}
          <ExportMenu
            name={name}
            formats={['csv', 'jsonl', 'html']}
            write={(to, target) => client.batch.export({ run: run.run, against, to, ...target })}
          />
        </>
      }
      facts={
        <>
          <li>
            {formatCount(run.items)} of {formatCount(run.heldOut)} test {unit}s
          </li>
          <li>{formatAmount(run.columns.length, 'column')}</li>
          <li>{formatAmount(settings.answering.examples, 'example')}</li>
          <li>tags: {tags ? describeRun(tags) : taggerName(run.tagger)}</li>
          <li>seed {settings.seed}</li>
          {run.seconds !== null && <li>{formatSeconds(run.seconds)}</li>}
          {run.columns.some(({ column }) => modelOf(column)) && (
            <>
              <li>
                {formatAmount(run.account.requests, 'request')}, {formatCount(run.account.cached)} from the
                cache
              </li>
              <li>cost: {spentText(run.account)}</li>
            </>
          )}
          {where.trim() !== '' && <li>exports contain all rows, not only the filtered ones</li>}
          {run.failed > 0 && <li>{formatCount(run.failed)} failed</li>}
        </>
      }
      soFar={`${formatCount(run.rows)} of ${formatCount(run.rowsInAll)} answers`}
      there="are done"
      limits={run.columns.some(({ column }) => modelOf(column)) ? settings : null}
      onGoOn={(limits) => client.batch.goOn({ run: run.run, limits })}
      result={run.state === 'done' && <BatchResult run={run} against={against} />}
      views={VIEWS}
    >
      {(view) => (
        <>
          {view === 'rows' && <BatchRows run={run} project={project.path} />}
          {view === 'totals' && <BatchTotals run={run} name={name} against={against} onAgainst={setChosen} />}
          {view === 'compare' && where.trim() !== '' && <Unfiltered />}
          {view === 'compare' && (
            <BatchCompare run={run} others={runs.filter((one) => one.run !== run.run)} />
          )}
        </>
      )}
    </RunPage>
  );
}

export const batchResults = runKind({
  name: BATCH,
  title: 'Batch runs',
  empty: 'No batch runs yet. A batch run answers a sample of turns with several methods.',
  useRuns: () => useQuery(batchQueries.runs),
  idOf: ({ run }) => run,
  row: (of) => {
    const { rows, rowsInAll, items, columns, settings } = of.run;
    return (
      <LastingRunRow {...of} soFar={`${formatCount(rows)} of ${formatCount(rowsInAll)}`}>
        {formatAmount(items, settings.answering.unit === 'next-turn' ? 'turn' : 'dialogue')},{' '}
        {formatAmount(columns.length, 'column')}, seed {settings.seed}
      </LastingRunRow>
    );
  },
  page: BatchRunPage,
  isFiltered: true,
  begin: {
    command: batchCommands.run,
    when: hasTags,
    about:
      'A batch run answers a sample of turns with every method and saves the answers. A model can then judge them in pairs.',
    small: {
      title: 'Start a small batch run',
      about: `A small batch run compares ${START_METHODS.length} methods on ${FIRST_TURNS} turns. It needs no model and sends nothing.`,
      start: (run) => client.batch.start(firstBatch(run)),
    },
  },
});
