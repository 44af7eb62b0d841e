import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { showMode } from '../../project/mode.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { RESULTS } from '../results/index.ts';

/** A dialog that starts a run of a model: what it may cost is asked before, or not. */
export function StartDialog<Settings, Found>({
  title,
  verb = 'Start',
  settings,
  estimate,
  estimated,
  start,
  onStarted,
  onClose,
  children,
  after,
}: {
  readonly title: string;
  /** What starts it. */
  readonly verb?: string;
  /** Null until the form is filled in. */
  readonly settings: Settings | null;
  /** Left out where the form says by itself what the run may take. */
  readonly estimate?: (settings: Settings) => Promise<Found>;
  /** Shown while the form stays as it was estimated. */
  readonly estimated?: (found: Found) => ReactNode;
  readonly start: (settings: Settings) => Promise<{ readonly run: RunId }>;
  /** Puts the run on show; the results come up by themselves. */
  readonly onStarted: (run: RunId) => void;
  readonly onClose: () => void;
  /** The form. */
  readonly children: ReactNode;
  /** What stands under the estimate. */
  readonly after?: ReactNode;
}) {
  const key = JSON.stringify(settings);
  const estimating = useMutation({
    mutationFn: async (asked: Settings) => ({ key: JSON.stringify(asked), found: await estimate?.(asked) }),
  });
  const { data } = estimating;
  const starting = useMutation({
    mutationFn: start,
    onSuccess: ({ run }) => {
      onStarted(run);
      showMode(RESULTS);
      onClose();
    },
  });
  return (
    <Dialog
      title={title}
      width="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {estimate && (
            <Button
              disabled={settings === null}
              pending={estimating.isPending}
              onClick={() => settings && estimating.mutate(settings)}
            >
              Estimate
            </Button>
          )}
          <Button
            kind="primary"
            disabled={settings === null}
            pending={starting.isPending}
            onClick={() => settings && starting.mutate(settings)}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="stack-4">
        {children}
        {estimating.isPending && <LoadingState label="Preparing requests…" />}
        {estimating.isError && <ErrorNotice error={estimating.error} />}
        {data?.key === key && data.found !== undefined && estimated?.(data.found)}
        {starting.isError && <ErrorNotice error={starting.error} />}
        {after}
      </div>
    </Dialog>
  );
}
