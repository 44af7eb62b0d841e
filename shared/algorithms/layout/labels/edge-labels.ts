import { formatCount } from '../../../domain/figure-text.ts';
import type { DrawnAutomaton } from '../drawn-automaton.ts';
import { type Arrangement, MAX_LABEL_PX, STATE_PX } from '../grid/spacing.ts';
import { tagText } from '../scene/describe.ts';
import { type Curve, pointOn } from '../scene/edge-curve.ts';
import type { Bundle } from '../shown/bundles.ts';
import { fitTags, printableTag, textWidth } from './label-text.ts';
import { type Box, TakenBoxes } from './taken-boxes.ts';

export const LABEL_FONT_PX = 12;
export const COUNT_FONT_PX = 12;
/** Px between a label's tags and its count. */
export const COUNT_GAP_PX = 5;

type LabelAnchor = 'start' | 'middle' | 'end';

/** The text on an edge: tags in the text color, then the count in the quieter one. */
export interface SceneLabel {
  readonly tags: string;
  readonly count: string;
  /** The point of the baseline that `anchor` names. */
  readonly x: number;
  readonly y: number;
  readonly anchor: LabelAnchor;
  /** The area of the label; null if there was no room: then it is shown only while its edge is highlighted. */
  readonly box: Box | null;
}

interface LabelText {
  readonly tags: readonly string[];
  readonly count: string;
}

/** Returns the label of an edge: its tags and count. @param isTree true names a named state that the tree leads to */
export function bundleLabel(automaton: DrawnAutomaton, bundle: Bundle, isTree: boolean): LabelText {
  const count = `${bundle.exact ? '' : '≤'}${formatCount(bundle.support)}`;
  const name = isTree ? automaton.states.names?.[bundle.to] : undefined;
  if (name && !bundle.through) return { tags: [printableTag(name)], count };
  const tags = bundle.transitions
    .slice(0, 24)
    .map((transition) => tagText(automaton, automaton.transitions.symbol[transition]));
  // A chain is identified by its first transition.
  if (bundle.through && tags[0] !== undefined) tags[0] = `${tags[0]} ⋯ +${bundle.through.length}`;
  for (let more = tags.length; more < bundle.transitions.length; more++) tags.push('');
  return { tags, count };
}

/** Room for a figure such as "12 min", so labels need not move when figures are added. */
const LEAST_VALUE_PX = 42;
/** Extra length of a tree edge beyond its label, for the figure beside its source state. */
export const VALUE_ROOM_PX = LEAST_VALUE_PX + 6;
const VALUE_FONT_PX = 10.5;

/** Returns the area of the figure beside a state. */
export function valueBox({ x, y, radius, value }: Pick<DrawnState, 'x' | 'y' | 'radius' | 'value'>): Box {
  const left = x + radius + 5;
  const widthPx = Math.max(LEAST_VALUE_PX, textWidth(value, VALUE_FONT_PX));
  return { left, right: left + widthPx, top: y - radius - VALUE_FONT_PX, bottom: y - radius + 3 };
}

/** Px that the whole label needs, at most MAX_LABEL_PX. */
export function labelWidth(text: LabelText): number {
  const countPx = COUNT_GAP_PX + textWidth(text.count, COUNT_FONT_PX);
  const tags = fitTags(text.tags, LABEL_FONT_PX, MAX_LABEL_PX - countPx);
  return Math.min(MAX_LABEL_PX, textWidth(tags, LABEL_FONT_PX) + countPx);
}

/** The parts of a state that labels need: its center and half its height, in px, and whether "×N" stands beside it. */
interface DrawnState {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly merged: number;
  readonly value: string;
  readonly isPlaced?: boolean;
}

interface DrawnEdge {
  readonly kind: 'tree' | 'cross' | 'back' | 'loop';
  readonly curve: Curve;
  readonly widthPx: number;
  readonly runPx: number;
  readonly from: DrawnState;
  readonly to: DrawnState;
  readonly text: LabelText;
}

/**
 * Places labels where they cover no state and no other label. Tree edges reserve a straight section for
 * theirs. Others try points along their curve, strongest edge first; if none is free, the label shows only on
 * highlight.
 * @param edges weakest first
 */
export function placeLabels(
  edges: readonly DrawnEdge[],
  states: readonly DrawnState[],
  direction: Arrangement['direction'] = 'right',
): SceneLabel[] {
  const taken = new TakenBoxes();
  for (const state of states) {
    const { x, y, radius, merged } = state;
    taken.take(valueBox(state));
    const reach = radius + 4;
    taken.take({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach });
    if (merged > 1)
      taken.take({
        left: x + radius + 4,
        right: x + radius + 4 + textWidth(`×${formatCount(merged)}`, 10),
        top: y + radius - 2,
        bottom: y + radius + 9,
      });
  }
  for (const edge of edges) if (keepsRun(edge)) takeLine(taken, edge);
  const labels: SceneLabel[] = new Array(edges.length);
  const inTurn = [...edges.keys()].sort(
    (first, second) =>
      Number(edges[second].kind === 'tree') - Number(edges[first].kind === 'tree') || second - first,
  );
  for (const index of inTurn) {
    const edge = edges[index];
    const roomPx = edge.kind === 'tree' ? edge.runPx - 6 : 120;
    const countPx = COUNT_GAP_PX + textWidth(edge.text.count, COUNT_FONT_PX);
    const tags = fitTags(edge.text.tags, LABEL_FONT_PX, roomPx - countPx);
    const widthPx = textWidth(tags, LABEL_FONT_PX) + countPx;
    const label = ([x, y, anchor]: Candidate): SceneLabel => {
      const left = anchor === 'start' ? x : anchor === 'end' ? x - widthPx : x - widthPx / 2;
      const box = { left, right: left + widthPx, top: y - LABEL_FONT_PX + 1, bottom: y + 3 };
      return { tags, count: edge.text.count, x: round(x), y: round(y), anchor, box };
    };
    let placed: SceneLabel | null = null;
    let fallback: SceneLabel | null = null;
    for (const at of candidates(edge, direction)) {
      const candidate = label(at);
      fallback ??= { ...candidate, box: null };
      // Its own line is no obstacle for the label of a tree edge.
      if (candidate.box && (keepsRun(edge) || taken.isFree(candidate.box))) {
        placed = candidate;
        taken.take(candidate.box);
        break;
      }
    }
    labels[index] = placed ?? fallback!;
  }
  return labels;
}

/** The straight run of a tree edge is its own, but where people put its states. */
const keepsRun = ({ kind, from, to }: DrawnEdge): boolean =>
  kind === 'tree' && !from.isPlaced && !to.isPlaced;

/** Reserves a tree edge's line in small boxes, so no other label covers it. */
function takeLine(taken: TakenBoxes, { curve, widthPx }: DrawnEdge): void {
  for (let piece = 0; piece * 6 + 7 < curve.length; piece++) {
    const start = piece * 6;
    const lengthPx =
      Math.abs(curve[start + 6] - curve[start]) + Math.abs(curve[start + 7] - curve[start + 1]);
    const steps = Math.max(2, Math.ceil(lengthPx / 12));
    for (let step = 0; step <= steps; step++) {
      const { x, y } = pointOn(curve, piece, step / steps);
      const half = widthPx / 2;
      taken.take({ left: x - 6, right: x + 6, top: y - half, bottom: y + half });
    }
  }
}

/** A possible position of a label: a point of its baseline, and the anchor there. */
type Candidate = readonly [x: number, y: number, anchor: LabelAnchor];

/** Yields the positions to try, best first. */
function* candidates(edge: DrawnEdge, direction: Arrangement['direction']): Generator<Candidate> {
  const lift = edge.widthPx / 2 + 3;
  const last = edge.curve.length;
  if (edge.kind === 'tree' && direction === 'down') {
    yield [edge.to.x + STATE_PX, edge.to.y + 4, 'start'];
    return;
  }
  if (edge.kind === 'tree' && edge.curve[last - 1] === edge.to.y) {
    yield [edge.curve[last - 2] - 4, edge.to.y - lift, 'end'];
    if (keepsRun(edge)) return;
  }
  if (edge.kind === 'loop') {
    const top = pointOn(edge.curve, 0, 0.5);
    const side = 10 + edge.widthPx;
    if (direction === 'right') yield [top.x + side, top.y + 6, 'start'];
    yield [top.x - side, top.y + 6, 'end'];
    yield [top.x, top.y - lift, 'middle'];
    return;
  }
  for (const t of [0.5, 0.38, 0.62, 0.28, 0.72, 0.2, 0.8]) {
    const at = pointOn(edge.curve, 0, t);
    yield [at.x, at.y - lift, 'middle'];
    yield [at.x + edge.widthPx / 2 + 4, at.y + 4, 'start'];
    yield [at.x, at.y + lift + 9, 'middle'];
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;

interface CountedEdge {
  readonly curve: Curve;
  readonly widthPx: number;
  readonly count: string;
}

/** A drawn box by its center. */
interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly radius: number;
}

/** Positions of an edge's figure along its curve, best first. */
const ALONG = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88] as const;
/** Minimum distance of a figure from the lines of other edges. */
const CLEAR_PX = 3;

/**
 * Places the figure of each edge on its line where it covers no state, figure or other line. If there is no
 * such place, it shows only on highlight. The strongest edges choose first.
 * @param states areas already taken
 */
export function placeCounts(edges: readonly CountedEdge[], states: readonly Rectangle[]): SceneLabel[] {
  const taken = new TakenBoxes();
  for (const { x, y, halfWidth, radius } of states)
    taken.take({ left: x - halfWidth, right: x + halfWidth, top: y - radius, bottom: y + radius });
  const lines = edges.map(({ curve }) => alongCurve(curve, 8));
  const labels: SceneLabel[] = new Array(edges.length);
  const inTurn = [...edges.keys()].sort((a, b) => edges[b].widthPx - edges[a].widthPx || b - a);
  for (const index of inTurn) {
    const { count } = edges[index];
    const line = lines[index];
    const half = textWidth(count, COUNT_FONT_PX) / 2 + 2;
    const labelAt = (share: number): SceneLabel & { readonly box: Box } => {
      const { x, y } = line[Math.round(share * (line.length - 1))];
      const box = {
        left: x - half,
        right: x + half,
        top: y - COUNT_FONT_PX / 2 - 1,
        bottom: y + COUNT_FONT_PX / 2 + 1,
      };
      return { tags: '', count, x: round(x), y: round(y + COUNT_FONT_PX * 0.36), anchor: 'middle', box };
    };
    const isClear = ({ box }: { readonly box: Box }): boolean =>
      taken.isFree(box) &&
      lines.every(
        (other, at) =>
          at === index ||
          other.every(
            ({ x, y }) =>
              x < box.left - CLEAR_PX ||
              x > box.right + CLEAR_PX ||
              y < box.top - CLEAR_PX ||
              y > box.bottom + CLEAR_PX,
          ),
      );
    const placed = count === '' ? undefined : ALONG.map(labelAt).find(isClear);
    if (placed) taken.take(placed.box);
    labels[index] = placed ?? { ...labelAt(0.5), box: null };
  }
  return labels;
}

/** Points along a curve, no further apart than a step. */
function alongCurve(curve: Curve, stepPx: number): { readonly x: number; readonly y: number }[] {
  const points = [pointOn(curve, 0, 0)];
  for (let piece = 0; piece * 6 + 7 < curve.length; piece++) {
    const at = piece * 6;
    const hull = [0, 2, 4].reduce(
      (sum, k) => sum + Math.hypot(curve[at + k + 2] - curve[at + k], curve[at + k + 3] - curve[at + k + 1]),
      0,
    );
    const steps = Math.max(1, Math.ceil(hull / stepPx));
    for (let step = 1; step <= steps; step++) points.push(pointOn(curve, piece, step / steps));
  }
  return points;
}
