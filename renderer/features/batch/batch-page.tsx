import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchRun } from '#shared/contract/batch.ts';
import { useApi } from '../../client/api.tsx';
import { useJob } from '../../client/use-job.ts';
import { Button } from '../../ui/button.tsx';
import {
  fileName,
  formatAmount,
  formatBytes,
  formatCount,
  formatSeconds,
  formatTime,
} from '../../ui/format.ts';
import { Notice, Warnings } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { tell, tellError } from '../../ui/toasts.tsx';
import { JobProgress } from '../jobs/job-progress.tsx';
import { BatchCompare } from './batch-compare.tsx';
import { BatchRows } from './batch-rows.tsx';
import { BatchTotals } from './batch-totals.tsx';
import './batch.css';

const VIEWS = [
  { value: 'rows', label: 'Row by row' },
  { value: 'totals', label: 'Totals' },
  { value: 'compare', label: 'Compare with another run' },
] as const;

/** One batch run: its rows, its totals, and how it differs from another. */
export function BatchPage({
  run,
  runs,
  project,
  path,
}: {
  readonly run: BatchRun;
  readonly runs: readonly BatchRun[];
  /** The project's name, and its file. */
  readonly project: string;
  readonly path: string;
}) {
  const { client } = useApi();
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('rows');
  const underWay = run.state === 'running' || run.state === 'queued' || run.state === 'cancelling';
  const { job } = useJob(underWay ? run.job : null);
  const goOn = useMutation({ mutationFn: () => client.batch.goOn({ run: run.run }), onError: tellError });
  const { settings } = run;
  const unit = settings.answering.unit === 'next-turn' ? 'turn' : 'dialogue';
  return (
    <section className="batch-page" aria-label={`Batch run ${run.run}`}>
      <header className="run-head">
        <h2>
          Batch run {run.run} of {formatTime(run.startedAt)}
        </h2>
        <ExportButtons run={run} project={project} />
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
        <Notice kind="warning">
          {run.reason?.message ?? 'It stopped before its end.'} {formatCount(run.rows)} of{' '}
          {formatCount(run.rowsInAll)} answers are there.{' '}
          <Button small disabled={goOn.isPending} onClick={() => goOn.mutate()}>
            Go on
          </Button>
        </Notice>
      )}
      <Tabs label="What to show" value={view} options={VIEWS} panelId="batch-panel" onChange={setView} />
      <div id="batch-panel" className="batch-panel" role="tabpanel" aria-labelledby={`batch-panel-${view}`}>
        {view === 'rows' && <BatchRows run={run} project={path} />}
        {view === 'totals' && <BatchTotals run={run} />}
        {view === 'compare' && <BatchCompare run={run} others={runs.filter((one) => one.run !== run.run)} />}
      </div>
    </section>
  );
}

const FORMATS = ['csv', 'jsonl', 'html'] as const;

function ExportButtons({ run, project }: { readonly run: BatchRun; readonly project: string }) {
  const { client, native } = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: async (to: (typeof FORMATS)[number]) => {
      const out = await native.chooseExportFile(`${project} batch ${run.run}.${to}`);
      if (out === null) return;
      const { path, bytes } = await client.batch.export({ run: run.run, to, out });
      await native.deliver(path);
      tell(`Exported ${fileName(path)}, ${formatBytes(bytes)}.`);
    },
    onError: tellError,
  });
  return (
    <span className="button-group run-export">
      {FORMATS.map((format) => (
        <Button key={format} small icon="download" disabled={isPending} onClick={() => mutate(format)}>
          Export {format.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}
