import { type D3ZoomEvent, select, type ZoomBehavior, zoom, zoomIdentity } from 'd3';
import { wholeScale } from '#shared/algorithms/layout/scene/fit.ts';
import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import { createCanvasPainter } from '../painting/canvas-painter.ts';
import { type Look, type Motion, type Painter, PLAIN_LOOK } from '../painting/painter.ts';
import { createSvgPainter } from '../painting/svg-painter.ts';
import { createDots, type GraphDot } from './dots.ts';
import { createHitTester, type Hit, type HitTester } from './hit-test.ts';
import { createMinimap } from './minimap.ts';
import {
  bringAllIntoView,
  bringIntoView,
  centreOn,
  fitAll,
  isInSight,
  openingView,
  type Size,
  type View,
} from './viewport.ts';

/** Up to these sizes, SVG zooms smoothly. Larger pictures are painted on a canvas. */
const SVG_STATE_LIMIT = 320;
const SVG_EDGE_LIMIT = 700;
const MOVE_MS = 200;
const ZOOM_STEP = 1.35;
/** To bring all changed states into view, the picture zooms out to this scale at most, so that names stay readable. */
const LEAST_READABLE = 0.4;

interface StageListener {
  readonly onView: (view: View) => void;
  readonly holds: (clientX: number, clientY: number) => boolean;
}

export type Stage = ReturnType<typeof createStage>;

export function createStage(host: HTMLElement, listener: StageListener) {
  let painter: Painter = createSvgPainter(host);
  const dots = createDots(host);
  const minimap = createMinimap(host, (x, y) => {
    touched = true;
    const { width, height } = size();
    go({ x: width / 2 - x * view.k, y: height / 2 - y * view.k, k: view.k }, false);
  });
  let paintsWith: 'svg' | 'canvas' = 'svg';
  let scene: Scene | null = null;
  let tester: HitTester | null = null;
  let look: Look = PLAIN_LOOK;
  let view: View = { x: 0, y: 0, k: 1 };
  let touched = false;
  let dragged = false;
  // States to scroll into view once the stage is visible again.
  let awaited: readonly number[] = [];

  const size = (): Size => ({ width: host.clientWidth, height: host.clientHeight });
  const behaviour: ZoomBehavior<HTMLElement, unknown> = zoom<HTMLElement, unknown>()
    .scaleExtent([0.05, 4])
    .clickDistance(4)
    // With Shift a drag draws a frame; on a state a drag moves the state, and a double-click opens a box.
    .filter(
      (event: MouseEvent) =>
        (!event.ctrlKey || event.type === 'wheel') &&
        !event.button &&
        !(event.type === 'mousedown' && (event.shiftKey || listener.holds(event.clientX, event.clientY))) &&
        !(event.type === 'dblclick' && hitAt(event.clientX, event.clientY)?.kind === 'node'),
    )
    .on('start', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      dragged = Boolean(event.sourceEvent);
    })
    .on('end', () => {
      dragged = false;
    })
    .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      view = { x: event.transform.x, y: event.transform.y, k: event.transform.k };
      if (event.sourceEvent) touched = true;
      painter.view(view);
      dots.view(view);
      minimap.view(view, size());
      listener.onView(view);
    });
  const frame = select(host).call(behaviour);

  const pointAt = (clientX: number, clientY: number): { x: number; y: number } => {
    const corner = host.getBoundingClientRect();
    return { x: (clientX - corner.left - view.x) / view.k, y: (clientY - corner.top - view.y) / view.k };
  };
  const hitAt = (clientX: number, clientY: number): Hit | null => {
    if (!scene) return null;
    tester ??= createHitTester(scene);
    const { x, y } = pointAt(clientX, clientY);
    return tester.at(x, y, view.k);
  };
  const inSight = (): boolean => host.clientWidth > 0 && host.clientHeight > 0;
  const go = (target: View, animate: boolean): void => {
    const transform = zoomIdentity.translate(target.x, target.y).scale(target.k);
    if (animate && motionAllowed() && inSight())
      frame.transition().duration(MOVE_MS).call(behaviour.transform, transform);
    else frame.interrupt().call(behaviour.transform, transform);
  };
  const bound = ({ bounds }: Scene): void => {
    const { width, height } = size();
    const least = Math.min(0.8, wholeScale(bounds, { width, height }) * 0.8);
    behaviour.scaleExtent([least, 4]).translateExtent([
      [bounds.left - width / least, bounds.top - height / least],
      [bounds.right + width / least, bounds.bottom + height / least],
    ]);
  };
  const nodeOf = (state: number) => scene?.nodes.find((node) => node.state === state);
  const nodesOf = (states: readonly number[]) => states.flatMap((state) => nodeOf(state) ?? []);
  const whole = (): View => fitAll(scene?.bounds ?? { left: 0, top: 0, right: 1, bottom: 1 }, size());
  const allInSight = (): boolean => scene !== null && isInSight(scene.bounds, view, size());
  const home = (): View => {
    const start = nodeOf(0) ?? { x: 0, y: 0 };
    const bounds = scene?.bounds ?? { left: 0, top: 0, right: 1, bottom: 1 };
    return openingView(bounds, size(), start, scene?.direction);
  };

  return {
    /** Pass true as the last argument if the automaton is another one, because its state numbers have other meanings. */
    show(next: Scene, motion: Motion, anew: boolean = false) {
      const first = scene === null;
      scene = next;
      tester = null;
      const wanted =
        next.nodes.length > SVG_STATE_LIMIT || next.edges.length > SVG_EDGE_LIMIT ? 'canvas' : 'svg';
      // States of small pictures are known by their names, the others only by their numbers.
      if (wanted !== paintsWith || (anew && !next.isSmall)) {
        painter.destroy();
        painter = wanted === 'svg' ? createSvgPainter(host) : createCanvasPainter(host);
        paintsWith = wanted;
        painter.view(view);
      }
      bound(next);
      painter.scene(next, motionAllowed() ? motion : 'none');
      painter.look(look);
      dots.scene(next.nodes);
      minimap.scene(next);
      // Small pictures move with every change, so the picture is fitted again until a person moves the view.
      if (first || (next.isSmall && !touched)) go(whole(), !first);
    },
    look(next: Look) {
      look = next;
      painter.look(next);
    },
    dots(next: readonly GraphDot[]) {
      dots.show(next);
    },
    hit: hitAt,
    pointAt,
    zoomBy(direction: 1 | -1) {
      touched = true;
      const target = motionAllowed() ? frame.transition().duration(120) : frame.interrupt();
      // d3's types have no common type for a selection and a transition, which take the same call.
      behaviour.scaleBy(target as typeof frame, ZOOM_STEP ** direction);
    },
    /** Moves the view by a distance in screen px. */
    panBy(right: number, down: number) {
      touched = true;
      go({ ...view, x: view.x - right, y: view.y - down }, false);
    },
    fitAll() {
      touched = false;
      if (scene) go(whole(), true);
    },
    goHome(animate: boolean) {
      touched = true;
      if (scene) go(home(), animate);
    },
    keepView() {
      touched = true;
    },
    /** Does nothing while the person drags. `readable` shows only the first states that fit at a readable scale. */
    bringAllIntoView(states: readonly number[], readable: boolean = false) {
      if (dragged) return;
      if (!inSight()) {
        awaited = states;
        return;
      }
      if (allInSight()) return;
      const target = bringAllIntoView(view, size(), nodesOf(states), readable ? LEAST_READABLE : 0);
      if (target === view) return;
      touched = true;
      go(target, true);
    },
    bringIntoView(state: number) {
      if (!inSight()) {
        awaited = [state];
        return;
      }
      if (allInSight()) return;
      touched = true;
      const node = nodeOf(state);
      const target = node ? bringIntoView(view, size(), node) : view;
      if (target !== view) go(target, true);
    },
    centre(state: number) {
      touched = true;
      const node = nodeOf(state);
      if (node) go(centreOn(view, size(), node), true);
    },
    placeOf(state: number) {
      const node = nodeOf(state);
      return node ? { x: node.x * view.k + view.x, y: node.y * view.k + view.y } : null;
    },
    refresh() {
      // Hidden, for instance behind the table. When it shows again, all of it is fitted.
      if (!inSight()) {
        touched = false;
        return;
      }
      if (scene) bound(scene);
      painter.refresh();
      minimap.refresh();
      minimap.view(view, size());
      if (scene && !touched) go(whole(), false);
      const [node, ...others] = nodesOf(awaited);
      awaited = [];
      if (node && others.length > 0) go(bringAllIntoView(view, size(), [node, ...others]), false);
      else if (node) go(bringIntoView(view, size(), node), false);
    },
    destroy() {
      frame.interrupt().on('.zoom', null);
      painter.destroy();
      dots.destroy();
      minimap.destroy();
    },
  };
}

function motionAllowed(): boolean {
  return !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
}
