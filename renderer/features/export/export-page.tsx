import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AutomatonFile } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { useApi } from '../../client/api.tsx';
import { exportFile } from '../../client/export-file.ts';
import { EXPLORE, showMode } from '../../project/mode.ts';
import { projectQueries } from '../../project/queries.ts';
import type { Shown } from '../../project/use-shown.ts';
import { showTab } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { OneOf } from '../../ui/inputs/field.tsx';
import { EmptyState, ErrorNotice } from '../../ui/state/notice.tsx';
import './export.css';

interface FileFormat {
  readonly value: AutomatonFile;
  readonly label: string;
  readonly hint: string;
  readonly ending: string;
}

const MODEL_FILES: readonly FileFormat[] = [
  { value: 'svg', label: 'SVG', hint: 'A picture with a legend.', ending: 'svg' },
  {
    value: 'json',
    label: 'JSON',
    hint: 'States, transitions and settings. Dialogram can import it again.',
    ending: 'json',
  },
  {
    value: 'csv',
    label: 'CSV of transitions',
    hint: 'One row per transition, for spreadsheets.',
    ending: 'csv',
  },
  { value: 'states-csv', label: 'CSV of states', hint: 'One row per state.', ending: 'states.csv' },
  { value: 'graphml', label: 'GraphML', hint: 'For yEd, Gephi and NetworkX.', ending: 'graphml' },
  { value: 'dot', label: 'DOT', hint: 'For Graphviz.', ending: 'dot' },
  { value: 'mermaid', label: 'Mermaid', hint: 'A flowchart for Markdown pages.', ending: 'mmd' },
  { value: 'xstate', label: 'XState', hint: 'A state machine for JavaScript.', ending: 'xstate.json' },
  { value: 'bpmn', label: 'BPMN', hint: 'A process with its diagram.', ending: 'bpmn' },
  { value: 'pnml', label: 'PNML', hint: 'A Petri net, for ProM and pm4py.', ending: 'pnml' },
  {
    value: 'rasa',
    label: 'Rasa',
    hint: 'One training story for each state where dialogues end.',
    ending: 'stories.yml',
  },
];

const REPORT_FILES: readonly FileFormat[] = [
  {
    value: 'html',
    label: 'HTML',
    hint: 'What the automaton says about your dialogues, in words and tables.',
    ending: 'html',
  },
  {
    value: 'markdown',
    label: 'Markdown',
    hint: 'The same report for wikis and repositories.',
    ending: 'md',
  },
  { value: 'word', label: 'Word', hint: 'The same report, for you to edit.', ending: 'docx' },
];

/** Exports the automaton as a file for other programs. */
export function ShareView({ shown }: { readonly shown: Shown }) {
  return (
    <ExportPage title="Export the automaton" shown={shown} formats={MODEL_FILES}>
      <p>
        To share the picture as you see it, choose <strong>Share the picture</strong> beside the graph.
      </p>
      <div>
        <Button onClick={showGraph}>Show the graph</Button>
      </div>
    </ExportPage>
  );
}

/** Writes a report about the automaton. */
export function ReportsView({ shown }: { readonly shown: Shown }) {
  return <ExportPage title="Write a report" shown={shown} formats={REPORT_FILES} />;
}

function ExportPage({
  title,
  shown,
  formats,
  children,
}: {
  readonly title: string;
  readonly shown: Shown;
  readonly formats: readonly FileFormat[];
  readonly children?: ReactNode;
}) {
  return (
    <section className="panel export-page" aria-label={title}>
      {shown.automaton ? (
        <div className="stack-3 export-form">
          <h2>{title}</h2>
          {children}
          <ExportForm automaton={shown.automaton.id} formats={formats} />
        </div>
      ) : (
        <EmptyState
          title="There is no automaton yet"
          action={<Button onClick={showGraph}>Go to Explore</Button>}
        >
          Learn an automaton first. Then you can export it here.
        </EmptyState>
      )}
    </section>
  );
}

function showGraph(): void {
  showTab('graph');
  showMode(EXPLORE);
}

/** Exports the automaton to a file. The default leaves out what could identify a customer. */
function ExportForm({
  automaton,
  formats,
}: {
  readonly automaton: RunId;
  readonly formats: readonly FileFormat[];
}) {
  const { client, native } = useApi();
  const project = useQuery(projectQueries(client).project).data;
  const [to, setTo] = useState(known(formats[0], 'format').value);
  const [part, setPart] = useState<'shareable' | 'whole'>('shareable');
  const write = useMutation({
    mutationFn: async () => {
      const { ending } = known(
        formats.find(({ value }) => value === to),
        `format ${to}`,
      );
      const leastSupport = part === 'whole' ? 1 : LEAST_SHARED;
      await exportFile(native, `${project?.name} automaton ${automaton}.${ending}`, (target) =>
        client.automata.export({ automaton, to, leastSupport, ...target }),
      );
    },
  });
  return (
    <>
      <OneOf legend="Format" value={to} options={formats} onChange={setTo} />
      <OneOf
        legend="Content"
        value={part}
        options={[
          {
            value: 'shareable',
            label: 'Safe to share',
            hint: `Leaves out states, transitions and tags with fewer than ${LEAST_SHARED} dialogues. The file says so.`,
          },
          {
            value: 'whole',
            label: 'Everything',
            hint: 'A path that only one customer took may reveal who it was.',
          },
        ]}
        onChange={setPart}
      />
      <p className="quiet small">The file holds counts only: no text and no dialogue ids.</p>
      {write.isError && <ErrorNotice error={write.error} />}
      <div>
        <Button kind="primary" pending={write.isPending} onClick={() => write.mutate()}>
          Export
        </Button>
      </div>
    </>
  );
}
