import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JudgingRun } from '#shared/contract/judging.ts';
import type { Project } from '#shared/contract/projects.ts';
import { costText } from '#shared/domain/cost-text.ts';
import { formatAmount, formatCount, formatSeconds, formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { useJob } from '../../client/use-job.ts';
import { useLostFocus } from '../../ui/hooks/use-lost-focus.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { Warnings } from '../../ui/state/notice.tsx';
import { BATCH } from '../batch/index.ts';
import { JobProgress } from '../jobs/index.ts';
import type { RunLimits } from '../lasting-runs/index.ts';
import { ExportButtons, GoOnNotice } from '../lasting-runs/index.ts';
import { type ResultId, showResult } from '../results/index.ts';
import { RATES } from './commands.ts';
import { JudgedPairs } from './judged-pairs.tsx';
import { JudgingFigures } from './judging-figures.tsx';
import { judgingQueries } from './queries.ts';
import { WinRates } from './win-rates.tsx';
import './judging.css';

const VIEWS = [
  { value: 'figures', label: 'Figures' },
  { value: 'pairs', label: 'Pair by pair' },
] as const;

/** A judging run, or the win rates of all of them. */
export function JudgingPage({ shown, project }: { readonly shown: ResultId; readonly project: Project }) {
  const runs = useQuery(judgingQueries(useApi().client).runs).data ?? [];
  const run = runs.find((one) => one.run === shown);
  if (shown === RATES) return <WinRates />;
  return run && <RunPage run={run} project={project.name} />;
}

/** One judging run: what came of it, how far the judge can be trusted, and every verdict. */
function RunPage({ run, project }: { readonly run: JudgingRun; readonly project: string }) {
  const { client } = useApi();
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('figures');
  const underWay = run.state === 'running' || run.state === 'queued' || run.state === 'cancelling';
  const { job } = useJob(underWay ? run.job : null);
  const goOn = useMutation({
    mutationFn: (limits: RunLimits | undefined) => client.judging.goOn({ run: run.run, limits }),
    onError: tellError,
  });
  const { settings, account, counts } = run;
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading);
  const done = run.pairsInAll - counts.open;
  return (
    <section className="stack-2 batch-page" aria-label={`Judging run ${run.run}`}>
      <header className="row-2 run-head">
        <h2 ref={heading} tabIndex={-1}>
          Judging run {run.run} of {formatTime(run.startedAt)}
        </h2>
        <span className="row-2 run-export">
          <ExportButtons
            name={`${project} judging ${run.run}`}
            formats={['csv', 'jsonl']}
            write={(to, out) => client.judging.export({ run: run.run, to, out })}
          />
        </span>
      </header>
      <ul className="run-settings">
        <li>judge: {settings.judge.model}</li>
        <li>
          <button type="button" className="link" onClick={() => showResult(BATCH, settings.batch)}>
            batch run {settings.batch}
          </button>
        </li>
        <li>
          {formatAmount(run.items, run.unit === 'next-turn' ? 'turn' : 'dialogue')} by{' '}
          {formatAmount(run.pairs.length, 'pair')} of columns
        </li>
        <li>seed {settings.seed}</li>
        <li>prompt {settings.promptVersion}</li>
        <li>
          {formatAmount(account.requests, 'request')}, {formatCount(account.cached)} kept from before
        </li>
        <li>{formatCount(account.tokens.input + account.tokens.output)} tokens</li>
        <li>{account.costUsd === null ? 'cost unknown' : costText(account.costUsd)}</li>
        {run.seconds !== null && <li>{formatSeconds(run.seconds)}</li>}
        {run.state === 'cancelled' && (
          <li>
            cancelled at {formatCount(done)} of {formatCount(run.pairsInAll)} pairs
          </li>
        )}
      </ul>
      <Warnings list={run.warnings} />
      {underWay && job && <JobProgress job={job} />}
      {(run.state === 'paused' || run.state === 'failed') && (
        <GoOnNotice limits={settings} pending={goOn.isPending} onGoOn={(limits) => goOn.mutate(limits)}>
          {run.reason?.message ?? 'It stopped before its end.'} {formatCount(done)} of{' '}
          {formatCount(run.pairsInAll)} pairs are settled.
        </GoOnNotice>
      )}
      <Tabs label="What to show" value={view} options={VIEWS} panelId="judging-panel" onChange={setView} />
      <div
        id="judging-panel"
        className="batch-panel"
        role="tabpanel"
        aria-labelledby={`judging-panel-${view}`}
      >
        {view === 'figures' ? <JudgingFigures run={run} /> : <JudgedPairs run={run} />}
      </div>
    </section>
  );
}
