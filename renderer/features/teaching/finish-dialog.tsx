import { teachingResultSchema } from '#shared/contract/teaching.ts';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { EXPLORE, showMode } from '../../project/mode.ts';
import { showRun } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Warnings } from '../../ui/state/notice.tsx';
import { StartedJobState, useStartedJob } from '../jobs/index.ts';
import { PictureDialog } from '../picture/index.ts';
import { TaughtNotice } from '../tagging/index.ts';

/** Names the moves of all rounds by what was answered, and leads on to the picture of them. */
export function FinishDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const teaching = useStartedJob(teachingResultSchema, () => client.teaching.run({}));
  const { start, result, stage } = teaching;
  const foot = result ? (
    <>
      <Button onClick={onClose}>Close</Button>
      <Button
        kind="primary"
        onClick={() => {
          showRun(result.run);
          showMode(EXPLORE);
          openDialog(PictureDialog, { run: result.run });
        }}
      >
        Show the picture
      </Button>
    </>
  ) : stage === 'under way' ? (
    <Button onClick={onClose}>Go on in the background</Button>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" onClick={() => start.mutate()}>
        Name all rounds
      </Button>
    </>
  );
  return (
    <Dialog title="Name all rounds by what was taught" onClose={onClose} foot={foot}>
      {stage === 'idle' && (
        <p>
          All rounds get moves as a new run of tags. Rounds that you answered keep your answer, and more
          answers can be given afterwards.
        </p>
      )}
      <StartedJobState of={teaching} />
      {result && <TaughtNotice result={result} />}
      <Warnings list={result?.warnings ?? []} />
    </Dialog>
  );
}
