import { useEffect, useRef } from 'react';
import { pictureResultSchema } from '#shared/contract/picture.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { showAutomaton } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { StartedJobState, useStartedJob } from '../jobs/index.ts';

/** Tags and learns in one step, and shows the picture as soon as it is ready. */
export function PictureDialog({
  run = null,
  where = '',
  onClose,
}: {
  /** The tagging run to use; without one the dialogues are tagged first. */
  readonly run?: RunId | null;
  /** The filter of the dialogues; empty for all. */
  readonly where?: string;
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const making = useStartedJob(pictureResultSchema, () => client.picture.make({ run, where }));
  const { start, result, stage } = making;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    start.mutate();
  }, [start]);
  useEffect(() => {
    if (!result) return;
    showAutomaton(result.learned.automaton);
    onClose();
  }, [result, onClose]);
  return (
    <Dialog
      title="Preparing the graph"
      onClose={onClose}
      foot={
        stage === 'under way' ? (
          <Button onClick={onClose}>Continue in the background</Button>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button kind="primary" onClick={() => start.mutate()}>
              Try again
            </Button>
          </>
        )
      }
    >
      <p className="quiet">
        {run === null
          ? "Dialogram tags every turn, with the file's labels if it has some, else with moves such as asking or apologizing. Then it learns an automaton. You can change both later."
          : 'Learns a small overview from the same tags. The current automaton stays in the list.'}
      </p>
      <StartedJobState of={making} />
    </Dialog>
  );
}
