import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keptFilter } from '#shared/algorithms/layout/shown/kept-filter.ts';
import { openingSupport, type VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph, AutomatonImportResult, AutomatonSummary } from '#shared/contract/automata.ts';
import { EXPORT_FORMATS, type ExportFormat, factsOf } from '#shared/domain/export-formats.ts';
import { required } from '#shared/domain/required.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { client, native } from '../../client/api.ts';
import { exportFile } from '../../client/export-file.ts';
import { EXPLORE, showMode } from '../../project/mode.ts';
import { projectQueries } from '../../project/queries.ts';
import type { ShownAutomaton } from '../../project/use-shown-automaton.ts';
import { askToShare, showAutomaton, showTab, useView } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice, OneOf } from '../../ui/inputs/field.tsx';
import { EmptyState, ErrorNotice } from '../../ui/state/notice.tsx';
import { figuresFilter } from '../learn/index.ts';
import './export.css';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { about } from '../../client/queries.ts';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';

export function useAutomatonImport(): (() => void) | null {
  const read = useAction(
    async () => {
      for (const path of await native.chooseFilesToImport()) {
        const imported = await client.automata.import({ path });
        showAutomaton(imported.automaton);
        tell(describeImport(imported));
      }
    },
    { meta: about('automata') },
  );
  return read.isPending ? null : () => read.mutate();
}

export function describeImport({ from, states, dialogues, tags }: AutomatonImportResult): string {
  const what = `Imported ${formatAmount(states, 'state')} from ${from.file}, based on ${formatAmount(dialogues, 'dialogue')}.`;
  if (tags.unknown === 0) return what;
  const named = tags.first.map((tag) => `#${tag}`).join(', ');
  const more = tags.unknown > tags.first.length ? ' …' : '';
  return `${what} ${tags.unknown} of the ${formatAmount(tags.total, 'tag')} do not exist in this project: ${named}${more}.`;
}

const COMMON_FILES = 3;

const FORMATS = Object.keys(EXPORT_FORMATS) as ExportFormat[];

export function ShareView({ shown }: { readonly shown: ShownAutomaton }) {
  return (
    <ExportPage title="Export the automaton" shown={shown} isReport={false}>
      <div className="stack-1">
        <Button
          onClick={() => {
            askToShare(true);
            showMode(EXPLORE);
          }}
        >
          Share the picture…
        </Button>
        <p className="quiet small">SVG or PNG, with title and legend, for a slide or a page.</p>
      </div>
    </ExportPage>
  );
}

export function ReportsView({ shown }: { readonly shown: ShownAutomaton }) {
  return <ExportPage title="Write a report" shown={shown} isReport />;
}

interface ExportPageProps {
  readonly title: string;
  readonly shown: ShownAutomaton;
  readonly isReport: boolean;
  readonly children?: ReactNode;
}

function ExportPage({ title, shown, isReport, children }: ExportPageProps) {
  return (
    <section className="panel scrolls-y" aria-label={title}>
      {shown.automaton ? (
        <div className="stack-3 export-form in-center">
          <h2>{title}</h2>
          {children}
          <ExportForm automaton={shown.automaton} isPicture={!isReport} />
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

interface ExportFormProps {
  readonly automaton: AutomatonSummary;
  readonly isPicture: boolean;
}

function ExportForm({ automaton, isPicture }: ExportFormProps) {
  const formats = FORMATS.filter((format) => isPicture !== (factsOf(format).isReport === true));
  const project = useQuery(projectQueries.project).data;
  const [to, setTo] = useState(required(formats[0], 'format'));
  const [part, setPart] = useState<'shown' | 'whole'>('shown');
  const [withRare, setWithRare] = useState(false);
  const [examples, setExamples] = useState(false);
  const { id } = automaton;
  const graph = useQuery({ ...projectQueries.graph(id), enabled: isPicture }).data;
  const write = useMutation({
    mutationFn: async () => {
      const { ending } = factsOf(to);
      const leastSupport = withRare ? 1 : LEAST_SHARED;
      const shown = isPicture && part === 'shown' && graph ? keptFilter(filterOf(graph)) : null;
      await exportFile(`${project?.name} ${isPicture ? `automaton ${id}` : 'report'}.${ending}`, (target) =>
        client.automata.export({
          automaton: id,
          to,
          leastSupport,
          shown,
          examples: !isPicture && examples,
          ...target,
        }),
      );
    },
  });
  return (
    <>
      <OneOf
        legend="Format"
        value={to}
        options={formats.map((value) => ({ value, label: factsOf(value).label, hint: factsOf(value).hint }))}
        more={formats.length > COMMON_FILES ? { after: COMMON_FILES, label: 'More formats' } : undefined}
        onChange={setTo}
      />
      {isPicture && (
        <OneOf
          legend="Content"
          value={part}
          options={[
            {
              value: 'shown',
              label: 'As shown',
              hint: 'The states and transitions that the graph shows now.',
            },
            {
              value: 'whole',
              label: 'Everything',
              hint: 'Includes the states and transitions that filters hide.',
            },
          ]}
          onChange={setPart}
        />
      )}
      <Choice
        label={`Include paths taken by fewer than ${LEAST_SHARED} dialogues`}
        hint="A path that only one customer took may reveal who that customer is."
        checked={withRare}
        onChange={setWithRare}
      />
      {!isPicture && (
        <Choice
          label="Include examples"
          hint="Quotes from dialogues, with personal data masked."
          checked={examples}
          onChange={setExamples}
        />
      )}
      <p className="quiet small">
        {!isPicture && examples
          ? 'The file contains counts and quotes, but no dialogue ids.'
          : 'The file contains only counts: no text and no dialogue ids.'}
      </p>
      {write.isError && <ErrorNotice error={write.error} />}
      <div>
        <Button kind="primary" disabled={isPicture && !graph} does={write}>
          Export
        </Button>
      </div>
    </>
  );
}

function filterOf(graph: AutomatonGraph): VisibleFilter {
  const { filter } = useView.getState();
  return filter?.automaton === graph.summary.id
    ? filter.visible
    : (figuresFilter(graph.summary.params) ?? {
        minSupport: openingSupport(graph),
        maxDepth: Number.POSITIVE_INFINITY,
      });
}
