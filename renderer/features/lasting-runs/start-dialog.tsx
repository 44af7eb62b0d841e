import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { showMode } from '../../project/mode.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { RESULTS } from '../results/index.ts';

export function Messages({
  of,
}: {
  readonly of: readonly { readonly role: string; readonly content: string }[];
}) {
  return (
    <InPlace of={of}>
      {({ role, content }) => (
        <Focusable as="pre" className="scroll-box fill-2 pad-2 pre-wrap">
          {role}: {content}
        </Focusable>
      )}
    </InPlace>
  );
}

interface RequestPreviewProps<Settings> {
  readonly title: string;
  readonly settings: Settings | null;
  readonly children: (settings: Settings) => ReactNode;
}

export function RequestPreview<Settings>({ title, settings, children }: RequestPreviewProps<Settings>) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="prompt-editor line-above"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {open && (settings ? children(settings) : <p className="quiet">Fill in the fields above first.</p>)}
    </details>
  );
}

export function StartDialog<Settings, Found>({
  title,
  verb = 'Start',
  settings,
  estimate,
  estimated,
  start,
  onStarted,
  children,
  after,
}: {
  readonly title: string;
  readonly verb?: string;
  readonly settings: Settings | null;
  readonly estimate?: (settings: Settings) => Promise<Found>;
  readonly estimated?: (found: Found) => ReactNode;
  readonly start: (settings: Settings) => Promise<{ readonly run: RunId }>;
  /** Called with the started run, to select it. The results open without this. */
  readonly onStarted: (run: RunId) => void;
  readonly children: ReactNode;
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
      closeDialog();
    },
  });
  return (
    <Dialog
      title={title}
      width="wide"
      foot={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
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
