import type { BatchRun } from '#shared/contract/batch.ts';
import { openDialog } from '../../commands/dialogs.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { JudgeDialog } from './judge-dialog.tsx';

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
