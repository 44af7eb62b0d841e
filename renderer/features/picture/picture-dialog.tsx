import { useEffect, useRef } from 'react';
import { pictureResultSchema } from '#shared/contract/picture.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { showAutomaton } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { StartedJobState, useStartedJob } from '../jobs/index.ts';

/** Tags and learns at once, and shows the picture as soon as it is there. */
export function PictureDialog({
  run = null,
  where = '',
  onClose,
}: {
  /** The tags to make an overview of; without them the dialogues are tagged first. */
  readonly run?: RunId | null;
  /** Of which dialogues; empty for all. */
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
      title="Making the picture"
      onClose={onClose}
      foot={
        stage === 'under way' ? (
          <Button onClick={onClose}>Go on in the background</Button>
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
          ? 'Every round gets its tags: the labels of the file where it has some, else the moves that it makes, such as asking or apologising. From them an automaton is learned. Both can be changed afterwards.'
          : 'An overview of few states is learned from the same tags. The automaton on show stays in the list.'}
      </p>
      <StartedJobState of={making} />
    </Dialog>
  );
}
