import type { Flow } from '../../../domain/flow.ts';
import { fitText, printableTag, textWidth } from '../../layout/labels/label-text.ts';
import { type Box, TakenBoxes } from '../../layout/labels/taken-boxes.ts';
import { FLOW_NODE, type FlowLayout, flowRowTop } from './lay-out-flow.ts';

export const FLOW_ARROW = { width: 13, height: 12 };
const PORT = 26;
const FONT = 11;
const LONGEST_LABEL = 190;
const LABEL_HEIGHT = 16;

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DrawnFlowEdge {
  readonly path: string;
  readonly tip: Point;
  readonly label: (Point & { readonly text: string }) | null;
}

/** Draws edges through their lanes, side by side at shared nodes. Null for a missing node. O(edges · lanes) */
export function drawFlowEdges(flow: Flow, layout: FlowLayout): readonly (DrawnFlowEdge | null)[] {
  const { places, lanes } = layout;
  const middle = (id: string): number => (places.get(id)?.x ?? 0) + FLOW_NODE.width / 2;
  const next = (at: number): number => lanes[at]![0]?.x ?? middle(flow.edges[at]!.target);
  const last = (at: number): number => lanes[at]!.at(-1)?.x ?? middle(flow.edges[at]!.source);
  const leaving = portsOf(flow, places, (edge) => edge.source, next);
  const reaching = portsOf(flow, places, (edge) => edge.target, last);
  const taken = new TakenBoxes();
  for (const { x, y } of places.values()) {
    taken.take({ left: x, top: y, right: x + FLOW_NODE.width, bottom: y + FLOW_NODE.height });
  }
  return flow.edges.map(({ source, target, condition }, at) => {
    const [from, to] = [places.get(source), places.get(target)];
    if (!from || !to) return null;
    const isBack = to.level <= from.level;
    const start = { x: middle(source) + leaving.get(at)!, y: from.y + FLOW_NODE.height };
    const tip = { x: middle(target) + reaching.get(at)!, y: to.y };
    const curves: Curve[] = [];
    let path = `M${start.x},${start.y}`;
    let here = start;
    for (const { x, level } of lanes[at]!) {
      const [top, bottom] = [flowRowTop(level), flowRowTop(level) + FLOW_NODE.height];
      const [enter, leave] = isBack ? [bottom, top] : [top, bottom];
      const curve = bend(here, { x, y: enter });
      curves.push(curve);
      path += `${drawn(curve)}L${x},${leave}`;
      here = { x, y: leave };
    }
    const end = bend(here, { x: tip.x, y: tip.y - FLOW_ARROW.height });
    path += drawn(end);
    curves.push(end);
    const text = condition === undefined ? '' : fitText(printableTag(condition), FONT, LONGEST_LABEL);
    return { path, tip, label: text === '' ? null : { ...labelPlace(curves, text, taken), text } };
  });
}

function portsOf(
  flow: Flow,
  places: FlowLayout['places'],
  endOf: (edge: Flow['edges'][number]) => string,
  towards: (at: number) => number,
): ReadonlyMap<number, number> {
  const ofNode = new Map<string, number[]>();
  for (const [at, edge] of flow.edges.entries()) {
    if (!places.has(edge.source) || !places.has(edge.target)) continue;
    ofNode.set(endOf(edge), [...(ofNode.get(endOf(edge)) ?? []), at]);
  }
  const ports = new Map<number, number>();
  for (const edges of ofNode.values()) {
    edges.sort((a, b) => towards(a) - towards(b) || a - b);
    const apart = Math.min(PORT, (0.8 * FLOW_NODE.width) / edges.length);
    for (const [place, at] of edges.entries()) ports.set(at, (place - (edges.length - 1) / 2) * apart);
  }
  return ports;
}

type Curve = readonly [Point, Point, Point, Point];

const TURN = 34;

/** The curve leaves and arrives vertically. In its own row, it passes below or above the nodes. */
function bend(from: Point, to: Point): Curve {
  const rise = to.y - from.y;
  const isTurn = Math.abs(rise) <= FLOW_ARROW.height;
  const [first, second] = isTurn
    ? [from.y + (rise === 0 ? TURN : -TURN), to.y + (rise === 0 ? TURN : rise - TURN)]
    : [from.y + rise / 2, to.y - rise / 2];
  return [from, { x: from.x, y: first }, { x: to.x, y: second }, to];
}

const drawn = ([, first, second, to]: Curve): string =>
  `C${first.x},${first.y} ${second.x},${second.y} ${to.x},${to.y}`;

function pointOf([a, b, c, d]: Curve, t: number): Point {
  const s = 1 - t;
  const mix = (axis: 'x' | 'y'): number =>
    s ** 3 * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t ** 3 * d[axis];
  return { x: Math.round(mix('x')), y: Math.round(mix('y')) };
}

/** Returns the first free place for a label along the edge; the first place if none is free. */
function labelPlace(curves: readonly Curve[], text: string, taken: TakenBoxes): Point {
  const width = textWidth(text, FONT) + 8;
  const boxOf = ({ x, y }: Point): Box => ({
    left: x - width / 2,
    top: y - LABEL_HEIGHT / 2,
    right: x + width / 2,
    bottom: y + LABEL_HEIGHT / 2,
  });
  const tried = curves.flatMap((curve) => [0.5, 0.65, 0.35, 0.8, 0.2].map((t) => pointOf(curve, t)));
  const place = tried.find((point) => taken.isFree(boxOf(point))) ?? tried[0]!;
  taken.take(boxOf(place));
  return place;
}
