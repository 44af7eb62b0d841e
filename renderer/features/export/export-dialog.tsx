import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AutomatonFile } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { useApi } from '../../client/api.tsx';
import { exportFile } from '../../client/export-file.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { OneOf } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';

const FILES: readonly {
  readonly value: AutomatonFile;
  readonly label: string;
  readonly hint: string;
  readonly ending: string;
}[] = [
  { value: 'svg', label: 'SVG', hint: 'A picture with legend, as the app opens it.', ending: 'svg' },
  {
    value: 'html',
    label: 'Report, HTML',
    hint: 'What it says of the dialogues, in words and tables.',
    ending: 'html',
  },
  {
    value: 'markdown',
    label: 'Report, Markdown',
    hint: 'The same for wikis and repositories.',
    ending: 'md',
  },
  { value: 'word', label: 'Report, Word', hint: 'The same to go on writing in.', ending: 'docx' },
  {
    value: 'json',
    label: 'JSON',
    hint: 'States, transitions and parameters; to be imported again.',
    ending: 'json',
  },
  { value: 'csv', label: 'CSV of transitions', hint: 'A row a transition, for spreadsheets.', ending: 'csv' },
  { value: 'states-csv', label: 'CSV of states', hint: 'A row a state.', ending: 'states.csv' },
  { value: 'graphml', label: 'GraphML', hint: 'For yEd, Gephi and NetworkX.', ending: 'graphml' },
  { value: 'dot', label: 'DOT', hint: 'For Graphviz.', ending: 'dot' },
  { value: 'mermaid', label: 'Mermaid', hint: 'A flowchart for Markdown pages.', ending: 'mmd' },
  { value: 'xstate', label: 'XState', hint: 'The configuration of a state machine.', ending: 'xstate.json' },
  { value: 'bpmn', label: 'BPMN', hint: 'A process with its diagram, for modellers.', ending: 'bpmn' },
  { value: 'pnml', label: 'PNML', hint: 'A Petri net, for ProM and pm4py.', ending: 'pnml' },
  { value: 'rasa', label: 'Rasa', hint: 'A story for each end, to train from.', ending: 'stories.yml' },
];

/** Writes the automaton to a file of the person's choice; safe to pass on unless they ask for all of it. */
export function ExportDialog({
  automaton,
  onClose,
}: {
  readonly automaton: RunId;
  readonly onClose: () => void;
}) {
  const { client, native } = useApi();
  const queries = projectQueries(client);
  const project = useQuery(queries.project).data;
  const [to, setTo] = useState<AutomatonFile>('svg');
  const [part, setPart] = useState<'shareable' | 'whole'>('shareable');
  const write = useMutation({
    mutationFn: async () => {
      const { ending } = known(
        FILES.find(({ value }) => value === to),
        `form ${to}`,
      );
      const leastSupport = part === 'whole' ? 1 : LEAST_SHARED;
      const done = await exportFile(native, `${project?.name} automaton ${automaton}.${ending}`, (target) =>
        client.automata.export({ automaton, to, leastSupport, ...target }),
      );
      if (done) onClose();
    },
  });
  return (
    <Dialog
      title="Export the automaton"
      width="narrow"
      onClose={onClose}
      action={
        <Button kind="primary" disabled={write.isPending} onClick={() => write.mutate()}>
          Export
        </Button>
      }
    >
      <OneOf
        legend="What is in it"
        value={part}
        options={[
          {
            value: 'shareable',
            label: 'What can be shared',
            hint: `Without states, transitions and tags that fewer than ${LEAST_SHARED} dialogues went through. The file says so.`,
          },
          {
            value: 'whole',
            label: 'The whole automaton',
            hint: 'A path that one customer alone took may tell who it was.',
          },
        ]}
        onChange={setPart}
      />
      <OneOf legend="File" value={to} options={FILES} onChange={setTo} />
      <p className="quiet small">Counts only: no words and no ids of dialogues leave with it.</p>
      {write.isError && <ErrorNotice error={write.error} />}
    </Dialog>
  );
}
