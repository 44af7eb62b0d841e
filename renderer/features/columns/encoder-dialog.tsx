import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComparisonEncoder } from '#shared/contract/comparison.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form, TextField } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { tell } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';

export function encoderEntry(
  { name, title, available, encodedShare, secondsAtMost, job }: ComparisonEncoder,
  onSelect: () => void,
): MenuEntry | null {
  if (!available || encodedShare >= 1) return null;
  if (job !== null) {
    return {
      label: `Encoding with ${title}`,
      hint: `${formatShare(encodedShare)} of the turns are encoded. You can add the column when all turns are encoded.`,
      disabled: true,
      onSelect,
    };
  }
  const minutes = Math.max(1, Math.ceil(secondsAtMost / 60));
  const begun = encodedShare > 0 ? `${formatShare(encodedShare)} is done. ` : '';
  if (name === 'provider') {
    const label = `Encode with ${title}…`;
    return {
      label,
      hint: `${begun}Adds a column. You first see what will be sent.`,
      onSelect,
    };
  }
  return {
    label: `Encode with ${title}`,
    hint: `${begun}Adds a column. Takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} in the background, while other jobs wait. You can cancel and continue later.`,
    onSelect,
  };
}

export function EncoderDialog() {
  const workspace = useQuery(projectQueries.system).data?.workspace;
  const [folder, setFolder] = useState('');
  const choose = useMutation({
    mutationFn: () => client.comparison.chooseEncoder({ folder: folder.trim() }),
    meta: about('jobs'),
    onSuccess: ({ title }) => {
      tell(`${title} is ready. Choose it under “Add a column”.`);
      closeDialog();
    },
  });
  return (
    <Dialog title="Choose a sentence encoder">
      <Form
        className="stack-4"
        onSubmit={() => {
          if (folder.trim() !== '' && !choose.isPending) choose.mutate();
        }}
      >
        <TextField
          label="Folder"
          value={folder}
          autoComplete="off"
          spellCheck={false}
          hint={`A folder with an ONNX model and its tokenizer, such as all-MiniLM-L6-v2${workspace ? `, inside ${workspace}` : ''}. The model runs on the same machine as Dialogram.`}
          onChange={setFolder}
        />
        {choose.isError && <ErrorNotice error={choose.error} />}
        <div className="flex gap-2 at-end above-2">
          <Button onClick={closeDialog}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={folder.trim() === ''} pending={choose.isPending}>
            Choose
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
