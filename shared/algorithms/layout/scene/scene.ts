import { formatCount } from '../../../domain/figure-text.ts';
import { type DrawnAutomaton, isUncertain, placeOf } from '../drawn-automaton.ts';
import type { Grid } from '../grid/grid.ts';
import { type Arrangement, STATE_PX, STEP_PX } from '../grid/spacing.ts';
import { bundleLabel, fittedTags, placeLabels, type SceneLabel, valueBox } from '../labels/edge-labels.ts';
import type { Box } from '../labels/taken-boxes.ts';
import { type Bundle, treeBundles } from '../shown/bundles.ts';
import type { SpanningTree } from '../shown/spanning-tree.ts';
import { describeState, describeTransition, isUnnamedState } from './describe.ts';
import {
  arrowOf,
  backCurve,
  type Curve,
  forwardCurve,
  loopCurve,
  mapCurve,
  type Port,
  pathOf,
  pointOn,
  sideCurve,
} from './edge-curve.ts';

export type ColourRole = 'system' | 'user' | 'start' | 'untagged';

export interface SceneNode {
  readonly state: number;
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly isPlaced?: boolean;
  /** Half the height of the shape in px, without its rings. */
  readonly radius: number;
  readonly halfWidth: number;
  /** In the box notation every state is a card: with curved ends for the customer, with corners for the agent. */
  readonly shape: 'circle' | 'square' | 'box' | 'start' | 'card';
  /** The name of a state in a small picture: in its card, or beside its circle. */
  readonly lines?: readonly string[];
  /** The side of a circle where its name and total are: before the circle, in the reading direction. */
  readonly beside?: 'left' | 'above';
  /** After the total in a card: its share of the dialogues. */
  readonly share?: string;
  readonly colour: ColourRole;
  readonly isAgent?: boolean;
  /** True if at least a fifth of the dialogues that reach the state end there. Drawn as a second ring. */
  readonly accepting: boolean;
  /** Number of prefix-tree states merged into the state. Above 1, it is drawn stacked, with "×N". */
  readonly merged: number;
  /** True if automata of parts of the dialogues rarely have this state. Drawn dashed. */
  readonly uncertain: boolean;
  /** The text inside; only a group of states has one. */
  readonly label: string;
  readonly swatch?: string;
  /** The figure next to the state: the number of dialogues that reach it, or the figure of an overlay. */
  readonly value: string;
  /** The tint of the state from −1 (less) to 1 (more), and whether many dialogues are abandoned there. */
  readonly tint?: number | null;
  readonly isDeadEnd?: boolean;
  readonly title: string;
}

/** Tree edges are in the spanning tree. Cross edges lead forward, back edges against the reading direction. */
type EdgeKind = 'tree' | 'cross' | 'back' | 'loop';

export interface SceneEdge extends Bundle {
  readonly id: number;
  readonly kind: EdgeKind;
  readonly colour: ColourRole;
  readonly widthPx: number;
  readonly uncertain: boolean;
  readonly curve: Curve;
  readonly path: string;
  readonly arrow: readonly number[] | null;
  readonly label: SceneLabel;
  readonly tint?: number | null;
  readonly title: string;
}

/** The one end of a picture in the box notation, with a line from every state where enough dialogues end. */
export interface SceneEnd extends Pick<SceneNode, 'x' | 'y' | 'halfWidth' | 'radius' | 'value' | 'title'> {
  readonly edges: readonly SceneEndEdge[];
}

export interface SceneEndEdge
  extends Pick<SceneEdge, 'from' | 'widthPx' | 'support' | 'curve' | 'path' | 'label' | 'title'> {
  readonly arrow: readonly number[];
}

export interface Scene {
  /** A small picture fits its window and has names in its states. A large one shows labels depending on the zoom. */
  readonly isSmall: boolean;
  /** Cards with names and totals, or the circles and tagged transitions of the textbooks. */
  readonly notation: Arrangement['notation'];
  readonly direction: Arrangement['direction'];
  readonly nodes: readonly SceneNode[];
  /** Weakest first, so the strongest are painted last; extra edges before the tree's. */
  readonly edges: readonly SceneEdge[];
  readonly bounds: Box;
  /** The support of an edge at full width. */
  readonly fullWidthSupport: number;
  readonly end?: SceneEnd;
}

const LEAST_RUN_PX = 45;
const MIN_WIDTH_PX = 1;
const MAX_WIDTH_PX = 8;
/** Distance from a state's outline to its second ring, and to the outline stacked behind a merged state. */
export const RING_PX = 2.5;
export const STACK_PX = 3;
const COLOURS: readonly ColourRole[] = ['system', 'user', 'start'];
const SHAPES = ['square', 'circle', 'start'] as const;

export const DASH_PX: readonly number[] = [5, 4];

export const hasUncertain = ({ nodes, edges }: Scene): boolean =>
  nodes.some(({ uncertain }) => uncertain) || edges.some(({ uncertain }) => uncertain);

/** Width of an edge: 1 to 8 px by the square root of its frequency. */
export function edgeWidth(support: number, fullWidthSupport: number): number {
  const share = fullWidthSupport > 0 ? Math.min(1, Math.sqrt(support / fullWidthSupport)) : 0;
  return Math.round((MIN_WIDTH_PX + (MAX_WIDTH_PX - MIN_WIDTH_PX) * share) * 10) / 10;
}

export function fullWidthSupportOf(automaton: DrawnAutomaton): number {
  const { support } = automaton.transitions;
  let most = 1;
  for (let index = 0; index < support.length; index++) most = Math.max(most, support[index]);
  return most;
}

/** Returns the supports in a legend of widths: the largest with one significant digit, a tenth and a hundredth of it. */
export function legendSupports(fullWidthSupport: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, fullWidthSupport)));
  const top = Math.floor(fullWidthSupport / power) * power;
  return [...new Set([top, Math.round(top / 10), Math.round(top / 100)])].filter((support) => support >= 1);
}

/** Returns the picture that every painter draws, without colors, page or fonts. @param grid a cell per shown state */
export function buildScene(
  automaton: DrawnAutomaton,
  tree: SpanningTree,
  bundles: readonly Bundle[],
  grid: Grid,
): Scene {
  const nodes = new Map<number, SceneNode>();
  for (const state of tree.order) nodes.set(state, nodeOf(automaton, grid, state));
  const fullWidthSupport = fullWidthSupportOf(automaton);
  const { direction } = grid.spacing;
  const into = treeBundles(bundles, tree);
  const drawn = bundles.map((bundle) => {
    const from = nodes.get(bundle.from)!;
    const to = nodes.get(bundle.to)!;
    const runPx = grid.columns[grid.cells.get(bundle.to)!.column].labelPx + 6;
    const isTree = into.get(bundle.to) === bundle;
    const widthPx = edgeWidth(bundle.support, fullWidthSupport);
    const shape = curveOf(from, to, { runPx, isTree, widthPx, direction });
    const text = bundleLabel(automaton, bundle, isTree);
    // With main transitions, a state is one tag, which the tree edge shows.
    const isKnown = automaton.transitions.main !== undefined && !isTree && !bundle.through;
    const tags = isKnown ? '' : fittedTags(text, shape.kind, runPx);
    return { bundle, from, to, widthPx, ...shape, tags, count: text.count };
  });
  drawn.sort(
    (first, second) =>
      Number(first.kind === 'tree') - Number(second.kind === 'tree') ||
      first.bundle.support - second.bundle.support ||
      second.bundle.from - first.bundle.from ||
      second.bundle.to - first.bundle.to,
  );
  const { labels, values } = placeLabels(drawn, [...nodes.values()], direction);
  const shown = [...nodes.values()].map((node, at) => ({ ...node, value: values[at] }));
  const edges = drawn.map(
    ({ bundle, from, to, kind, widthPx, curve }, id): SceneEdge => ({
      ...edgeOf(automaton, bundle, from, to),
      id,
      kind,
      widthPx,
      curve,
      path: pathOf(curve),
      arrow: arrowFor(from, to, { kind, curve, widthPx }),
      label: labels[id],
    }),
  );
  return {
    isSmall: false,
    notation: 'dfa',
    direction,
    nodes: shown,
    edges,
    bounds: boundsOf(shown, edges),
    fullWidthSupport,
  };
}

export function withPlacedLabels(scene: Scene): Scene {
  const nodeAt = new Map(scene.nodes.map((node) => [node.state, node]));
  const { labels, values } = placeLabels(
    scene.edges.map(({ kind, curve, widthPx, from, to, label }) => ({
      kind,
      curve,
      widthPx,
      from: nodeAt.get(from)!,
      to: nodeAt.get(to)!,
      tags: label.tags,
      count: label.count,
    })),
    scene.nodes,
    scene.direction,
  );
  const nodes = scene.nodes.map((node, at) => ({ ...node, value: values[at] }));
  const edges = scene.edges.map((edge, at) => ({ ...edge, label: labels[at] }));
  const { left, right, top, bottom } = boundsOf(nodes, edges);
  const { bounds } = scene;
  return {
    ...scene,
    nodes,
    edges,
    bounds: {
      left: Math.min(left, bounds.left),
      right: Math.max(right, bounds.right),
      top: Math.min(top, bounds.top),
      bottom: Math.max(bottom, bounds.bottom),
    },
  };
}

export const edgeOf = (automaton: DrawnAutomaton, bundle: Bundle, from: SceneNode, to: SceneNode) => ({
  from: bundle.from,
  to: bundle.to,
  colour: to.colour === 'start' ? from.colour : to.colour,
  support: bundle.support,
  exact: bundle.exact,
  uncertain: bundle.transitions.every((transition) =>
    isUncertain(automaton.transitions.certainty, transition),
  ),
  transitions: bundle.transitions,
  ...(bundle.through ? { through: bundle.through } : {}),
  title: [
    ...bundle.transitions.map((transition) => describeTransition(automaton, transition)),
    ...(bundle.through ? [`through ${bundle.through.map((state) => `state ${state}`).join(', ')}`] : []),
  ].join('\n'),
});

/** Returns the scene with a dragged state: its edges follow, their labels wait for the next layout. Linear. */
export function movedScene(
  scene: Scene,
  grid: Grid,
  { state, x, y }: { readonly state: number; readonly x: number; readonly y: number },
): Scene {
  const nodes = scene.nodes.map((node) => (node.state === state ? { ...node, x, y, isPlaced: true } : node));
  const nodeAt = new Map(nodes.map((node) => [node.state, node]));
  const edges = scene.edges.map((edge): SceneEdge => {
    if (edge.from !== state && edge.to !== state) return edge;
    const [from, to] = [nodeAt.get(edge.from)!, nodeAt.get(edge.to)!];
    const runPx = scene.isSmall ? 12 : grid.columns[to.level].labelPx + 6;
    const isTree = edge.kind === 'tree';
    const { kind, curve } = curveOf(from, to, { ...edge, runPx, isTree, direction: scene.direction });
    const middle = pointOn(curve, 0, 0.5);
    const label: SceneLabel = { ...edge.label, x: middle.x, y: middle.y, anchor: 'middle', box: null };
    const arrow = arrowFor(from, to, { kind, curve, widthPx: edge.widthPx });
    return { ...edge, kind, curve, path: pathOf(curve), arrow, label };
  });
  const end = scene.end && {
    ...scene.end,
    edges: scene.end.edges.map((edge) =>
      edge.from === state ? endEdgeTo(nodeAt.get(state)!, scene.end!, edge, scene.direction) : edge,
    ),
  };
  return { ...scene, nodes, edges, ...(end ? { end } : {}) };
}

export function endEdgeTo(
  from: SceneNode,
  end: Pick<SceneEnd, 'x' | 'y' | 'radius' | 'halfWidth'>,
  edge: SceneEndEdge,
  direction: Scene['direction'],
): SceneEndEdge {
  const target = { ...from, ...end, state: -1, shape: 'card' as const };
  const { curve } = curveOf(from, target, { runPx: 12, isTree: false, widthPx: edge.widthPx, direction });
  const label = { ...edge.label, box: null };
  return { ...edge, curve, path: pathOf(curve), arrow: arrowOf(curve, edge.widthPx), label };
}

/** The reading direction shows where an edge goes, unless people moved its states. */
function arrowFor(
  from: SceneNode,
  to: SceneNode,
  { kind, curve, widthPx }: Pick<SceneEdge, 'kind' | 'curve' | 'widthPx'>,
): SceneEdge['arrow'] {
  const isRead = from.level < to.level && kind !== 'back' && !from.isPlaced && !to.isPlaced;
  return isRead && !from.lines && !to.lines ? null : arrowOf(curve, widthPx);
}

function nodeOf(automaton: DrawnAutomaton, grid: Grid, state: number): SceneNode {
  const cell = grid.cells.get(state)!;
  const [along, across] = [grid.columns[cell.column].x, cell.row * grid.spacing.rowPx];
  const { direction, steps } = grid.spacing;
  const isDown = direction === 'down';
  const placed = placeOf(automaton, state, direction);
  return {
    ...circleOf(automaton, state),
    level: cell.column,
    x: placed?.x ?? (isDown ? across : along),
    y: placed?.y ?? (isDown ? along + STEP_PX * (((cell.row % steps) + steps) % steps) : across),
    ...(placed ? { isPlaced: true } : {}),
  };
}

/** Returns a state as a circle of the DFA notation or another small shape, without a position. */
export function circleOf(automaton: DrawnAutomaton, state: number): Omit<SceneNode, 'level' | 'x' | 'y'> {
  const { support, ends, merged, roles } = automaton.states;
  const within = automaton.states.within?.[state] ?? 0;
  const label = within > 0 ? `+${formatCount(within)}` : '';
  const share = automaton.dialogues > 0 ? support[state] / automaton.dialogues : 0;
  const radius = radiusOf(label, share);
  return {
    state,
    radius,
    halfWidth: radius,
    shape: state === 0 ? 'start' : within > 0 ? 'box' : SHAPES[roles[state]],
    colour: state === 0 ? 'start' : isUnnamedState(automaton, state) ? 'untagged' : COLOURS[roles[state]],
    accepting: endsHere(ends[state], support[state]),
    merged: merged[state],
    uncertain: isUncertain(automaton.states.certainty, state),
    label,
    value: formatCount(state === 0 ? automaton.dialogues : support[state]),
    ...(automaton.states.colours?.[state] ? { swatch: automaton.states.colours[state] } : {}),
    title: describeState(automaton, state),
  };
}

export function cornerOf({
  shape,
  colour,
  isAgent = colour === 'system',
  radius,
}: Pick<SceneNode, 'shape' | 'colour' | 'isAgent' | 'radius'>): number | null {
  if (shape === 'card') return isAgent ? 4 : Math.min(radius, 18);
  return shape === 'square' ? 4 : shape === 'box' ? 0 : null;
}

const endsHere = (ends: number, support: number): boolean => ends > 0 && ends >= 0.2 * support;

/** 9 to 11 px by the square root of the state's share of dialogues, so that two states fit above one another. */
function radiusOf(label: string, share: number): number {
  if (label !== '') return 11;
  return 9 + Math.round(4 * Math.sqrt(Math.min(1, share))) / 2;
}

/** Returns the extent of a state's outline and ring from its center, up and down, in px. */
export function outerRadius(node: SceneNode): number {
  return node.radius + (node.accepting ? RING_PX + 0.5 : 0) + 0.75;
}

/** Returns the same extent to the left and right, in px. */
export const outerWidth = (node: SceneNode): number => outerRadius(node) + node.halfWidth - node.radius;

export function curveOf(
  from: SceneNode,
  to: SceneNode,
  {
    runPx,
    isTree,
    widthPx,
    direction,
  }: { runPx: number; isTree: boolean; widthPx: number; direction: Scene['direction'] },
): { kind: EdgeKind; curve: Curve } {
  const isDown = direction === 'down';
  // From the top down, curves are those from left to right with the axes swapped; back edges avoid the labels.
  const port = (node: SceneNode, isBack = false): Port =>
    isDown
      ? { x: node.y, y: isBack ? -node.x : node.x, reach: outerRadius(node), across: outerWidth(node) }
      : { x: node.x, y: node.y, reach: outerWidth(node), across: outerRadius(node) };
  const turned = (curve: Curve, isBack = false): Curve =>
    isDown ? mapCurve(curve, (x, y) => [isBack ? -y : y, x]) : curve;
  if (from.state === to.state) return { kind: 'loop', curve: turned(loopCurve(port(from), widthPx)) };
  const [start, end] = [port(from), port(to)];
  const leastRunPx = from.shape === 'card' ? start.reach + end.reach + 16 : LEAST_RUN_PX;
  if (end.x - start.x >= leastRunPx) {
    const curve = forwardCurve(start, end, isDown ? 12 : runPx);
    return { kind: isTree ? 'tree' : 'cross', curve: turned(curve) };
  }
  const curve =
    Math.abs(end.x - start.x) < leastRunPx
      ? turned(sideCurve(start, end))
      : turned(backCurve(port(from, true), port(to, true)), true);
  return { kind: isTree ? 'tree' : 'back', curve };
}

function boundsOf(nodes: readonly SceneNode[], edges: readonly SceneEdge[]): Box {
  let [left, top, right, bottom] = [0, 0, 0, 0];
  const cover = (x: number, y: number, by: number): void => {
    left = Math.min(left, x - by);
    right = Math.max(right, x + by);
    top = Math.min(top, y - by);
    bottom = Math.max(bottom, y + by);
  };
  for (const node of nodes) {
    cover(node.x, node.y, STATE_PX + 3);
    cover(valueBox(node).right, valueBox(node).top, 0);
  }
  for (const edge of edges) {
    for (let at = 0; at < edge.curve.length; at += 2) cover(edge.curve[at], edge.curve[at + 1], edge.widthPx);
    if (edge.label.box) {
      cover(edge.label.box.left, edge.label.box.top, 0);
      cover(edge.label.box.right, edge.label.box.bottom, 0);
    }
  }
  return { left, top, right, bottom };
}
