import { append } from '../../../domain/append.ts';
import { formatCount } from '../../../domain/figure-text.ts';
import type { DrawnAutomaton } from '../drawn-automaton.ts';
import { type Arrangement, MAX_LABEL_PX, STATE_PX } from '../grid/spacing.ts';
import { TEXT_FONT_PX } from '../layered/card-measures.ts';
import { tagText } from '../scene/describe.ts';
import { type Curve, pointOn } from '../scene/edge-curve.ts';
import type { Bundle } from '../shown/bundles.ts';
import { fitTags, printableTag, textWidth } from './label-text.ts';
import { type Box, TakenBoxes } from './taken-boxes.ts';

export const LABEL_FONT_PX = 12;
export const COUNT_FONT_PX = 12;
export const COUNT_GAP_PX = 5;

type LabelAnchor = 'start' | 'middle' | 'end';

export interface SceneLabel {
  readonly tags: string;
  readonly count: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: LabelAnchor;
  /** The area of the label; null if there was no room. The label is then shown only while its edge is highlighted. */
  readonly box: Box | null;
}

export const countFontPx = (tags: string): number => (tags === '' ? TEXT_FONT_PX : COUNT_FONT_PX);

interface LabelText {
  readonly tags: readonly string[];
  readonly count: string;
}

export function bundleLabel(automaton: DrawnAutomaton, bundle: Bundle, isTree: boolean): LabelText {
  const count = `${bundle.exact ? '' : '≤'}${formatCount(bundle.support)}`;
  const name = isTree ? automaton.states.names?.[bundle.to] : undefined;
  if (name && !bundle.through) return { tags: [printableTag(name)], count };
  const tags = bundle.transitions
    .slice(0, 24)
    .map((transition) => tagText(automaton, automaton.transitions.symbol[transition]));
  if (bundle.through && tags[0] !== undefined) tags[0] = `${tags[0]} ⋯ +${bundle.through.length}`;
  for (let more = tags.length; more < bundle.transitions.length; more++) tags.push('');
  return { tags, count };
}

const LEAST_VALUE_PX = 46;
export const VALUE_ROOM_PX = LEAST_VALUE_PX + 6;
export const VALUE_FONT_PX = 12;
/** Values are bold, and bold text is wider. */
export const BOLD = 1.06;
export const DEAD_END_PX = 8;

export function valueBox({ x, y, radius, value }: Pick<DrawnState, 'x' | 'y' | 'radius' | 'value'>): Box {
  const left = x + radius + 5;
  const widthPx = Math.max(LEAST_VALUE_PX, BOLD * textWidth(value, VALUE_FONT_PX));
  return { left, right: left + widthPx, top: y - radius - VALUE_FONT_PX + 2, bottom: y - radius + 2 };
}

export function labelWidth(text: LabelText): number {
  const countPx = COUNT_GAP_PX + textWidth(text.count, COUNT_FONT_PX);
  const tags = fitTags(text.tags, LABEL_FONT_PX, MAX_LABEL_PX - countPx);
  return Math.min(MAX_LABEL_PX, textWidth(tags, LABEL_FONT_PX) + countPx);
}

const CROSS_LABEL_PX = 120;

/** Returns the tags of a label in one line, cut to leave room for the count. @param runPx the run of a tree edge */
export function fittedTags({ tags, count }: LabelText, kind: DrawnEdge['kind'], runPx: number): string {
  const roomPx = kind === 'tree' ? runPx - 6 : CROSS_LABEL_PX;
  return fitTags(tags, LABEL_FONT_PX, roomPx - COUNT_GAP_PX - textWidth(count, COUNT_FONT_PX));
}

/** The properties of a state that labels need: center, half height in px, and whether it shows "×N". */
interface DrawnState {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly merged: number;
  readonly value: string;
  readonly isPlaced?: boolean;
  readonly isDeadEnd?: boolean;
}

interface DrawnEdge {
  readonly kind: 'tree' | 'cross' | 'back' | 'loop';
  readonly curve: Curve;
  readonly widthPx: number;
  readonly from: DrawnState;
  readonly to: DrawnState;
  readonly tags: string;
  readonly count: string;
}

/**
 * Places labels where they cover no state, figure or other label. A tree edge's label is on the edge's straight
 * section. Other labels try points of their curve, strongest edge first; without a free point they show only on
 * highlight.
 * @param edges weakest first
 * @returns a label per edge, and the figure of each state, empty if a name covers it
 */
export function placeLabels(
  edges: readonly DrawnEdge[],
  states: readonly DrawnState[],
  direction: Arrangement['direction'] = 'right',
): { readonly labels: SceneLabel[]; readonly values: string[] } {
  const taken = new TakenBoxes();
  for (const state of states) takeState(taken, state);
  const names = edges.map((edge) =>
    keepsRun(edge) && edge.tags !== '' ? labelAt(edge.tags, '', runCandidate(edge, direction)) : null,
  );
  for (const name of names) if (name) taken.take(name.box);
  const values = states.map((state) => {
    const box = valueBox(state);
    if (state.value !== '' && !taken.isFree(box)) return '';
    taken.take(box);
    return state.value;
  });
  const lines = new Lines(edges);
  const labels: SceneLabel[] = new Array(edges.length);
  const inTurn = [...edges.keys()].sort(
    (first, second) =>
      Number(edges[second].kind === 'tree') - Number(edges[first].kind === 'tree') || second - first,
  );
  for (const index of inTurn) {
    const edge = edges[index];
    const { tags, count } = edge;
    const name = names[index];
    if (name) {
      const whole = labelAt(tags, count, runCandidate(edge, direction));
      const hasRoom =
        direction === 'down' || whole.box.right - whole.box.left <= Math.max(runOf(edge), name.widthPx);
      const isWhole = count !== '' && hasRoom && taken.isFree(whole.box, name.box);
      labels[index] = isWhole ? whole : name;
      if (isWhole) taken.take(whole.box);
      continue;
    }
    const tried = [...candidates(edge, direction)].map((at) => labelAt(tags, count, at));
    const placed =
      tags === '' && count === ''
        ? undefined
        : tried.find(({ box }) => taken.isFree(box) && lines.areClear(box, index));
    if (placed) taken.take(placed.box);
    labels[index] = placed ?? { ...tried[0], box: null };
  }
  return { labels, values };
}

/** A tree edge has a straight run unless people moved its states. */
const keepsRun = ({ kind, from, to }: DrawnEdge): boolean =>
  kind === 'tree' && !from.isPlaced && !to.isPlaced;

/** Px of the straight section of a tree edge, before the state where it ends. */
const runOf = ({ curve }: DrawnEdge): number =>
  Math.abs(curve[curve.length - 2] - curve[curve.length - 8]) - 6;

function takeState(taken: TakenBoxes, { x, y, radius, merged, isDeadEnd = false }: DrawnState): void {
  const reach = radius + 4;
  taken.take({
    left: x - reach,
    right: x + reach,
    top: y - reach,
    bottom: y + reach,
  });
  if (isDeadEnd) taken.take({ left: x + radius, right: x + radius + DEAD_END_PX, top: y - 7, bottom: y + 7 });
  if (merged > 1)
    taken.take({
      left: x + radius + 4,
      right: x + radius + 4 + textWidth(`×${formatCount(merged)}`, 10),
      top: y + radius - 2,
      bottom: y + radius + 9,
    });
}

type Candidate = readonly [x: number, y: number, anchor: LabelAnchor];

function labelAt(
  tags: string,
  count: string,
  [x, y, anchor]: Candidate,
): SceneLabel & { readonly box: Box; readonly widthPx: number } {
  const countPx = count === '' ? 0 : textWidth(count, countFontPx(tags));
  const gapPx = tags === '' || count === '' ? 0 : COUNT_GAP_PX;
  const widthPx = textWidth(tags, LABEL_FONT_PX) + gapPx + countPx;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - widthPx : x - widthPx / 2;
  const box = { left, right: left + widthPx, top: y - countFontPx(tags) + 2, bottom: y + 3 };
  return { tags, count, x: round(x), y: round(y), anchor, box, widthPx };
}

/** Pictures with more edges are usually zoomed out, so that only the labels of tree edges are shown. */
const MOST_LINES_CHECKED = 700;
/** Px between a label and the line of another edge. */
const BESIDE_LINE_PX = 1;

/** The lines of edges as points in a grid, to find labels that they cross. */
class Lines {
  private readonly cells = new Map<string, (readonly [x: number, y: number, half: number, edge: number])[]>();

  constructor(edges: readonly DrawnEdge[]) {
    for (const [index, edge] of edges.entries()) {
      if (edges.length > MOST_LINES_CHECKED && !keepsRun(edge)) continue;
      for (const { x, y } of alongCurve(edge.curve, 6)) {
        const key = `${Math.floor(x / LINE_CELL_PX)},${Math.floor(y / LINE_CELL_PX)}`;
        const point = [x, y, edge.widthPx / 2 + BESIDE_LINE_PX, index] as const;
        append(this.cells, key, point);
      }
    }
  }

  /** True if no other edge's line runs through a box. */
  areClear({ left, right, top, bottom }: Box, own: number): boolean {
    const [first, last] = [left, right].map((x, at) => Math.floor((x + (at === 0 ? -8 : 8)) / LINE_CELL_PX));
    const [highest, lowest] = [top, bottom].map((y, at) =>
      Math.floor((y + (at === 0 ? -8 : 8)) / LINE_CELL_PX),
    );
    for (let column = first; column <= last; column++)
      for (let row = highest; row <= lowest; row++)
        for (const [x, y, half, edge] of this.cells.get(`${column},${row}`) ?? [])
          if (edge !== own && x > left - half && x < right + half && y > top - half && y < bottom + half)
            return false;
    return true;
  }
}

const LINE_CELL_PX = 64;

/** A tree edge's label goes over its straight run, or beside its state from the top down. */
function runCandidate(edge: DrawnEdge, direction: Arrangement['direction']): Candidate {
  if (direction === 'down') return [edge.to.x + STATE_PX, edge.to.y + 4, 'start'];
  return [edge.curve[edge.curve.length - 2] - 4, edge.to.y - liftOf(edge), 'end'];
}

const liftOf = ({ widthPx }: DrawnEdge): number => widthPx / 2 + 3;

/** Yields the positions to try, best first. */
function* candidates(edge: DrawnEdge, direction: Arrangement['direction']): Generator<Candidate> {
  const lift = liftOf(edge);
  if (edge.kind === 'tree' && (direction === 'down' || edge.curve[edge.curve.length - 1] === edge.to.y))
    yield runCandidate(edge, direction);
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

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly radius: number;
}

/** Positions of an edge's figure along its curve, best first: from the middle to both ends. */
const ALONG = Array.from({ length: 45 }, (_, at) => 0.5 + (at % 2 === 0 ? 0.01 : -0.01) * (at + (at % 2)));
/** Px between a figure and the side of another line, and between two lines if one of them has its figure beside it. */
const CLEAR_PX = 0;
const ALONE_PX = 3;
/** The part of a line's ends that its figure leaves visible, with the arrow head. */
const END_PX = 12;
/** If the two ends of a line are nearer to each other than this, the line leads from a state to itself. */
const LOOP_FEET_PX = 20;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Places each edge's figure on its line, strongest first. A figure without free room shows only on highlight. */
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
    const half = textWidth(count, TEXT_FONT_PX) / 2 + 2;
    const labelAt = ({ x, y }: Point): SceneLabel & { readonly box: Box } => {
      const box = {
        left: x - half,
        right: x + half,
        top: y - TEXT_FONT_PX / 2 - 1,
        bottom: y + TEXT_FONT_PX / 2 + 1,
      };
      return { tags: '', count, x: round(x), y: round(y + TEXT_FONT_PX * 0.36), anchor: 'middle', box };
    };
    const isFarFrom = (box: Box, px: number): boolean =>
      lines.every((other, at) => {
        const by = px + edges[at].widthPx / 2;
        return (
          at === index ||
          other.every(
            ({ x, y }) => x < box.left - by || x > box.right + by || y < box.top - by || y > box.bottom + by,
          )
        );
      });
    const points = count === '' ? [] : figurePoints(edges[index], line, half);
    const found = points.find((point) => {
      const { box } = labelAt(point);
      if (!taken.isFree(box) || !isFarFrom(box, CLEAR_PX)) return false;
      const { x: left, y: top } = point.from ?? point;
      return !point.from || isFarFrom({ left, right: left, top, bottom: top }, ALONE_PX);
    });
    const placed = found && labelAt(found);
    if (placed) taken.take(placed.box);
    labels[index] = placed ?? { ...labelAt(line[line.length >> 1]), box: null };
  }
  return labels;
}

/** The points for a line's figure, best first: on the line, or beside its point `from`. */
function figurePoints(
  { widthPx }: CountedEdge,
  line: readonly Point[],
  half: number,
): (Point & { readonly from?: Point })[] {
  const ends = [line[0], line[line.length - 1]];
  const isOn = ({ x, y }: Point): boolean =>
    ends.every(
      (end) => Math.abs(end.x - x) > half + END_PX || Math.abs(end.y - y) > TEXT_FONT_PX / 2 + END_PX,
    );
  const along = [...new Set(ALONG.map((share) => Math.round(share * (line.length - 1))))];
  const on = along.map((at) => line[at]).filter(isOn);
  const [dx, dy] = [ends[1].x - ends[0].x, ends[1].y - ends[0].y];
  // A line from a state to itself.
  if (Math.hypot(dx, dy) < LOOP_FEET_PX) {
    const { x, y } = line[line.length >> 1];
    const reach = Math.max(...line.map((point) => Math.abs(point.x - x))) + widthPx / 2 + CLEAR_PX;
    const beside = [-1, 1].map((by) => ({ x: x + by * (half + reach), y: y + 1 }));
    return [...beside, ...on];
  }
  // A pair of lines has its figures on the outer sides.
  const turn = (Math.abs(dy) > Math.abs(dx) ? dy > 0 : dx < 0) ? 1 : -1;
  const beside = along.flatMap((at) => {
    const from = line[at];
    const [before, after] = [line[Math.max(0, at - 1)], line[Math.min(line.length - 1, at + 1)]];
    const across = { x: half + widthPx / 2 + 1, y: 0 };
    const above = { x: 0, y: (TEXT_FONT_PX + widthPx) / 2 + 3 };
    const isSteep = Math.abs(after.y - before.y) > Math.abs(after.x - before.x);
    return (isSteep ? [across, above] : [above]).flatMap(({ x, y }) =>
      [turn, -turn].map((by) => ({ x: from.x + by * x, y: from.y + by * y, from })),
    );
  });
  return [...on, ...beside];
}

function alongCurve(curve: Curve, stepPx: number): Point[] {
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
