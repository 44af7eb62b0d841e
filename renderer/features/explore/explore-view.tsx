import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import { type AutomatonGraph, type AutomatonSummary, hasPaths } from '#shared/contract/automata.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { RelearnResult } from '#shared/contract/relearning.ts';
import { useCommand } from '../../commands/use-command.ts';
import { AutomatonView } from '../../graph/automaton-view.tsx';
import type { GraphHighlight } from '../../graph/graph-selection.ts';
import type { StateChange } from '../../graph/painting/painter.ts';
import type { GraphDot } from '../../graph/stage/dots.ts';
import { StatesTable } from '../../graph/table/states-table.tsx';
import { searchCommands } from '../../project/commands.ts';
import { describeAutomaton, stepsOf } from '../../project/describe.ts';
import type { ViewProps } from '../../project/feature.ts';
import { projectQueries } from '../../project/queries.ts';
import { highlightOf, litAt, placeOf, selectionOf } from '../../project/selection.ts';
import { type ShownAutomaton, useCountLeaving, useMeasured } from '../../project/use-shown-automaton.ts';
import {
  askToShare,
  fold,
  goTo,
  keepFilter,
  placeAfter,
  showSide,
  showTab,
  useView,
} from '../../project/view.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { Split } from '../../ui/panes/split.tsx';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { FailedState, LoadingState, Notice, Unanswered } from '../../ui/state/notice.tsx';
import { AnnotateDialog, useAnnotating } from '../annotate/index.ts';
import {
  ConsequencePanel,
  ConsequenceStrip,
  marksOf,
  openConsequence,
  SizeSlider,
  useConsequence,
  useConsequencePreview,
  useRelearning,
  useSizePreview,
  withCarriedNames,
} from '../consequence/index.ts';
import { SharePictureDialog } from '../export/index.ts';
import { FieldsPanel } from '../filters/index.ts';
import { FindingsPanel } from '../findings/index.ts';
import { FitnessPanel } from '../fitness/index.ts';
import { GroupsPanel } from '../groups/index.ts';
import { FirstHint } from '../help/index.ts';
import { useActiveJob } from '../jobs/index.ts';
import { describeUnmeasured, figuresFilter, isUnmeasured, LearnReport } from '../learn/index.ts';
import { MapBar, TransitionsTable, useMapOverlay } from '../map/index.ts';
import { MergesPanel } from '../merges/index.ts';
import { AdviceBar, NotDrawnNote, UntaggedNote, useAdvice } from '../picture/index.ts';
import { useGrouping, useNamedGraph, usePlacing } from '../states/index.ts';
import { NextStep } from '../steps/index.ts';
import { useTelling } from '../story/index.ts';
import { VariantsPanel } from '../variants/index.ts';
import { viewCommands } from './commands.ts';
import { DialoguesPanel } from './dialogues-panel.tsx';
import { canReplayTogether, ManyReplay } from './replay/many-replay.tsx';
import './explore.css';

const FINDINGS = { value: 'findings', label: 'Findings' } as const;
const DIALOGUES = { value: 'dialogues', label: 'Dialogues' } as const;

function SidePanel({ shown }: { readonly shown: ShownAutomaton }) {
  const id = useId();
  // While tags load, keeps the panel of a project that has findings. A first graph may not have the current tags yet.
  const preparing = useActiveJob() !== null && shown.automaton === null;
  const hasFindings = shown.pending || (shown.run !== null && !preparing);
  const chosen = useView((view) => view.side);
  const side = hasFindings ? chosen : 'dialogues';
  const advice = useAdvice(shown.automaton);
  const [sought, setSought] = useState(0);
  useCommand(searchCommands.find, () => {
    showSide('dialogues');
    setSought((times) => times + 1);
  });
  return (
    <div className="panel">
      <div className="panel-head">
        <Tabs
          label="Beside the graph"
          value={side}
          options={hasFindings ? [FINDINGS, DIALOGUES] : [DIALOGUES]}
          panelId={id}
          onChange={(next) => {
            setSought(0);
            showSide(next);
          }}
        />
      </div>
      {/* Only one notice at a time. */}
      {side === 'findings' && shown.automaton && advice.length === 0 && <FirstHint />}
      <div className="fill downward" id={id} role="tabpanel" aria-labelledby={`${id}-${side}`}>
        {side === 'findings' ? (
          <FindingsPanel shown={shown} />
        ) : (
          <DialoguesPanel shown={shown} sought={sought} />
        )}
      </div>
    </div>
  );
}

function AutomatonPanel({ project, shown }: ViewProps) {
  const { automaton, error, pending } = shown;
  if (error) return <FailedState error={error} />;
  if (automaton) return <Automaton project={project} automaton={automaton} shown={shown} />;
  if (pending || project.latestAutomaton !== null) return <LoadingState label="Loading the automaton…" />;
  return <NextStep project={project} run={shown.run} />;
}

const TABS = [
  { value: 'graph', label: 'Graph' },
  { value: 'table', label: 'Table' },
  { value: 'variants', label: 'Paths' },
  { value: 'groups', label: 'Compare groups' },
  { value: 'fitness', label: 'Deviations' },
] as const;

const MORE_TABS = [
  { value: 'fields', label: 'Fields' },
  { value: 'merges', label: 'Similar states' },
] as const;

const PATHS = [
  { value: 'variants', label: 'Variants' },
  { value: 'transitions', label: 'Transitions' },
] as const;

interface AutomatonProps {
  readonly project: Project;
  readonly automaton: AutomatonSummary;
  readonly shown: ShownAutomaton;
}

function Automaton({ project, automaton, shown }: AutomatonProps) {
  // The new graph replaces the old one directly, without an empty panel in between.
  const graph = useQuery({ ...projectQueries.graph(automaton.id), placeholderData: keepPreviousData });
  const named = useNamedGraph(graph.data);
  const countLeaving = useCountLeaving(automaton);
  const tab = useView((view) => view.tab);
  const folded = useView((view) => view.folded);
  const place = useView((view) => view.place);
  const highlight = useHighlight(shown, graph.data);
  const together = useView((view) => view.together);
  const sharing = useView((view) => view.sharing);
  const [dots, setDots] = useState<readonly GraphDot[]>();
  const panelId = useId();
  const { open, atOnce, kept, following, sought } = useConsequence();
  const { keep } = useRelearning(automaton);
  const preview = useConsequencePreview(automaton);
  const drawn = useDrawn(automaton, named);
  const hasConsequence =
    !automaton.imported && (automaton.stale || open || atOnce || kept?.automaton === automaton.id);
  const changes = useMemo(
    () => marksFor(automaton, kept, open ? (preview.data ?? null) : null),
    [automaton, kept, open, preview.data],
  );
  const hasList = tab === 'graph' || tab === 'table';
  const strip = hasConsequence && (
    <ConsequenceStrip
      automaton={automaton}
      listed={open && hasList}
      onList={(listed) => {
        openConsequence(listed);
        if (listed && !hasList) showTab('graph');
      }}
    />
  );
  const list = <ConsequencePanel automaton={automaton} onKeep={keep} />;
  const map = useMapOverlay(automaton);
  const barOf = (of: 'picture' | 'table') =>
    hasPaths(automaton) && (
      <MapBar
        of={of}
        run={automaton.taggingRun}
        timed={map.figures?.timed ?? false}
        isCounting={map.isCounting}
        error={map.error}
      />
    );
  const tellStep = useTelling();
  const placing = usePlacing(automaton.id);
  const annotating = useAnnotating(automaton);
  const grouping = useGrouping(automaton.id);
  const more: MenuEntry[] = [
    ...MORE_TABS.map(
      ({ value, label }): MenuEntry => ({ label, checked: tab === value, onSelect: () => showTab(value) }),
    ),
    { kind: 'line' },
    { label: 'About this automaton…', onSelect: () => openDialog(AboutDialog, { automaton }) },
    {
      label: folded ? 'Show the findings and dialogues' : 'Hide the findings and dialogues',
      onSelect: () => fold(!folded),
    },
  ];
  const otherTags = shown.run !== null && shown.run.id !== automaton.taggingRun;

  return (
    <section className="panel" aria-label="Learned automaton">
      <div className="panel-head">
        <Tabs
          label="Automaton as"
          value={tab === 'transitions' ? 'variants' : tab}
          options={[...TABS, ...MORE_TABS.filter(({ value }) => value === tab)]}
          panelId={panelId}
          onChange={showTab}
        />
        <DropMenu small kind="quiet" label="More views" buttonLabel="More views" entries={more}>
          More
        </DropMenu>
        {folded && (
          <IconButton icon="fold" label="Show the findings and dialogues" onClick={() => fold(false)} />
        )}
      </div>
      {otherTags && (
        <Notice bar>This automaton was learned from different tags than the ones you see now.</Notice>
      )}
      {automaton.imported && (
        <Notice bar>
          Imported from {automaton.imported.file}
          {automaton.imported.project && ` of the project ${automaton.imported.project}`}: only counts, no
          dialogues.
        </Notice>
      )}
      <AdviceBar automaton={drawn.automaton} />
      {together && tab === 'graph' && canReplayTogether(automaton, place) && (
        <ManyReplay automaton={automaton} onDots={setDots} />
      )}
      <div className="fill downward" id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`}>
        {!graph.isSuccess && <Unanswered of={graph} loading="Loading the automaton…" />}
        {named && (
          // Stays mounted while the table is shown, so that searches are kept; the picture is fitted again.
          <div className="fill panel-picture downward" hidden={tab !== 'graph'}>
            <AutomatonView
              graph={drawn.graph ?? named}
              isPreview={drawn.isPreview}
              selection={selectionOf(drawn.place, drawn.graph ?? named)}
              onSelect={(selection) => goTo(placeOf(selection, named))}
              highlight={drawn.isPreview ? null : highlight}
              dots={drawn.isPreview ? undefined : dots}
              initialFilter={filterFor(automaton)}
              onFilter={(visible) => keepFilter(automaton.id, visible)}
              countLeaving={drawn.isPreview ? undefined : countLeaving}
              onPlace={placing}
              onGroup={grouping}
              onSharePicture={(picture) => {
                askToShare(false);
                openDialog(SharePictureDialog, { picture, project: project.name });
              }}
              isSharing={sharing}
              annotating={{
                ...annotating,
                onOpen: (picture, id) => openDialog(AnnotateDialog, { picture, id }),
              }}
              onTell={(picture) => tellStep(picture, place.kind === 'finding' ? place.title : null)}
              overlay={map.overlay}
              bar={barOf('picture')}
              following={drawn.following ?? following}
              changes={changes}
              sought={sought?.automaton === automaton.id ? sought.state : null}
              aside={open && tab === 'graph' && list}
              notice={tab === 'graph' && strip}
              sizing={
                automaton.learner === 'overview' &&
                !automaton.imported && (
                  <>
                    <SizeSlider key={automaton.taggingRun} automaton={automaton} />
                    <NotDrawnNote automaton={drawn.automaton} />
                    <UntaggedNote automaton={drawn.automaton} />
                  </>
                )
              }
            />
          </div>
        )}
        {(tab === 'variants' || tab === 'transitions') && (
          <Tabs
            label="Paths as"
            value={tab}
            options={PATHS}
            panelId={`${panelId}-paths`}
            onChange={showTab}
          />
        )}
        {tab === 'transitions' &&
          (map.figures && named ? (
            <>
              {barOf('table')}
              <TransitionsTable figures={map.figures} graph={named} />
            </>
          ) : (
            <p className="stack-2 graph-note">
              {automaton.imported
                ? `This automaton was imported from ${automaton.imported.file} without dialogues. Choose another automaton, or open Deviations to check this project's dialogues against this automaton.`
                : automaton.learner === 'context'
                  ? 'In a context automaton, a dialogue takes many paths. Choose another automaton, such as an overview.'
                  : 'Counting…'}
            </p>
          ))}
        {tab === 'fields' && <FieldsPanel run={shown.run?.id ?? automaton.taggingRun} />}
        {tab === 'variants' && <VariantsPanel run={shown.run?.id ?? automaton.taggingRun} />}
        {tab === 'groups' && <GroupsPanel run={shown.run?.id ?? automaton.taggingRun} graph={named} />}
        {tab === 'fitness' && (
          <FitnessPanel run={shown.run?.id ?? automaton.taggingRun} automaton={automaton} />
        )}
        {tab === 'merges' && named && <MergesPanel automaton={automaton} graph={named} onRelearn={keep} />}
        {named && tab === 'table' && (
          <div className="fill">
            <StatesTable
              graph={named}
              selection={selectionOf(place, named)}
              onSelect={(selection) => goTo(placeOf(selection, named))}
            />
            {open && list}
          </div>
        )}
      </div>
      {tab !== 'graph' && strip && (
        <div className="rigid wrap flex middle pad-1-3 quiet small line-above min-row gap-1-4">
          <div className="to-end">{strip}</div>
        </div>
      )}
    </section>
  );
}

function AboutDialog({ automaton }: { readonly automaton: AutomatonSummary }) {
  return (
    <Dialog title="Automaton">
      <p className="quiet small">{describeAutomaton(automaton)}</p>
      {isUnmeasured(automaton) && <p className="quiet small">{describeUnmeasured(automaton)}.</p>}
      <LearnReport report={automaton.report} />
    </Dialog>
  );
}

function useDrawn(automaton: AutomatonSummary, named: AutomatonGraph | undefined) {
  const place = useView((view) => view.place);
  const sized = useSizePreview(automaton.id);
  const graph = useMemo(() => (sized && named ? withCarriedNames(sized, named) : named), [sized, named]);
  if (!sized || !graph) return { isPreview: false, automaton, graph, place, following: null };
  return {
    isPreview: true,
    automaton: { ...automaton, report: sized.graph.summary.report },
    graph,
    place: placeAfter(place, sized.stateAfter),
    following: sized.following,
  };
}

function marksFor(
  automaton: AutomatonSummary,
  kept: RelearnResult | null,
  preview: RelearnResult | null,
): ReadonlyMap<number, StateChange> | undefined {
  if (kept?.automaton === automaton.id && !preview) return marksOf(kept, 'after');
  return preview?.base === automaton.id ? marksOf(preview, 'before') : undefined;
}

/** Returns the graph's last filter, or else the preset's. Called once, when the graph appears. */
function filterFor(automaton: AutomatonSummary): VisibleFilter | undefined {
  const { filter } = useView.getState();
  return filter?.automaton === automaton.id ? filter.visible : figuresFilter(automaton.params);
}

/** Highlights the finding under the pointer, else the open dialogue's turn or path, else the selected place. */
function useHighlight(shown: ShownAutomaton, graph: AutomatonGraph | undefined): GraphHighlight | null {
  const place = useView((view) => view.place);
  const dialogue = useView((view) => view.dialogue);
  const turn = useView((view) => view.turn);
  const hovered = useView((view) => view.hovered);
  const pathLit = useView((view) => view.pathLit);
  const replayed = useView((view) => view.replayed);
  const pointed = useView((view) => view.pointed);
  const detail = useQuery({
    ...projectQueries.dialogue(dialogue ?? (0 as never), shown.run?.id ?? null, shown.automaton?.id ?? null),
    enabled: dialogue !== null && shown.automaton !== null,
  }).data;
  const places = useMemo(() => (graph ? litAt(place, graph) : null), [graph, place]);
  const lit = useMemo(() => {
    if (dialogue === null || !graph || detail?.id !== dialogue) return null;
    const looked =
      replayed === null ? { turn, hovered, pathLit } : { turn, hovered: replayed - 1, pathLit: true };
    return highlightOf(stepsOf(detail), looked, graph);
  }, [dialogue, detail, graph, turn, hovered, replayed, pathLit]);
  return pointed ?? lit ?? places;
}

export function ExploreView({ project, shown: listed }: ViewProps) {
  const shown = useMeasured(listed);
  const folded = useView((view) => view.folded);
  const empty = project.counts.dialogues === 0;
  const hasAutomaton = shown.automaton !== null;

  useCommand(viewCommands.fold, empty ? null : () => fold(!folded));
  useCommand(viewCommands.all, empty ? null : () => goTo({ kind: 'all' }));
  useCommand(viewCommands.graph, hasAutomaton ? () => showTab('graph') : null);
  useCommand(viewCommands.table, hasAutomaton ? () => showTab('table') : null);

  if (empty) return <AutomatonPanel project={project} shown={shown} />;
  return (
    <Split
      name="dialogues"
      axis="columns"
      label="Width of the findings and dialogues"
      initial={0.38}
      minFirst={360}
      minSecond={320}
      folded={folded}
      onFold={() => fold(true)}
      first={<AutomatonPanel project={project} shown={shown} />}
      second={<SidePanel shown={shown} />}
    />
  );
}
