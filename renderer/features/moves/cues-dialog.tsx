import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnCueRow } from '#shared/contract/moves.ts';
import { ROLE_NAMES, type Role } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { runCommand } from '../../commands/use-command.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Form, TextField } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { readable } from '../../ui/text/readable-error.ts';
import { taggingCommands } from '../tagging/index.ts';
import { movesQueries, useMoveEdit } from './moves-state.ts';

const QUIET_MS = 200;

interface CuesDialogProps {
  readonly run: RunId;
  readonly role: Role;
}

export function CuesDialog({ run, role }: CuesDialogProps) {
  const queries = movesQueries(run);
  const edit = useMoveEdit(run);
  const [move, setMove] = useState('');
  const [phrases, setPhrases] = useState('');
  const settled = useSettledValue(phrases, QUIET_MS).trim();
  const cues = useQuery(queries.cues);
  const count = useQuery({
    ...queries.countCue(role, settled),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const error = settled === '' || count.error === null ? null : readable(count.error);
  const counted = settled === '' || error ? null : count.data;
  const name = move.trim().replace(/^#/, '').replace(/\s+/g, '-');
  const ready = name !== '' && settled !== '' && error === null && !edit.isPending;
  const own = cues.data?.own.filter((cue) => cue.role === role) ?? [];
  const builtIn = cues.data?.builtIn.filter((cue) => cue.role === role) ?? [];
  return (
    <Dialog
      title={`Cues for ${ROLE_NAMES[role]} turns`}
      cancel="Close"
      main={{
        label: 'Tag again…',
        disabled: own.length === 0,
        onClick: () => {
          closeDialog();
          runCommand(taggingCommands.run);
        },
      }}
    >
      <p className="quiet small">
        A sentence that contains a cue phrase gets the move of that cue. Your cues override the app's own
        cues. Changes apply the next time you run the Moves tagger.
      </p>
      <Form
        className="form-grid"
        onSubmit={() => {
          if (!ready) return;
          edit.mutate(
            { kind: 'cue', role, move: name, phrases: settled },
            { onSuccess: () => setPhrases('') },
          );
        }}
      >
        <TextField
          label="Move"
          value={move}
          suggestions={[...new Set([...own, ...builtIn].map((cue) => cue.move))]}
          placeholder="asks-for-a-receipt"
          onChange={setMove}
        />
        <TextField
          label="Phrases"
          value={phrases}
          placeholder="send * receipt, proof of purchase"
          error={error?.message ?? null}
          hint={
            counted
              ? `${formatAmount(counted.turns, `${ROLE_NAMES[role]} turn contains`, `${ROLE_NAMES[role]} turns contain`)} these words`
              : 'Separate with commas. * matches up to three words.'
          }
          onChange={setPhrases}
        />
        {counted && counted.examples.length > 0 && (
          <ul className="field-wide quiet small">
            {counted.examples.map(({ dialogue, position, text }) => (
              <li key={`${dialogue} ${position}`} className="clip">
                {text}
              </li>
            ))}
          </ul>
        )}
        <div className="field-wide">
          <Button type="submit" disabled={!ready}>
            Add the cue
          </Button>
        </div>
      </Form>
      {own.length > 0 && (
        <>
          <h3>Your cues</h3>
          <ul className="cue-list">
            {own.map((cue) => (
              <OwnCueItem
                key={cue.id}
                cue={cue}
                onRemove={() => edit.mutate({ kind: 'uncue', cue: cue.id })}
              />
            ))}
          </ul>
        </>
      )}
      <h3>The app also has its own cues for</h3>
      <p className="small">{[...new Set(builtIn.map((cue) => `#${cue.move}`))].join(', ')}</p>
    </Dialog>
  );
}

function OwnCueItem({ cue, onRemove }: { readonly cue: OwnCueRow; readonly onRemove: () => void }) {
  return (
    <li className="row-2">
      <span>
        <strong>#{cue.move}</strong> {cue.phrases}{' '}
        <span className="quiet">{formatAmount(cue.turns, 'turn')}</span>
      </span>
      <IconButton icon="close" small label={`Delete the cue ${cue.phrases}`} onClick={onRemove} />
    </li>
  );
}
