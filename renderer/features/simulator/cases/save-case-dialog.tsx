import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Simulation } from '#shared/contract/simulator.ts';
import { useApi } from '../../../client/api.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { tell } from '../../../ui/overlays/toasts.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { PART_NAMES, PARTS, partText } from '../words.ts';
import './cases.css';

/** Saves the dialogue with its current outcome, to be replayed with other automata. */
export function SaveCaseDialog({
  simulation,
  onClose,
}: {
  readonly simulation: Simulation;
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const first = simulation.turns.find(({ text }) => text !== '')?.text ?? 'Conversation';
  const [name, setName] = useState(first.slice(0, 60));
  const save = useMutation({
    mutationFn: () => client.simulator.saveCase({ name }),
    onSuccess: (saved) => {
      tell(`Saved as “${saved.name}”.`);
      onClose();
    },
  });
  const empty = name.trim() === '';
  return (
    <Dialog
      title="Save as a case"
      onClose={onClose}
      action={
        <Button kind="primary" type="submit" form="save-case" disabled={empty || save.isPending}>
          Keep
        </Button>
      }
    >
      <form
        id="save-case"
        className="stack-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!empty) save.mutate();
        }}
      >
        <TextField
          label="Name"
          maxLength={200}
          value={name}
          error={empty ? 'Enter a name for the case.' : null}
          onChange={(event) => setName(event.target.value)}
        />
        <p className="quiet">
          The {simulation.at} turns are saved with their tags and expected results. Replay the case with
          another automaton to see what changed.
        </p>
        {simulation.outcome && (
          <dl className="sim-parts">
            {PARTS.map((part) => (
              <div key={part}>
                <dt>{PART_NAMES[part]}</dt>
                <dd>{simulation.outcome && partText(part, simulation.outcome)}</dd>
              </div>
            ))}
          </dl>
        )}
        {save.isError && <ErrorNotice error={save.error} />}
      </form>
    </Dialog>
  );
}
