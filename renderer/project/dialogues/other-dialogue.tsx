import { useState } from 'react';
import type { DialogueId } from '#shared/domain/ids.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { DialogueFinder } from './dialogue-finder.tsx';

/** A button to choose another dialogue. */
export function OtherDialogue({
  shown,
  onPick,
}: {
  readonly shown: DialogueId;
  readonly onPick: (dialogue: DialogueId) => void;
}) {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Button onClick={() => setChoosing(true)}>Another dialogue…</Button>
      {choosing && (
        <DialogueFinder
          title="Choose a dialogue"
          chosen={shown}
          onPick={(dialogue) => {
            onPick(dialogue);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
