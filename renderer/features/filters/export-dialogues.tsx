import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DialogueFileForm } from '#shared/contract/filters.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { exportFile } from '../../client/export-file.ts';
import { projectQueries } from '../../project/queries.ts';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { OneOf } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice, Notice } from '../../ui/state/notice.tsx';

const FORMS: readonly { value: DialogueFileForm; label: string; hint: string; ending: string }[] = [
  {
    value: 'neutral',
    label: 'JSON Lines',
    hint: 'One dialogue per line, with all columns of the imported file. You can import it into another project.',
    ending: 'jsonl',
  },
  { value: 'csv', label: 'CSV', hint: 'One message per row, for spreadsheets.', ending: 'csv' },
  {
    value: 'xes',
    label: 'XES',
    hint: 'An event log with one event per tagged turn, for ProM, Disco and pm4py.',
    ending: 'xes',
  },
];

export function ExportDialogues({ where }: { readonly where: string }) {
  const project = useQuery(projectQueries.project).data;
  const { run } = useShownAutomaton();
  const [form, setForm] = useState<DialogueFileForm>('neutral');
  const write = useMutation({
    mutationFn: async () => {
      const ending = FORMS.find(({ value }) => value === form)?.ending;
      const done = await exportFile(
        `${project?.name} dialogues.${ending}`,
        (target) => client.filters.export({ where, form, run: run?.id ?? null, ...target }),
        ({ dialogues }) => formatAmount(dialogues, 'dialogue'),
      );
      if (done) closeDialog();
    },
  });
  return (
    <Dialog title="Export these dialogues" width="narrow" main={{ label: 'Export', does: write }}>
      <OneOf legend="File" value={form} options={FORMS} onChange={setForm} />
      {form === 'xes' ? (
        <Notice kind="info">The file contains ids, times and tags, but no text.</Notice>
      ) : (
        <Notice kind="warning">The file contains the full text, ids and tags.</Notice>
      )}
      {write.isError && <ErrorNotice error={write.error} />}
    </Dialog>
  );
}
