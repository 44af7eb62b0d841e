import {
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { describeShown, describeState } from '#shared/algorithms/layout/scene/describe.ts';
import type { SceneEdge } from '#shared/algorithms/layout/scene/scene.ts';
import { Focusable } from '../../ui/panes/focusable.tsx';
import type { DrawnSelection, GraphHighlight } from '../graph-selection.ts';
import type { LaidOut } from '../layout/use-layout.ts';
import type { StateChange } from '../painting/painter.ts';
import type { GraphDot } from './dots.ts';
import { EdgeMenu } from './edge-menu.tsx';
import { GraphTooltip } from './graph-tooltip.tsx';
import type { Hit } from './hit-test.ts';
import { indexScene } from './scene-index.ts';
import { useLasso } from './use-lasso.ts';
import { useLook } from './use-look.ts';
import { type HeldState, useMoving } from './use-moving.ts';
import { type StageHandle, useStage } from './use-stage.ts';
import { WALK_KEYS, type Walk, walkBy } from './walk.ts';

interface Hover {
  readonly hit: Hit;
  readonly x: number;
  readonly y: number;
}

/** The px to the right and down by which Shift with an arrow key moves the view. */
const PANS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-60, 0],
  ArrowRight: [60, 0],
  ArrowUp: [0, -60],
  ArrowDown: [0, 60],
};

const NO_DOTS: readonly GraphDot[] = [];
const NOTHING = (): void => undefined;

export function GraphStage({
  laidOut,
  isBusy,
  selection,
  onSelect,
  highlight,
  dots = NO_DOTS,
  matches,
  currentMatch,
  changes,
  onScale,
  onHold = NOTHING,
  onPlace,
  onPick,
  onUnpick,
  onToggle,
  handle,
  children,
}: {
  readonly laidOut: LaidOut;
  readonly isBusy: boolean;
  readonly selection: DrawnSelection | null;
  readonly onSelect: (selection: DrawnSelection | null) => void;
  readonly highlight: GraphHighlight | null;
  readonly dots?: readonly GraphDot[];
  readonly matches: readonly number[];
  readonly currentMatch: number | null;
  readonly changes: ReadonlyMap<number, StateChange>;
  readonly onScale: (percent: number) => void;
  readonly onHold?: (held: HeldState | null) => void;
  /** Called with the final position of a moved state. If absent, states cannot be moved. */
  readonly onPlace?: (held: HeldState) => void;
  /** Called with states to add to the selection or to remove. If absent, only one can be selected. */
  readonly onPick?: (states: readonly number[]) => void;
  readonly onUnpick?: () => void;
  readonly onToggle?: (state: number) => void;
  readonly handle: Ref<StageHandle>;
  readonly children?: ReactNode;
}) {
  const { graph, layout } = laidOut;
  const id = useId();
  const { host, over, stage } = useStage(laidOut, onScale, handle, (x, y) => moving.holds(x, y));
  const moving = useMoving(stage, layout.scene, onHold, onPlace);
  const lasso = useLasso(stage, layout.scene, onPick);
  const [hover, setHover] = useState<Hover | null>(null);
  const [menu, setMenu] = useState<{ edge: SceneEdge; x: number; y: number } | null>(null);
  const [walk, setWalk] = useState<Walk>({ state: 0, trail: [] });
  const [focused, setFocused] = useState(false);
  const index = useMemo(() => indexScene(layout), [layout]);
  const chosenHere = useRef<number | null>(null);
  const shownGraph = useRef(graph);
  const cursor = focused && index.nodes.has(walk.state) ? walk.state : null;
  useLook(stage, index, {
    hit: hover?.hit ?? null,
    selection,
    highlight,
    cursor,
    matches,
    currentMatch,
    changes,
  });

  useEffect(() => stage.current?.dots(dots), [stage, dots]);

  // The element under the pointer belongs to the previous picture.
  const [drawn, setDrawn] = useState(layout);
  if (drawn !== layout) {
    setDrawn(layout);
    setHover(null);
    setMenu(null);
  }
  // Another automaton has other state numbers, so the cursor returns to the start.
  const [learned, setLearned] = useState(graph);
  if (learned.summary.id !== graph.summary.id) {
    setLearned(graph);
    setWalk({ state: 0, trail: [] });
  }

  const wanted =
    highlight?.kind === 'state'
      ? highlight.state
      : selection?.kind === 'state'
        ? selection.state
        : (selection?.to ?? null);
  // A state may become visible only after it was selected.
  const present = wanted !== null && index.nodes.has(wanted);
  useEffect(() => {
    // A state selected here is in view already, and the picture should not move under the pointer.
    const known = wanted === chosenHere.current;
    const moved = graph !== shownGraph.current;
    chosenHere.current = null;
    shownGraph.current = graph;
    // After relearning, the same state under its new number stays where the person has it.
    if (wanted === null || !present || known || moved) return;
    setWalk({ state: wanted, trail: [] });
    stage.current?.bringIntoView(wanted);
  }, [wanted, present, stage, graph]);

  const places = highlight?.kind === 'places' ? highlight.states.join(' ') : '';
  useEffect(() => {
    if (places !== '') stage.current?.bringAllIntoView(places.split(' ').map(Number));
  }, [places, stage]);

  // Marks add a line to the legend; the picture must not move for it.
  useLayoutEffect(() => {
    if (changes.size > 0) stage.current?.keepView();
  }, [changes, stage]);

  const chooseHere = (choice: DrawnSelection, state: number, came: readonly number[]): void => {
    chosenHere.current = state;
    stage.current?.keepView();
    setWalk({ state, trail: came });
    onSelect(choice);
  };
  const choose = (transition: number): void => {
    setMenu(null);
    host.current?.parentElement?.focus();
    const { own, symbol, ...drawn } = graph.transitions;
    const [from, to] = [(own ?? drawn).from[transition]!, (own ?? drawn).to[transition]!];
    chooseHere({ kind: 'transition', from, to, symbol: symbol[transition]! }, drawn.to[transition]!, [
      drawn.from[transition]!,
    ]);
  };
  const chooseEdge = (edge: SceneEdge, x: number, y: number): void => {
    const [first, ...more] = edge.transitions;
    if (first !== undefined && more.length === 0) choose(first);
    else setMenu({ edge, x, y });
  };
  const placeIn = (event: { clientX: number; clientY: number }): { x: number; y: number } => {
    const corner = host.current?.getBoundingClientRect();
    return { x: event.clientX - (corner?.left ?? 0), y: event.clientY - (corner?.top ?? 0) };
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
    const { key } = event;
    if (moving.press(key, event.altKey, walk.state)) {
      setFocused(true);
      stage.current?.keepView();
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    const pan = event.shiftKey ? PANS[key] : undefined;
    if (pan) {
      stage.current?.panBy(...pan);
      event.preventDefault();
      return;
    }
    if (WALK_KEYS.includes(key)) {
      setHover(null);
      setFocused(true);
      const next = walkBy(index, walk, key);
      if (next) {
        setWalk(next);
        stage.current?.bringIntoView(next.state);
      }
    } else if (key === 'Enter' && event.shiftKey) {
      const parent = index.tree.parents[walk.state]!;
      const edge = parent >= 0 ? index.between(parent, walk.state) : undefined;
      const place = stage.current?.placeOf(walk.state);
      if (edge && place) chooseEdge(edge, place.x, place.y);
    } else if (key === 'Enter') {
      chooseHere({ kind: 'state', state: walk.state }, walk.state, walk.trail);
    } else if (key === ' ' && onPick && walk.state !== 0) onPick([walk.state]);
    else if (key === 'b' && onToggle) onToggle(walk.state);
    else if (key === '+' || key === '=') stage.current?.zoomBy(1);
    else if (key === '-') stage.current?.zoomBy(-1);
    else if (key === '0') stage.current?.fitAll();
    else if (key === 'Escape') {
      if (hover) setHover(null);
      else if (onUnpick) onUnpick();
      else if (selection) onSelect(null);
      else event.currentTarget.blur();
    } else return;
    event.preventDefault();
  };

  return (
    <Focusable
      as="div"
      className="graph-stage focus-inside hides floats"
      role="application"
      aria-roledescription="automaton"
      aria-busy={isBusy}
      aria-label={`Automaton: ${describeShown(layout)}. Arrow keys follow the transitions, Shift and arrow keys move the picture, Enter opens a state${onPlace ? ', Alt and arrow keys move a state' : ''}${onPick ? ', Space selects a state for a group, B opens or closes a group, Escape clears the selection' : ''}.`}
      aria-activedescendant={cursor === null ? undefined : `${id}-${cursor}`}
      onKeyDown={onKeyDown}
      onKeyUp={({ key }) => moving.release(key)}
      onFocus={(event) => {
        if (event.target === event.currentTarget) setFocused(event.currentTarget.matches(':focus-visible'));
      }}
      onBlur={() => {
        setFocused(false);
        moving.end();
      }}
      onPointerMove={(event) => {
        if (moving.move(event) || lasso.move(event)) return;
        if (event.buttons !== 0 || menu || event.pointerType === 'touch') return;
        const hit = stage.current?.hit(event.clientX, event.clientY) ?? null;
        if (hit) setHover({ hit, ...placeIn(event) });
        else if (hover) setHover(null);
      }}
      onPointerLeave={() => setHover(null)}
      onPointerDown={(event) => {
        setHover(null);
        if (!event.shiftKey) moving.begin(event);
        lasso.begin(event);
      }}
      onPointerUp={(event) => {
        moving.end();
        lasso.end(event);
      }}
      onPointerCancel={() => lasso.end(null)}
      onDoubleClick={(event) => {
        const hit = stage.current?.hit(event.clientX, event.clientY);
        if (hit?.kind === 'node') onToggle?.(hit.node.state);
      }}
      onClick={(event) => {
        if (menu || event.target instanceof HTMLButtonElement || !moving.isClick() || !lasso.isClick())
          return;
        const hit = stage.current?.hit(event.clientX, event.clientY) ?? null;
        if (event.shiftKey && onPick) {
          if (hit?.kind === 'node' && hit.node.state !== 0) onPick([hit.node.state]);
        } else if (hit?.kind === 'node') {
          chooseHere({ kind: 'state', state: hit.node.state }, hit.node.state, []);
        } else if (hit?.kind === 'end') {
          if (hit.from !== null) chooseHere({ kind: 'state', state: hit.from }, hit.from, []);
        } else if (hit) {
          const { x, y } = placeIn(event);
          chooseEdge(hit.edge, x, y);
        } else onSelect(null);
      }}
    >
      <div ref={host} className={hover ? 'graph-host is-pointing' : 'graph-host'} />
      <div ref={over} className="graph-over floats pin-top">
        {children}
      </div>
      {lasso.frame && <div className="graph-lasso floats no-pointer layer-1" style={lasso.frame} />}
      {cursor !== null && (
        <div
          key={cursor}
          id={`${id}-${cursor}`}
          className="visually-hidden"
          role="img"
          aria-label={describeState(laidOut.graph, walk.state)}
        />
      )}
      {hover && !menu && (
        <GraphTooltip
          graph={graph}
          hit={hover.hit}
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
    </Focusable>
  );
}
