import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentType, useRef, useState } from 'react';
import type { BatchRun } from '#shared/contract/batch.ts';
import type { Project } from '#shared/contract/projects.ts';
import { modelOf } from '#shared/domain/agent.ts';
import { formatAmount, formatCount, formatSeconds, formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { useJob } from '../../client/use-job.ts';
import { defineSlot } from '../../project/slot.ts';
import { useLostFocus } from '../../ui/hooks/use-lost-focus.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { Warnings } from '../../ui/state/notice.tsx';
import { JobProgress } from '../jobs/index.ts';
import type { RunLimits } from '../lasting-runs/index.ts';
import { ExportButtons, GoOnNotice } from '../lasting-runs/index.ts';
import type { ResultId } from '../results/index.ts';
import { BatchTotals } from './batch-totals.tsx';
import { BatchCompare } from './difference/batch-compare.tsx';
import { batchQueries } from './queries.ts';
import { BatchRows } from './rows/batch-rows.tsx';
import './batch.css';

const VIEWS = [
  { value: 'rows', label: 'Row by row' },
  { value: 'totals', label: 'Totals' },
  { value: 'compare', label: 'Compare with another run' },
] as const;

/** Buttons of other features on the page of a batch run. */
export const batchActions = defineSlot<ComponentType<{ readonly run: BatchRun }>>();

/** One batch run: its rows, its totals, and how it differs from another. */
export function BatchPage({ shown, project }: { readonly shown: ResultId; readonly project: Project }) {
  const runs = useQuery(batchQueries(useApi().client).runs).data ?? [];
  const run = runs.find((one) => one.run === shown);
  return run && <RunPage run={run} runs={runs} project={project} />;
}

function RunPage({
  run,
  runs,
  project,
}: {
  readonly run: BatchRun;
  readonly runs: readonly BatchRun[];
  readonly project: Project;
}) {
  const { client } = useApi();
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('rows');
  const underWay = run.state === 'running' || run.state === 'queued' || run.state === 'cancelling';
  const { job } = useJob(underWay ? run.job : null);
  const goOn = useMutation({
    mutationFn: (limits: RunLimits | undefined) => client.batch.goOn({ run: run.run, limits }),
    onError: tellError,
  });
  const asksModel = run.columns.some(({ column }) => modelOf(column));
  const { settings } = run;
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading);
  const unit = settings.answering.unit === 'next-turn' ? 'turn' : 'dialogue';
  return (
    <section className="stack-2 batch-page" aria-label={`Batch run ${run.run}`}>
      <header className="row-2 run-head">
        <h2 ref={heading} tabIndex={-1}>
          Batch run {run.run} of {formatTime(run.startedAt)}
        </h2>
        <span className="row-2 run-export">
          {batchActions.items.map((Action) => (
            <Action key={Action.name} run={run} />
          ))}
          <ExportButtons
            name={`${project.name} batch ${run.run}`}
            formats={['csv', 'jsonl', 'html']}
            write={(to, out) => client.batch.export({ run: run.run, to, out })}
          />
        </span>
      </header>
      <ul className="run-settings">
        <li>
          {formatAmount(run.items, unit)} of {formatCount(run.heldOut)} held out
        </li>
        <li>{formatAmount(run.columns.length, 'column')}</li>
        <li>{formatAmount(settings.answering.examples, 'example')}</li>
        <li>tags: {run.tagger}</li>
        <li>seed {settings.seed}</li>
        {run.seconds !== null && <li>{formatSeconds(run.seconds)}</li>}
        {run.failed > 0 && <li>{formatCount(run.failed)} failed</li>}
        {run.state === 'cancelled' && (
          <li>
            cancelled at {formatCount(run.rows)} of {formatCount(run.rowsInAll)} answers
          </li>
        )}
      </ul>
      <Warnings list={run.warnings} />
      {underWay && job && <JobProgress job={job} />}
      {(run.state === 'paused' || run.state === 'failed') && (
        <GoOnNotice
          limits={asksModel ? settings : null}
          pending={goOn.isPending}
          onGoOn={(limits) => goOn.mutate(limits)}
        >
          {run.reason?.message ?? 'It stopped before its end.'} {formatCount(run.rows)} of{' '}
          {formatCount(run.rowsInAll)} answers are there.
        </GoOnNotice>
      )}
      <Tabs label="What to show" value={view} options={VIEWS} panelId="batch-panel" onChange={setView} />
      <div id="batch-panel" className="batch-panel" role="tabpanel" aria-labelledby={`batch-panel-${view}`}>
        {view === 'rows' && <BatchRows run={run} project={project.path} />}
        {view === 'totals' && <BatchTotals run={run} />}
        {view === 'compare' && <BatchCompare run={run} others={runs.filter((one) => one.run !== run.run)} />}
      </div>
    </section>
  );
}
