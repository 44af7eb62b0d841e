import { Component, type ReactNode, useEffect, useState } from 'react';
import { Icon, type IconName } from '../text/icon.tsx';
import { detailsOf, readable } from '../text/readable-error.ts';
import './notice.css';

interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  readonly total: number | null;
}

export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return (
    <progress
      className="progress-bar wide no-border hides fill-3"
      aria-label={label}
      max={total === null ? undefined : Math.max(1, total)}
      value={total === null ? undefined : Math.min(done, total)}
    />
  );
}

interface ResultLineProps {
  readonly sentences: readonly string[];
  readonly children?: ReactNode;
}

/** Shows a result; screen readers announce changes. Renders nothing without a sentence. */
export function ResultLine({ sentences, children }: ResultLineProps) {
  if (sentences.length === 0) return null;
  return (
    <section className="result-line rigid pad-2-3 rounded full" aria-label="Result" aria-live="polite">
      {sentences.map((sentence, at) => (
        <p key={sentence}>
          {sentence}
          {children && at === sentences.length - 1 && <> {children}</>}
        </p>
      ))}
    </section>
  );
}

export type NoticeKind = 'info' | 'warning' | 'error' | 'done';

const ICONS: Record<NoticeKind, IconName> = { info: 'info', warning: 'alert', error: 'alert', done: 'check' };

interface NoticeProps {
  readonly kind?: NoticeKind;
  readonly bar?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Notice({ kind = 'info', bar = false, actions, children }: NoticeProps) {
  return (
    <div
      className={`gap-2 grid fill-2 at-start notice notice-${kind} ${bar ? 'notice-bar' : ''}`}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      <Icon name={ICONS[kind]} />
      <div className="notice-text shrink breaks">{children}</div>
      {actions && <div className="notice-actions flex gap-1">{actions}</div>}
    </div>
  );
}

export function Warnings({ list, bar }: { readonly list: readonly string[]; readonly bar?: boolean }) {
  if (list.length === 0) return null;
  return (
    <Notice kind="warning" bar={bar}>
      {list.length === 1 ? (
        list[0]
      ) : (
        <ul className="notice-list">
          {list.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

export function ErrorNotice({ error, actions }: { readonly error: unknown; readonly actions?: ReactNode }) {
  const read = readable(error);
  const { place, value, nextStep } = detailsOf(read);
  return (
    <Notice kind="error" actions={actions}>
      <p>{read.message}</p>
      {(place || value || nextStep) && (
        <dl>
          {place && (
            <>
              <dt>Where</dt>
              <dd>{place}</dd>
            </>
          )}
          {value && (
            <>
              <dt>Found</dt>
              <dd>{value}</dd>
            </>
          )}
          {nextStep && (
            <>
              <dt>Next</dt>
              <dd>{nextStep}</dd>
            </>
          )}
        </dl>
      )}
    </Notice>
  );
}

/** Returns the time in ms of the page's clock, every second. */
export function useClock(): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function LoadingState({
  label = 'Loading…',
  action,
}: {
  readonly label?: string;
  readonly action?: ReactNode;
}) {
  return (
    <div className="state state-loading">
      <div role="status">{label}</div>
      {action}
    </div>
  );
}

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="state">
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

export function FailedState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div className="state">
      <ErrorNotice
        error={error}
        actions={
          onRetry && (
            <button type="button" className="button button-small" onClick={onRetry}>
              Try again
            </button>
          )
        }
      />
    </div>
  );
}

interface UnansweredProps {
  readonly of: { readonly isError: boolean; readonly error: unknown; refetch(): unknown };
  readonly loading?: string;
}

export function Unanswered({ of, loading }: UnansweredProps) {
  if (of.isError) return <FailedState error={of.error} onRetry={() => void of.refetch()} />;
  return <LoadingState label={loading} />;
}

interface ErrorBoundaryProps {
  /** Names what stopped; begins a sentence. */
  readonly what: string;
  readonly children: ReactNode;
}

interface Failure {
  readonly failed: { readonly error: unknown } | null;
}

/** Shows an error of drawing or loading its children in their place, so that the rest of the page still works. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Failure> {
  override state: Failure = { failed: null };

  static getDerivedStateFromError(error: unknown): Failure {
    return { failed: { error } };
  }

  override render() {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    return (
      <div className="state">
        <Notice
          kind="error"
          actions={
            <button type="button" className="button button-small" onClick={() => location.reload()}>
              Reload the page
            </button>
          }
        >
          {this.props.what} stopped because of an error: {readable(failed.error).message} Everything you saved
          is safe.
        </Notice>
      </div>
    );
  }
}
