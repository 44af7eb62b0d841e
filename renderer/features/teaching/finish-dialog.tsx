import { teachingResultSchema } from '#shared/contract/teaching.ts';
import { useApi } from '../../client/api.tsx';
import { showRun } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Warnings } from '../../ui/state/notice.tsx';
import { StartedJobState, useStartedJob } from '../jobs/index.ts';
import { makePicture } from '../picture/index.ts';
import { TaughtNotice } from '../tagging/index.ts';

/** Tags every turn from the answers, then leads to the picture. */
export function FinishDialog({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { client } = api;
  const teaching = useStartedJob(teachingResultSchema, () => client.teaching.run({}));
  const { start, result, stage } = teaching;
  const foot = result ? (
    <>
      <Button onClick={onClose}>Close</Button>
      <Button
        kind="primary"
        onClick={() => {
          showRun(result.run);
          makePicture(api, { run: result.run });
        }}
      >
        Show the graph
      </Button>
    </>
  ) : stage === 'under way' ? (
    <Button onClick={onClose}>Continue in the background</Button>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" onClick={() => start.mutate()}>
        Tag all turns
      </Button>
    </>
  );
  return (
    <Dialog title="Tag all turns from your answers" onClose={onClose} foot={foot}>
      {stage === 'idle' && (
        <p>
          Creates a new tagging run for all turns. Turns you answered keep your answer. You can answer more
          questions later.
        </p>
      )}
      <StartedJobState of={teaching} />
      {result && <TaughtNotice result={result} />}
      <Warnings list={result?.warnings ?? []} />
    </Dialog>
  );
}
