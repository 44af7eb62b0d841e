import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import type { BatchRun } from '#shared/contract/batch.ts';
import type { Project } from '#shared/contract/projects.ts';
import { modelOf } from '#shared/domain/agent.ts';
import { spentText } from '#shared/domain/cost-text.ts';
import { formatAmount, formatCount, formatSeconds } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { describeRun, taggerName } from '../../project/describe.ts';
import { useDialogueFilter } from '../../project/dialogue-filter.ts';
import { defineSlot } from '../../project/slot.ts';
import { useShown } from '../../project/use-shown.ts';
import { ExportMenu, RunPage } from '../lasting-runs/index.ts';
import { type ResultId, Unfiltered } from '../results/index.ts';
import { BatchCompare } from './difference/batch-compare.tsx';
import { batchQueries } from './queries.ts';
import { BatchRows } from './rows/batch-rows.tsx';
import { BatchResult, BatchTotals } from './totals/batch-totals.tsx';
import { openingBaseline } from './totals/sort-totals.ts';
import './batch.css';

const VIEWS = [
  { value: 'rows', label: 'Row by row' },
  { value: 'totals', label: 'Totals' },
  { value: 'compare', label: 'Compare with another run' },
] as const;

/** Buttons that other features add to the page of a batch run. */
export const batchActions = defineSlot<ComponentType<{ readonly run: BatchRun }>>();

/** Shows one batch run: its rows, its totals and its difference from another run. */
export function BatchPage({ shown, project }: { readonly shown: ResultId; readonly project: Project }) {
  const runs = useQuery(batchQueries(useApi().client).runs).data ?? [];
  const run = runs.find((one) => one.run === shown);
  return run && <BatchRunPage run={run} runs={runs} project={project} />;
}

function BatchRunPage({
  run,
  runs,
  project,
}: {
  readonly run: BatchRun;
  readonly runs: readonly BatchRun[];
  readonly project: Project;
}) {
  const { client } = useApi();
  const { settings } = run;
  const tags = useShown().runs.find(({ id }) => id === settings.run);
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
            {formatAmount(run.items, unit)} of {formatCount(run.heldOut)} for testing
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
      there="are there"
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
