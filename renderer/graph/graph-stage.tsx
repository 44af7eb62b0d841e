import { type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { describeState } from '#shared/algorithms/layout/describe.ts';
import type { SceneEdge } from '#shared/algorithms/layout/scene.ts';
import { EdgeMenu } from './edge-menu.tsx';
import type { GraphHighlight, GraphSelection } from './graph-selection.ts';
import { GraphTooltip } from './graph-tooltip.tsx';
import type { Hit } from './hit-test.ts';
import {
  indexScene,
  type Light,
  lightEdge,
  lightHighlight,
  lightWay,
  type SceneIndex,
} from './scene-index.ts';
import { createStage, type Stage } from './stage.ts';
import type { LaidOut } from './use-layout.ts';
import { useThemeChange } from './use-theme-change.ts';
import { type Walk, walkBy } from './walk.ts';

export type StageHandle = Pick<Stage, 'zoomBy' | 'fitAll' | 'goHome' | 'centre' | 'bringIntoView'>;

interface Hover {
  readonly hit: Hit;
  readonly x: number;
  readonly y: number;
}

const WALK_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '[', ']', 'Home'];

/** The picture with pointer and keys: one Tab stop; what the keys are at is announced. */
export function GraphStage({
  laidOut,
  selection,
  onSelect,
  highlight,
  onHoverState,
  matches,
  currentMatch,
  onScale,
  handle,
}: {
  readonly laidOut: LaidOut;
  readonly selection: GraphSelection | null;
  readonly onSelect: (selection: GraphSelection | null) => void;
  readonly highlight: GraphHighlight | null;
  readonly onHoverState?: (state: number | null) => void;
  readonly matches: readonly number[];
  readonly currentMatch: number | null;
  /** The scale in per cent, whenever it changes. */
  readonly onScale: (percent: number) => void;
  readonly handle: Ref<StageHandle>;
}) {
  const { graph, layout, tidied } = laidOut;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const drawn = useRef<LaidOut | null>(null);
  const [hover, setHover] = useState<Hover | null>(null);
  const [menu, setMenu] = useState<{ edge: SceneEdge; x: number; y: number } | null>(null);
  const [walk, setWalk] = useState<Walk>({ state: 0, trail: [] });
  const [focused, setFocused] = useState(false);
  const index = useMemo(() => indexScene(layout), [layout]);
  const chosenHere = useRef<number | null>(null);
  const report = useRef(onScale);
  report.current = onScale;

  useEffect(() => {
    if (!host.current) return;
    const created = createStage(host.current, { onView: (view) => report.current(Math.round(view.k * 100)) });
    stage.current = created;
    drawn.current = null;
    const observer = new ResizeObserver(() => created.refresh());
    observer.observe(host.current);
    return () => {
      observer.disconnect();
      created.destroy();
      stage.current = null;
    };
  }, []);
  useThemeChange(() => stage.current?.refresh());

  useEffect(() => {
    const before = drawn.current;
    const motion = before === null || before.graph !== graph ? 'none' : tidied ? 'move' : 'fade';
    drawn.current = laidOut;
    setHover(null);
    setMenu(null);
    stage.current?.show(layout.scene, motion);
    if (before !== null && tidied) stage.current?.goHome(true);
  }, [laidOut, graph, layout, tidied]);

  useImperativeHandle(
    handle,
    () => ({
      zoomBy: (direction) => stage.current?.zoomBy(direction),
      fitAll: () => stage.current?.fitAll(),
      goHome: (animate) => stage.current?.goHome(animate),
      centre: (state) => stage.current?.centre(state),
      bringIntoView: (state) => stage.current?.bringIntoView(state),
    }),
    [],
  );

  const cursor = focused && index.nodes.has(walk.state) ? walk.state : null;
  const light = useMemo<Light | null>(() => {
    if (hover)
      return hover.hit.kind === 'node'
        ? lightWay(index, hover.hit.node.state)
        : lightEdge(index, hover.hit.edge);
    if (highlight) return lightHighlight(index, highlight);
    return cursor !== null && cursor !== 0 ? lightWay(index, cursor) : null;
  }, [index, hover, highlight, cursor]);

  useEffect(() => {
    stage.current?.look({
      light,
      selectedState:
        selection?.kind === 'state' ? selection.state : highlight?.kind === 'state' ? highlight.state : null,
      selectedEdge:
        selection?.kind === 'transition' ? (index.between(selection.from, selection.to)?.id ?? null) : null,
      cursor,
      matches: new Set(matches),
      currentMatch,
    });
  }, [light, selection, highlight, cursor, matches, currentMatch, index]);

  const wanted =
    highlight?.kind === 'state'
      ? highlight.state
      : selection?.kind === 'state'
        ? selection.state
        : (selection?.to ?? null);
  useEffect(() => {
    // What was chosen here is in view already, and a picture that moves under the pointer is a nuisance.
    if (wanted === null || wanted === chosenHere.current) return;
    setWalk({ state: wanted, trail: [] });
    stage.current?.bringIntoView(wanted);
  }, [wanted]);

  const hoveredState = hover?.hit.kind === 'node' ? hover.hit.node.state : null;
  const onHover = useRef(onHoverState);
  onHover.current = onHoverState;
  useEffect(() => onHover.current?.(hoveredState), [hoveredState]);

  const choose = (transition: number): void => {
    setMenu(null);
    host.current?.parentElement?.focus();
    const { from, to, symbol } = graph.transitions;
    chosenHere.current = to[transition];
    onSelect({ kind: 'transition', from: from[transition], to: to[transition], symbol: symbol[transition] });
  };
  const chooseEdge = (edge: SceneEdge, x: number, y: number): void => {
    if (edge.transitions.length === 1) choose(edge.transitions[0]);
    else setMenu({ edge, x, y });
  };
  const placeIn = (event: { clientX: number; clientY: number }): { x: number; y: number } => {
    const corner = host.current?.getBoundingClientRect();
    return { x: event.clientX - (corner?.left ?? 0), y: event.clientY - (corner?.top ?? 0) };
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const { key } = event;
    if (WALK_KEYS.includes(key)) {
      setHover(null);
      const next = walkBy(index, walk, key);
      if (next) {
        setWalk(next);
        stage.current?.bringIntoView(next.state);
      }
    } else if (key === 'Enter' && event.shiftKey) {
      const parent = index.tree.parents[walk.state];
      const edge = parent >= 0 ? index.between(parent, walk.state) : undefined;
      const place = stage.current?.placeOf(walk.state);
      if (edge && place) chooseEdge(edge, place.x, place.y);
    } else if (key === 'Enter') {
      chosenHere.current = walk.state;
      onSelect({ kind: 'state', state: walk.state });
    } else if (key === '+' || key === '=') stage.current?.zoomBy(1);
    else if (key === '-') stage.current?.zoomBy(-1);
    else if (key === '0') stage.current?.fitAll();
    else if (key === 'Escape') {
      if (hover) setHover(null);
      else if (selection) onSelect(null);
      else event.currentTarget.blur();
    } else return;
    event.preventDefault();
  };

  return (
    <div
      className="graph-stage"
      role="application"
      aria-roledescription="automaton"
      aria-label={`Automaton: ${layout.visibility.shownCount} states shown. Arrow keys follow the transitions, Enter opens a state.`}
      aria-activedescendant={cursor === null ? undefined : `${id}-${cursor}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the one Tab stop of the picture
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget) setFocused(event.currentTarget.matches(':focus-visible'));
      }}
      onBlur={() => setFocused(false)}
      onPointerMove={(event) => {
        if (event.buttons !== 0 || menu || event.pointerType === 'touch') return;
        const hit = stage.current?.hit(event.clientX, event.clientY) ?? null;
        if (hit) setHover({ hit, ...placeIn(event) });
        else if (hover) setHover(null);
      }}
      onPointerLeave={() => setHover(null)}
      onPointerDown={() => setHover(null)}
      onClick={(event) => {
        if (menu || event.target instanceof HTMLButtonElement) return;
        const hit = stage.current?.hit(event.clientX, event.clientY) ?? null;
        if (hit?.kind === 'node') {
          setWalk({ state: hit.node.state, trail: [] });
          chosenHere.current = hit.node.state;
          onSelect({ kind: 'state', state: hit.node.state });
        } else if (hit) {
          const { x, y } = placeIn(event);
          chooseEdge(hit.edge, x, y);
        } else onSelect(null);
      }}
    >
      <div ref={host} className={hover ? 'graph-host is-pointing' : 'graph-host'} />
      {cursor !== null && (
        <div
          key={cursor}
          id={`${id}-${cursor}`}
          className="visually-hidden"
          role="img"
          aria-label={describe(laidOut, index, walk)}
        />
      )}
      {hover && !menu && (
        <GraphTooltip
          graph={graph}
          hit={hover.hit}
          entering={hover.hit.kind === 'node' ? layout.tree.entering[hover.hit.node.state] : -1}
          x={hover.x}
          y={hover.y}
          flip={{
            x: hover.x > (host.current?.clientWidth ?? 0) - 280,
            y: hover.y > (host.current?.clientHeight ?? 0) - 180,
          }}
        />
      )}
      {menu && (
        <EdgeMenu
          graph={graph}
          edge={menu.edge}
          x={Math.min(menu.x, (host.current?.clientWidth ?? 0) - 250)}
          y={Math.min(menu.y, (host.current?.clientHeight ?? 0) - 250)}
          onChoose={choose}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

/** The state the keys are at, with the transition one came by. */
function describe({ graph, layout }: LaidOut, index: SceneIndex, walk: Walk): string {
  const last = walk.trail[walk.trail.length - 1];
  const came = last === undefined ? undefined : index.between(last, walk.state)?.transitions[0];
  return describeState(graph, walk.state, came ?? layout.tree.entering[walk.state]);
}
