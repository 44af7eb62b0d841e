import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Annotation } from '#shared/algorithms/layout/annotations/annotate.ts';
import type { PlacedState } from '#shared/algorithms/layout/drawn-automaton.ts';
import { type Arrangement, PLAIN_ARRANGEMENT } from '#shared/algorithms/layout/grid/spacing.ts';
import { describeShown } from '#shared/algorithms/layout/scene/describe.ts';
import { readableHeight } from '#shared/algorithms/layout/scene/fit.ts';
import { type Overlay, transitionKey } from '#shared/algorithms/layout/scene/overlay.ts';
import { hasUncertain } from '#shared/algorithms/layout/scene/scene.ts';
import { foldBoxes } from '#shared/algorithms/layout/shown/fold-boxes.ts';
import { revealing } from '#shared/algorithms/layout/shown/spanning-tree.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { readStored, writeStored } from '../ui/hooks/preferences.ts';
import { Button, IconButton } from '../ui/inputs/button.tsx';
import { AnnotationLayer } from './annotations/annotation-layer.tsx';
import {
  type CountLeaving,
  FilterSliders,
  greatestDepth,
  supportStops,
  useHiddenShare,
} from './controls/filter-sliders.tsx';
import { GraphLegend } from './controls/graph-legend.tsx';
import { GroupBar } from './controls/group-bar.tsx';
import { PictureMenu } from './controls/picture-menu.tsx';
import { REVEAL_LIMIT, StateSearch, useStateSearch } from './controls/state-search.tsx';
import { foldedAnnotations, foldedOverlay } from './folded-marks.ts';
import { type GraphHighlight, type GraphSelection, statesOfHighlight } from './graph-selection.ts';
import { useLayout } from './layout/use-layout.ts';
import type { StateChange } from './painting/painter.ts';
import type { ShownPicture } from './shown-picture.ts';
import type { GraphDot } from './stage/dots.ts';
import { GraphStage } from './stage/graph-stage.tsx';
import type { StageHandle } from './stage/use-stage.ts';
import { type Following, useFilledLayout, useKeptView, useMarks, useShownGraph } from './use-picture.ts';
import './graph.css';

interface AutomatonViewProps {
  readonly graph: AutomatonGraph;
  /** True for a picture that will be replaced, so that it allows no action. */
  readonly isPreview?: boolean;
  readonly selection: GraphSelection | null;
  readonly onSelect: (selection: GraphSelection | null) => void;
  readonly highlight: GraphHighlight | null;
  readonly dots?: readonly GraphDot[];
  /** True to show the hidden states of the highlight at once, instead of offering a button for that. */
  readonly showsHighlight?: boolean;
  readonly legendOpen?: boolean;
  readonly compact?: boolean;
  /** The initial filter; by default the minimum support that `openingSupport` chooses. */
  readonly initialFilter?: VisibleFilter;
  readonly onFilter?: (filter: VisibleFilter) => void;
  /** Saves a moved state's position; null lets the layout place all. If absent, states cannot be moved. */
  readonly onPlace?: (placed: PlacedAt | null) => Promise<unknown>;
  /** Groups states, or removes them from their group. If absent, states cannot be grouped. */
  readonly onGroup?: (group: {
    readonly states: readonly number[];
    readonly phase: string;
  }) => Promise<unknown>;
  readonly onSharePicture?: (picture: ShownPicture) => void;
  readonly isSharing?: boolean;
  readonly annotating?: Annotating;
  readonly onTell?: (picture: ShownPicture) => void;
  /** Counts dialogues that visit hidden states. If absent, the automaton's own counts give an upper bound. */
  readonly countLeaving?: CountLeaving;
  /** Set if this automaton replaces another one. Its picture then keeps the places of the states that both have. */
  readonly following?: Following | null;
  readonly sought?: number | null;
  readonly aside?: ReactNode;
  readonly notice?: ReactNode;
  readonly sizing?: ReactNode;
  readonly overlay?: Overlay | null;
  readonly bar?: ReactNode;
  readonly changes?: ReadonlyMap<number, StateChange>;
}

interface Annotating {
  readonly annotations: readonly Annotation[];
  readonly onOpen: (picture: ShownPicture, id: number | null) => void;
  readonly onMove: (id: number, place: { readonly dx: number; readonly dy: number }) => Promise<unknown>;
  readonly onRemove: (id: number) => void;
}

interface PlacedAt {
  readonly state: number;
  readonly place: PlacedState;
}

const CHOICES = 'graphChoices';
const ARRANGEMENT = 'graphArrangement';

interface RevealNoteProps {
  readonly action: string;
  readonly onAct: () => void;
  readonly children: ReactNode;
}

/** A fact about hidden states, with a button that changes it. */
const RevealNote = ({ action, onAct, children }: RevealNoteProps) => (
  <span className="middle gap-2 inline-flex text-1">
    {children}
    <button type="button" className="button button-small" onClick={onAct}>
      {action}
    </button>
  </span>
);

/** Shows the automaton. A different automaton gets a new layout, unless it replaces this one (`following`). */
export function AutomatonView(props: AutomatonViewProps) {
  const { id } = props.graph.summary;
  const [line, setLine] = useState({ id, key: id });
  let { key } = line;
  if (line.id !== id) {
    key = isFollowing(props.following, line.id, id) ? line.key : id;
    setLine({ id, key });
  }
  return <AutomatonPicture key={key} {...props} />;
}

const isFollowing = (following: Following | null | undefined, from: RunId, to: RunId): boolean =>
  following?.from === from && following.to === to;

const NO_ANNOTATIONS: readonly Annotation[] = [];
const NO_CHANGES: ReadonlyMap<number, StateChange> = new Map();

function AutomatonPicture({
  graph: given,
  isPreview = false,
  selection: givenSelection,
  onSelect,
  highlight: givenHighlight,
  dots,
  showsHighlight = false,
  legendOpen = true,
  compact = false,
  initialFilter,
  onFilter,
  onPlace,
  onGroup,
  onSharePicture,
  isSharing = false,
  annotating,
  onTell,
  countLeaving,
  following,
  changes: givenChanges = NO_CHANGES,
  aside,
  notice,
  sizing,
  overlay: givenOverlay = null,
  bar,
  sought = null,
}: AutomatonViewProps) {
  const { graph, opening, filter, change, picked, setPicked } = useShownGraph(
    given,
    following,
    initialFilter,
    onFilter,
  );
  const stops = useMemo(() => supportStops(graph, opening), [graph, opening]);
  const deepest = useMemo(() => greatestDepth(graph), [graph]);
  const { main, covered } = graph.transitions;
  const offered = { main: main?.includes(0) ?? false, cover: covered !== undefined };
  const [arrangement, setArrangement] = useState<Arrangement>(() => ({
    ...PLAIN_ARRANGEMENT,
    ...readStored<Partial<Arrangement>>(ARRANGEMENT, PLAIN_ARRANGEMENT),
  }));
  const carried = following?.to === graph.summary.id ? following.stateAfter : null;
  const folded = useMemo(
    () => foldBoxes(graph, filter.closed ?? [], graph.phaseCounts),
    [graph, filter.closed],
  );
  const { boxes, owner } = folded;
  const { state: laidOut, isBusy, tidy } = useLayout(folded.automaton, filter, arrangement, carried);
  const overlay = givenOverlay?.automaton === graph.summary.id ? givenOverlay : null;
  const annotations = useMemo(
    () => foldedAnnotations(annotating?.annotations ?? NO_ANNOTATIONS, (one) => owner[one] ?? one),
    [annotating?.annotations, owner],
  );
  const { state, setHeld, setLeft } = useFilledLayout(laidOut, {
    overlay,
    annotations,
    boxes,
    places: folded.automaton.states.places,
  });
  const isDrawn = state.kind !== 'ready' || state.graph.summary.id === given.summary.id;
  const leadsTo = state.kind === 'ready' ? state.layout.leadsTo : null;
  const { drawnFor, selection, highlight, marked, changes } = useMarks(
    { selection: givenSelection, highlight: givenHighlight, changes: givenChanges },
    isDrawn,
    owner,
    leadsTo,
  );
  const [legend, setLegend] = useState(legendOpen);
  const [choices, setChoices] = useState<boolean>(() => !compact && readStored<boolean>(CHOICES, false));
  const toggleChoices = (): void => {
    if (!compact) writeStored(CHOICES, !choices);
    setChoices(!choices);
  };
  const [scale, setScale] = useState(100);
  const stage = useRef<StageHandle>(null);

  const reveal = (states: readonly number[]): void =>
    change({
      ...filter,
      revealed: revealing(folded.automaton, [...(filter.revealed ?? []), ...states.map(drawnFor)]),
    });

  const visibility =
    state.kind === 'ready' && state.graph === folded.automaton ? state.layout.visibility : null;
  const countOf = useMemo(
    () =>
      countLeaving &&
      ((shown: readonly number[]) => countLeaving(shown.flatMap((one) => boxes.get(one)?.states ?? one))),
    [countLeaving, boxes],
  );
  const hidden = useHiddenShare(visibility, graph.dialogues, countOf);
  // A state in a box is shown if its box is.
  const shown = useMemo(
    () => visibility && Uint8Array.from(owner, (drawn) => visibility.shown[drawn] ?? 0),
    [visibility, owner],
  );
  const { matches, current, found, search } = useStateSearch(graph, shown, drawnFor, (one) =>
    stage.current?.centre(one),
  );
  const foldedDots = useMemo(
    () =>
      boxes.size === 0 && !leadsTo?.size
        ? dots
        : dots?.map((dot) => ({ ...dot, states: dot.states.map(drawnFor) })),
    [dots, drawnFor, boxes, leadsTo],
  );
  const wanted = useMemo(() => statesOfHighlight(marked), [marked]);
  const missing = shown
    ? wanted.filter((step) => shown[step] !== 1 && !filter.revealed?.includes(drawnFor(step)))
    : [];
  const isSoughtHidden = isDrawn && sought !== null && shown !== null && shown[sought] === 0;
  const lacking = isSoughtHidden ? String(sought) : showsHighlight ? missing.join(' ') : '';
  const show = useRef(reveal);
  show.current = reveal;
  useEffect(() => {
    if (lacking !== '') show.current(lacking.split(' ').map(Number));
  }, [lacking]);
  const revealed = filter.revealed?.filter((kept) => kept !== 0).length ?? 0;

  useKeptView(stage, {
    hasAside: Boolean(aside),
    hasNotice: Boolean(notice),
    changes,
    automaton: graph.summary.id,
  });

  const pick = (states: readonly number[]): void => {
    const [first] = states;
    const isLone = states.length === 1 && first !== undefined && picked.includes(first);
    setPicked(isLone ? picked.filter((one) => one !== first) : [...new Set([...picked, ...states])]);
  };
  const chosen = picked.flatMap((one) => boxes.get(one)?.states ?? one);
  const phases = useMemo(
    () => [...new Set(graph.states.phases)].filter((phase) => phase !== '').sort(),
    [graph.states.phases],
  );
  const { closed = [] } = filter;
  const toggle = (one: number): void => {
    const phase = boxes.get(one)?.name ?? graph.states.phases?.[one] ?? '';
    if (phase === '') return;
    change({
      ...filter,
      closed: closed.includes(phase) ? closed.filter((other) => other !== phase) : [...closed, phase],
    });
  };
  const group = (phase: string): void => {
    void onGroup?.({ states: chosen, phase }).then(
      () => {
        setPicked([]);
        if (phase !== '') change({ ...filter, closed: [...new Set([...closed, phase])] });
      },
      () => undefined,
    );
  };
  const choose = (choice: typeof selection): void => {
    const box = choice?.kind === 'state' ? boxes.get(choice.state) : undefined;
    onSelect(box ? { kind: 'box', ...box } : choice);
  };

  const picture =
    state.kind === 'ready' &&
    ((): ShownPicture => ({
      graph: state.graph,
      layout: state.layout,
      visibility: hidden ?? state.layout.visibility,
      overlay: overlay && foldedOverlay(overlay, boxes, state.layout.scene.edges, transitionKey),
      annotations,
      highlight,
      selection,
    }));
  useEffect(() => {
    if (isSharing && picture) onSharePicture?.(picture());
  });

  if (graph.states.roles.length <= 1) {
    return (
      <div className="graph middle gap-1 centered in-middle pad-6">
        <p>This automaton has only a start state, because no dialogue in its tagging run has a tag.</p>
        <p className="quiet">Tag the dialogues or choose another tagging run, then learn again.</p>
      </div>
    );
  }
  return (
    <section className="graph" aria-label="Automaton">
      <div className="graph-bar rigid wrap flex middle anchor pad-1-2 line-below gap-1-3">
        {!compact && (
          <Button small icon="choices" aria-expanded={choices} onClick={toggleChoices}>
            Show and filter
          </Button>
        )}
        {choices && bar}
        <div className="row-1 to-end middle" role="toolbar" aria-label="Picture" inert={isPreview}>
          {!compact && (
            <>
              <IconButton small icon="minus" label="Zoom out" onClick={() => stage.current?.zoomBy(-1)} />
              <span className="graph-scale centered quiet small">{scale} %</span>
              <IconButton small icon="plus" label="Zoom in" onClick={() => stage.current?.zoomBy(1)} />
              <Button
                small
                kind="quiet"
                title="Fit the whole picture"
                onClick={() => stage.current?.fitAll()}
              >
                Fit
              </Button>
            </>
          )}
          <PictureMenu
            view={
              compact
                ? {
                    onFit: () => stage.current?.fitAll(),
                    onZoom: (by) => stage.current?.zoomBy(by),
                    choices,
                    onChoices: toggleChoices,
                  }
                : null
            }
            arrangement={arrangement}
            onArrange={(next) => {
              writeStored(ARRANGEMENT, next);
              setArrangement(next);
            }}
            onRelease={
              onPlace && graph.states.places?.some((place) => place) ? () => void onPlace(null) : null
            }
            onTell={onTell && picture ? () => onTell(picture()) : null}
            onShare={onSharePicture && picture ? () => onSharePicture(picture()) : null}
            onAnnotate={annotating && picture ? () => annotating.onOpen(picture(), null) : null}
            onHome={() => stage.current?.goHome(true)}
            onTidy={tidy}
            legend={legend}
            onLegend={() => setLegend(!legend)}
            chains={filter.chains ?? false}
            onChains={() => change({ ...filter, chains: !filter.chains })}
            groups={
              onGroup ? { phases, closed, onClose: (next) => change({ ...filter, closed: next }) } : null
            }
          />
        </div>
        {choices && (
          <div className="graph-choices wrap flex middle gap-1-3">
            <StateSearch {...search} onReveal={() => reveal(matches.hidden.slice(0, REVEAL_LIMIT))} />
            <FilterSliders
              filter={filter}
              stops={stops}
              deepest={deepest}
              offered={offered}
              onFilter={change}
            />
          </div>
        )}
      </div>
      <div
        className="graph-middle grow flex"
        style={
          state.kind === 'ready' && !compact ? { minHeight: readableHeight(state.layout.scene) } : undefined
        }
      >
        <div className="grow shrink anchor" inert={isPreview}>
          {state.kind === 'failed' && (
            <p className="stack-2 graph-note" role="alert">
              The picture could not be laid out: {state.message}
            </p>
          )}
          {state.kind === 'waiting' && <p className="stack-2 graph-note graph-late">Laying out…</p>}
          {state.kind === 'ready' && (
            <GraphStage
              laidOut={state}
              isBusy={isBusy}
              selection={selection}
              onSelect={choose}
              highlight={highlight}
              dots={foldedDots}
              matches={picked.length > 0 ? picked : found}
              currentMatch={current === null ? null : drawnFor(current)}
              changes={changes}
              onScale={setScale}
              onHold={setHeld}
              onPick={onGroup && pick}
              onUnpick={picked.length > 0 ? () => setPicked([]) : undefined}
              onToggle={toggle}
              onPlace={
                onPlace &&
                ((dropped) => {
                  const { state: moved, x, y } = dropped;
                  const { direction } = state.layout.scene;
                  onPlace({ state: moved, place: { direction, x, y } }).then(
                    // The page gets the new positions a moment after the move was saved.
                    () => setTimeout(() => setLeft(dropped)),
                    () => setHeld(null),
                  );
                })
              }
              handle={stage}
            >
              {annotating && picture && annotations.length > 0 && (
                <AnnotationLayer
                  scene={state.layout.scene}
                  annotations={annotations}
                  scale={scale / 100}
                  onOpen={(id) => annotating.onOpen(picture(), id)}
                  onMove={annotating.onMove}
                  onRemove={annotating.onRemove}
                />
              )}
            </GraphStage>
          )}
          {state.kind === 'ready' && state.layout.visibility.shownCount <= 1 && (
            <div className="stack-2 graph-note">
              <p>No state matches these filters.</p>
              <button
                type="button"
                className="button"
                onClick={() => change({ minSupport: opening, maxDepth: Number.POSITIVE_INFINITY })}
              >
                Show the most visited states
              </button>
            </div>
          )}
        </div>
        {aside}
      </div>
      {state.kind === 'ready' && legend && (
        <GraphLegend
          fullWidthSupport={state.layout.scene.fullWidthSupport}
          changes={new Set(changes.values())}
          uncertain={hasUncertain(state.layout.scene)}
          merged={state.layout.scene.nodes.some(({ merged }) => merged > 1)}
          boxes={boxes.size > 0}
          notation={state.layout.scene.notation}
          figures={overlay?.legend ?? null}
        />
      )}
      <div className="rigid wrap flex middle pad-1-3 quiet small line-above min-row gap-1-4">
        {sizing}
        <output title={HIDDEN_HELP}>
          {state.kind === 'ready' &&
            describeShown({ ...state.layout, visibility: hidden ?? state.layout.visibility })}
        </output>
        {missing.length > 0 && !showsHighlight && (
          <RevealNote
            action="Show"
            onAct={() => reveal(highlight?.kind === 'places' ? missing.slice(0, REVEAL_LIMIT) : missing)}
          >
            {highlight?.kind === 'state'
              ? `State ${missing[0]} is hidden`
              : `${formatCount(missing.length)} of ${highlight?.kind === 'path' ? `${formatAmount(wanted.length, 'state')} on the path` : formatAmount(wanted.length, 'highlighted state')} ${missing.length === 1 ? 'is' : 'are'} hidden`}
          </RevealNote>
        )}
        {picked.length > 0 && (
          <GroupBar
            states={chosen}
            phases={phases}
            isGrouped={chosen.some((one) => graph.states.phases?.[one])}
            onGroup={group}
            onClear={() => setPicked([])}
          />
        )}
        {revealed > 0 && (
          <RevealNote action="Hide again" onAct={() => change({ ...filter, revealed: undefined })}>
            {formatAmount(revealed, 'state')} kept visible
          </RevealNote>
        )}
        {notice && <div className="to-end">{notice}</div>}
      </div>
    </section>
  );
}

const HIDDEN_HELP =
  'A state is hidden if too few dialogues visit it, it is too far from the start, or only hidden states lead to it. A transition is hidden if one of its states is hidden, or if it is not on the paths you chose to keep.';
