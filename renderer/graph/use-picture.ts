import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type Annotation,
  drawAnnotations,
  withRoomFor,
} from '#shared/algorithms/layout/annotations/annotate.ts';
import { type Overlay, overlayScene, transitionKey } from '#shared/algorithms/layout/scene/overlay.ts';
import { movedScene } from '#shared/algorithms/layout/scene/scene.ts';
import type { FoldedBox } from '#shared/algorithms/layout/shown/fold-boxes.ts';
import { openingSupport, type VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type DrawnFor, foldedHighlight, foldedOverlay, foldedSelection } from './folded-marks.ts';
import type { GraphHighlight, GraphSelection } from './graph-selection.ts';
import type { LaidOut, LayoutState } from './layout/use-layout.ts';
import type { StateChange } from './painting/painter.ts';
import type { HeldState } from './stage/use-moving.ts';
import type { StageHandle } from './stage/use-stage.ts';

/** An automaton that replaces a previous one, with the new number of each previous state (-1 if the state is gone). */
export interface Following {
  readonly from: RunId;
  readonly to: RunId;
  readonly stateAfter: readonly number[];
}

/**
 * Returns the graph to draw, its filter and the picked states. A learned graph never changes, so a new copy of it must
 * not move the picture; only names and positions are taken over. A graph that follows it keeps the filter.
 */
export function useShownGraph(
  given: AutomatonGraph,
  following: Following | null | undefined,
  initialFilter: VisibleFilter | undefined,
  onFilter: ((filter: VisibleFilter) => void) | undefined,
) {
  const [graph, setGraph] = useState(given);
  const opening = useMemo(() => openingSupport(graph), [graph]);
  const [filter, setFilter] = useState<VisibleFilter>(
    () => initialFilter ?? { minSupport: opening, maxDepth: Number.POSITIVE_INFINITY },
  );
  const [picked, setPicked] = useState<readonly number[]>([]);
  const isNamed = given.states.names === graph.states.names && given.phaseCounts === graph.phaseCounts;
  if (given.summary.id !== graph.summary.id) {
    setGraph(given);
    setPicked([]);
    setFilter(renumbered(filter, following?.stateAfter ?? []));
  } else if (!isNamed) {
    const { names, colours, phases, places } = given.states;
    setGraph({
      ...graph,
      phaseCounts: given.phaseCounts,
      states: { ...graph.states, names, colours, phases, places },
    });
  }
  const told = useRef(onFilter);
  told.current = onFilter;
  const change = useCallback((next: VisibleFilter) => {
    setFilter(next);
    told.current?.(next);
  }, []);
  return { graph, opening, filter, change, picked, setPicked };
}

function renumbered(filter: VisibleFilter, stateAfter: readonly number[]): VisibleFilter {
  if (!filter.revealed) return filter;
  return {
    ...filter,
    revealed: filter.revealed.map((state) => stateAfter[state] ?? -1).filter((now) => now >= 0),
  };
}

interface Additions {
  readonly overlay: Overlay | null;
  readonly annotations: readonly Annotation[];
  readonly boxes: ReadonlyMap<number, FoldedBox>;
  /** The stored positions of the drawn states. */
  readonly places: AutomatonGraph['states']['places'];
}

/** Adds the figures, the annotations and the state that a person moves to a layout. */
export function useFilledLayout(laidOut: LayoutState, { overlay, annotations, boxes, places }: Additions) {
  const [held, setHeld] = useState<HeldState | null>(null);
  const [left, setLeft] = useState<HeldState | null>(null);
  // A state stays where it was dropped until the layout or, after an undo, the stored positions have it.
  if (held && laidOut.kind === 'ready') {
    const { places: drawn } = laidOut.graph.states;
    const kept = drawn?.[held.state];
    const isThere = kept?.x === held.x && kept.y === held.y;
    if (isThere || (left === held && drawn === places)) setHeld(null);
  }
  const state = useMemo((): LayoutState => {
    if (laidOut.kind !== 'ready') return laidOut;
    const { layout } = laidOut;
    const moved = held ? movedScene(layout.scene, layout.grid, held) : layout.scene;
    const isOwn = overlay?.automaton === laidOut.graph.summary.id;
    const figures = isOwn ? foldedOverlay(overlay, boxes, moved.edges, transitionKey) : null;
    const told = figures ? overlayScene(moved, figures) : moved;
    const scene = withRoomFor(told, drawAnnotations(told, annotations));
    return scene === layout.scene ? laidOut : { ...laidOut, layout: { ...layout, scene } };
  }, [laidOut, overlay, held, annotations, boxes]);
  return { state, setHeld, setLeft };
}

interface Marks {
  readonly selection: GraphSelection | null;
  readonly highlight: GraphHighlight | null;
  readonly changes: ReadonlyMap<number, StateChange>;
}

/**
 * Returns the marks in terms of drawn states. Until the new picture is laid out, the previous one is shown with its own.
 * @param isDrawn true if the picture shows the automaton that the given marks are for
 */
export function useMarks(
  given: Marks,
  isDrawn: boolean,
  owner: ArrayLike<number>,
  leadsTo: LaidOut['layout']['leadsTo'] | null,
) {
  const [marks, setMarks] = useState(given);
  const isMarked =
    marks.selection === given.selection &&
    marks.highlight === given.highlight &&
    marks.changes === given.changes;
  if (isDrawn && !isMarked) setMarks(given);
  const folded = useMemo(() => {
    const drawnFor: DrawnFor = (one) => leadsTo?.get(one) ?? owner[one] ?? one;
    return {
      drawnFor,
      selection: foldedSelection(marks.selection, drawnFor),
      highlight: foldedHighlight(marks.highlight, drawnFor),
    };
  }, [owner, leadsTo, marks]);
  return { ...folded, marked: marks.highlight, changes: marks.changes };
}

interface Beside {
  readonly hasAside: boolean;
  readonly hasNotice: boolean;
  readonly changes: ReadonlyMap<number, StateChange>;
  readonly automaton: RunId;
}

/** Keeps what a person looks at in view while a list opens beside the picture, or a notice below it. */
export function useKeptView(
  stage: RefObject<StageHandle | null>,
  { hasAside, hasNotice, changes, automaton }: Beside,
): void {
  useLayoutEffect(() => {
    if (hasAside || hasNotice) stage.current?.keepView();
  }, [stage, hasAside, hasNotice]);
  const changed = hasAside ? [...changes.keys()].join(' ') : '';
  const toldOf = useRef<RunId | null>(null);
  useEffect(() => {
    // A relearned automaton must not move the states that the person is looking at.
    const isSame = toldOf.current === null || toldOf.current === automaton;
    toldOf.current = changed === '' ? null : automaton;
    if (changed !== '' && isSame) stage.current?.bringAllIntoView(changed.split(' ').map(Number), true);
  }, [stage, changed, automaton]);
}
