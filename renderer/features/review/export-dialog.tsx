import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { exportFile } from '../../client/export-file.ts';
import { about, question } from '../../client/queries.ts';
import type { Shown } from '../../project/use-shown.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';

/** Exports this person's decisions for comparison: tags and marks, without any text of the dialogues. */
export function ExportDialog({
  project,
  shown,
  onClose,
}: {
  readonly project: Project;
  readonly shown: Shown;
  readonly onClose: () => void;
}) {
  const { client, native } = useApi();
  const known = useQuery(question('history.author', client.history.author, undefined, about('author'))).data
    ?.name;
  const [typed, setAuthor] = useState<string | null>(null);
  const author = typed ?? known ?? '';
  const write = useMutation({
    mutationFn: async () => {
      const done = await exportFile(
        native,
        `${project.name} corrections.jsonl`,
        (target) =>
          client.agreement.export({
            run: shown.run?.id ?? null,
            author: author.trim() || undefined,
            ...target,
          }),
        ({ rounds }) => formatAmount(rounds, 'turn'),
      );
      if (done) onClose();
    },
  });
  return (
    <Dialog
      title="Export my corrections"
      width="narrow"
      onClose={onClose}
      foot={
        <Button kind="primary" type="submit" form="export-corrections" disabled={write.isPending}>
          Export
        </Button>
      }
    >
      <p>
        Exports every turn you decided on, with its tags, as JSON Lines. The file holds dialogue ids and your
        notes, but no text.
      </p>
      <form
        id="export-corrections"
        onSubmit={(event) => {
          event.preventDefault();
          if (!write.isPending) write.mutate();
        }}
      >
        <TextField
          label="Your name in the file"
          hint="Tells others whose tags these are."
          maxLength={200}
          value={author}
          onChange={(event) => setAuthor(event.target.value)}
        />
      </form>
      {write.isError && <ErrorNotice error={write.error} />}
    </Dialog>
  );
}
