import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import type { BatchRun } from '#shared/contract/batch.ts';
import type { JudgingRun } from '#shared/contract/judging.ts';
import type { RunLimits } from '#shared/contract/lasting-runs.ts';
import {
  formatAmount,
  formatCount,
  formatSeconds,
  formatTime,
  spentText,
} from '#shared/domain/figure-text.ts';
import { required } from '#shared/domain/required.ts';
import { useJob } from '../../client/job-state.ts';
import { useLostFocus } from '../../ui/hooks/focus.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { Notice, type NoticeKind, Warnings } from '../../ui/state/notice.tsx';
import { JobProgress } from '../jobs/index.ts';
import { PromptFiles } from '../prompt-files/index.ts';
import { RunRow } from '../results/index.ts';
import { NO_LIMITS, useLimits } from './use-model-run.tsx';

/** List items with the requests, tokens, cost and time of a run that asks a model. */
export function SpentFacts({
  of: { account, seconds },
}: {
  readonly of: Pick<JudgingRun, 'account' | 'seconds'>;
}) {
  return (
    <>
      <li>
        {formatAmount(account.requests, 'request')}, {formatCount(account.cached)} from the cache
      </li>
      <li>{formatCount(account.tokens.input + account.tokens.output)} tokens</li>
      <li>cost: {spentText(account)}</li>
      {seconds !== null && <li>{formatSeconds(seconds)}</li>}
    </>
  );
}

export function LastingRunRow({
  run: { run, number, startedAt, state },
  soFar,
  children,
  ...rest
}: Pick<ComponentProps<typeof RunRow>, 'kind' | 'shown' | 'over'> & {
  readonly run: Pick<BatchRun, 'run' | 'number' | 'startedAt' | 'state'>;
  readonly soFar?: string;
  readonly children: ReactNode;
}) {
  return (
    <RunRow id={run} name={`Run ${number}`} at={startedAt} {...rest}>
      <span className="quiet small">{children}</span>
      {state !== 'done' && (
        <span className="small run-stale">
          {state === 'cancelled' ? 'canceled' : state}
          {soFar && `, ${soFar}`}
        </span>
      )}
    </RunRow>
  );
}

type LastingRun = Pick<BatchRun, 'run' | 'number' | 'job' | 'state' | 'reason' | 'startedAt' | 'warnings'>;

interface View<Name extends string> {
  readonly value: Name;
  readonly label: string;
}

export function RunPage<Name extends string>({
  of: run,
  kind,
  actions,
  facts,
  soFar,
  there,
  limits,
  onGoOn,
  result,
  views,
  children,
}: {
  readonly of: LastingRun;
  readonly kind: string;
  readonly actions: ReactNode;
  readonly facts: ReactNode;
  readonly soFar: string;
  readonly there: string;
  readonly limits: (RunLimits & { readonly elsewhere?: boolean | undefined }) | null;
  readonly onGoOn: (limits: RunLimits | undefined) => Promise<unknown>;
  readonly result?: ReactNode;
  readonly views: readonly View<Name>[];
  readonly children: (view: Name) => ReactNode;
}) {
  const [chosen, setView] = useState<Name | null>(null);
  const view = required(views.find(({ value }) => value === chosen) ?? views[0], 'view').value;
  const running = run.state === 'running' || run.state === 'queued' || run.state === 'cancelling';
  const paused = run.state === 'paused' || run.state === 'failed';
  const waits = paused && run.reason?.code === 'elsewhere';
  const { job } = useJob(running ? run.job : null);
  const goOn = useAction(onGoOn);
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading);
  const panel = useId();
  return (
    <section className="stack-2 lasting-run grow shrink shrink-down" aria-label={`${kind} ${run.number}`}>
      <header className="row-2 wrap">
        <h2 className="large" ref={heading} tabIndex={-1}>
          {kind} {run.number}, {formatTime(run.startedAt)}
        </h2>
        <span className="row-2 to-end">{actions}</span>
      </header>
      <ul className="run-settings wrap flex gap-1">
        {facts}
        {run.state === 'cancelled' && <li>canceled at {soFar}</li>}
      </ul>
      <Warnings list={run.warnings} />
      {/* A paused job's notice comes with the run. Until then, two would offer “Continue”. */}
      {running && job && job.state !== 'paused' && <JobProgress job={job} />}
      {limits && (
        <PromptFiles
          key={run.run}
          run={run.run}
          name={`${kind} ${run.number}`}
          reason={run.reason}
          paused={paused}
        >
          {soFar} {there}.
        </PromptFiles>
      )}
      {paused && !(waits && limits?.elsewhere) && (
        <GoOnNotice
          kind={run.reason?.code === 'pilot' ? 'done' : 'warning'}
          limits={limits}
          pending={goOn.isPending}
          onGoOn={(chosen) => goOn.mutate(chosen)}
        >
          {waits ? (
            'Choose “Continue” to get the remaining answers from the model.'
          ) : (
            <>
              {run.reason?.message ?? 'The run stopped early.'} {soFar} {there}.
            </>
          )}
        </GoOnNotice>
      )}
      {result}
      <Tabs label="Show" value={view} options={views} panelId={panel} onChange={setView} />
      <div
        id={panel}
        className="stack-2 grow shrink shrink-down"
        role="tabpanel"
        aria-labelledby={`${panel}-${view}`}
      >
        {children(view)}
      </div>
    </section>
  );
}

interface GoOnNoticeProps {
  readonly kind: NoticeKind;
  readonly limits: RunLimits | null;
  readonly pending: boolean;
  readonly onGoOn: (limits: RunLimits | undefined) => void;
  readonly children: ReactNode;
}

function GoOnNotice({ kind, limits, pending, onGoOn, children }: GoOnNoticeProps) {
  const { limits: chosen, limitFields } = useLimits(limits ?? NO_LIMITS);
  return (
    <Notice
      kind={kind}
      actions={
        <Button
          small
          disabled={pending || chosen === null}
          onClick={() => onGoOn((limits && chosen) ?? undefined)}
        >
          Continue
        </Button>
      }
    >
      <p>{children}</p>
      {limits && <div className="go-on-limits gap-3 grid above-2">{limitFields}</div>}
    </Notice>
  );
}
