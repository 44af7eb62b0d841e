import { useQuery } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import type { VisibleFilter } from '#shared/algorithms/layout/visible.ts';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { Project } from '#shared/contract/projects.ts';
import { runCommand } from '../../app/use-command.ts';
import { useApi } from '../../client/api.tsx';
import { saveText } from '../../client/save-text.ts';
import { AutomatonView } from '../../graph/automaton-view.tsx';
import { StatesTable } from '../../graph/states-table.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { FailedState, LoadingState, Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { figuresFilter } from '../learn/learn-form.ts';
import { describeAutomaton } from './describe.ts';
import { NextStep } from './next-step-page.tsx';
import { placeOf, selectionOf } from './selection.ts';
import { useHighlight } from './use-highlight.ts';
import type { Shown } from './use-shown.ts';
import { fold, goTo, keepFilter, showTab, useView } from './view.ts';

/** The left side: the automaton as graph or table, or the step that leads to one. */
export function AutomatonPanel({ project, shown }: { readonly project: Project; readonly shown: Shown }) {
  const { automaton, error, pending } = shown;
  if (error) return <FailedState error={error} />;
  if (automaton) return <Automaton project={project} automaton={automaton} shown={shown} />;
  if (pending || project.latestAutomaton !== null) return <LoadingState label="Loading the automaton…" />;
  return <NextStep project={project} />;
}

const TABS = [
  { value: 'graph', label: 'Graph' },
  { value: 'table', label: 'Table' },
] as const;

function Automaton({
  project,
  automaton,
  shown,
}: {
  readonly project: Project;
  readonly automaton: AutomatonSummary;
  readonly shown: Shown;
}) {
  const { client, queries } = useApi();
  const graph = useQuery(queries.graph(automaton.id));
  const countLeaving = useCallback(
    async (states: readonly number[]) =>
      (await client.automata.leaving({ automaton: automaton.id, shown: [...states] })).dialogues,
    [client, automaton.id],
  );
  const tab = useView((view) => view.tab);
  const folded = useView((view) => view.folded);
  const place = useView((view) => view.place);
  const highlight = useHighlight(shown, graph.data);
  const panelId = useId();
  const otherTags = shown.run !== null && shown.run.id !== automaton.taggingRun;

  return (
    <section className="panel" aria-label="Learned automaton">
      <div className="panel-head">
        <Tabs label="Automaton as" value={tab} options={TABS} panelId={panelId} onChange={showTab} />
        <span className="panel-note quiet small clip">{describeAutomaton(automaton)}</span>
        {folded && <IconButton icon="fold" label="Show the dialogues panel" onClick={() => fold(false)} />}
      </div>
      {automaton.stale && (
        <Notice
          kind="warning"
          bar
          actions={
            <Button small onClick={() => runCommand('automaton.learn')}>
              Learn again
            </Button>
          }
        >
          The automaton is out of date: tags or dialogues changed since it was learned.
        </Notice>
      )}
      {otherTags && (
        <Notice bar>The tags on show are not the ones that this automaton was learned from.</Notice>
      )}
      <div className="panel-body" id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`}>
        {graph.isPending && <LoadingState label="Loading the automaton…" />}
        {graph.isError && <FailedState error={graph.error} onRetry={() => void graph.refetch()} />}
        {graph.data && tab === 'graph' && (
          <AutomatonView
            graph={graph.data}
            selection={selectionOf(place, graph.data)}
            onSelect={(selection) => goTo(placeOf(selection, graph.data))}
            highlight={highlight}
            initialFilter={filterFor(automaton)}
            onFilter={(visible) => keepFilter(automaton.id, visible)}
            countLeaving={countLeaving}
            onSavePicture={(svg) =>
              saveText(`${project.name} automaton ${automaton.id}.svg`, 'image/svg+xml', svg)
            }
          />
        )}
        {graph.data && tab === 'table' && (
          <StatesTable
            graph={graph.data}
            selection={selectionOf(place, graph.data)}
            onSelect={(selection) => goTo(placeOf(selection, graph.data))}
          />
        )}
      </div>
    </section>
  );
}

/** The filter the graph was left with, else the one of its preset; read once, when the graph appears. */
function filterFor(automaton: AutomatonSummary): VisibleFilter | undefined {
  const { filter } = useView.getState();
  return filter?.automaton === automaton.id ? filter.visible : figuresFilter(automaton.params);
}
