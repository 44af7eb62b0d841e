import { useQuery } from '@tanstack/react-query';
import { required } from '#shared/domain/required.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { FailedState, LoadingState, Notice } from '../../ui/state/notice.tsx';
import { BatchDialog, batchQueries } from '../batch/index.ts';
import { NoModel } from '../lasting-runs/index.ts';
import { isReady, providerQueries } from '../providers/index.ts';
import type { ResultId } from '../results/index.ts';
import { JudgeForm } from './judge-form.tsx';
import './judging.css';
import type { BatchRun } from '#shared/contract/batch.ts';

interface JudgeDialogProps {
  readonly batch: ResultId | null;
}

export function JudgeDialog({ batch }: JudgeDialogProps) {
  const batches = useQuery(batchQueries.runs);
  const providers = useQuery(providerQueries.list);
  const failed = [batches, providers].find(({ isError }) => isError);
  const judged = (batches.data ?? []).filter(({ columns, rows }) => columns.length > 1 && rows > 0);
  const servers = (providers.data?.providers ?? []).toSorted(
    (a, b) => Number(isReady(b)) - Number(isReady(a)),
  );
  if (failed || !batches.data || !providers.data || judged.length === 0 || servers.length === 0) {
    return (
      <Dialog title="Judge answers" foot={<Button onClick={closeDialog}>Close</Button>}>
        {failed ? (
          <FailedState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !batches.data || !providers.data ? (
          <LoadingState />
        ) : judged.length === 0 ? (
          <Notice actions={<Button onClick={() => openDialog(BatchDialog, {})}>New batch run…</Button>}>
            A judge compares the columns of a batch run. First, start a batch run with at least two columns.
          </Notice>
        ) : (
          <NoModel />
        )}
      </Dialog>
    );
  }
  return (
    <JudgeForm
      batches={judged}
      start={judged.find(({ run }) => run === batch) ?? required(judged[0], 'batch run')}
      providers={servers}
    />
  );
}

export function JudgeButton({ run }: { readonly run: BatchRun }) {
  return (
    <Button
      small
      disabled={run.columns.length < 2 || run.rows === 0}
      onClick={() => openDialog(JudgeDialog, { batch: run.run })}
    >
      Judge…
    </Button>
  );
}
