import { isEndDrawn } from '../../../domain/automaton.ts';
import { formatCount, formatShare } from '../../../domain/figure-text.ts';
import { type DrawnAutomaton, isUncertain, placeOf } from '../drawn-automaton.ts';
import type { Grid } from '../grid/grid.ts';
import { placeCounts } from '../labels/edge-labels.ts';
import { textWidth, wordsOf, wrapWords } from '../labels/label-text.ts';
import type { Box } from '../labels/taken-boxes.ts';
import { describeState, isUnnamedState, stateName } from '../scene/describe.ts';
import { arrowOf, type Curve, mapCurve, pathOf } from '../scene/edge-curve.ts';
import {
  type ColourRole,
  curveOf,
  edgeOf,
  edgeWidth,
  endEdgeTo,
  fullWidthSupportOf,
  type Scene,
  type SceneEdge,
  type SceneEnd,
  type SceneNode,
} from '../scene/scene.ts';
import type { Bundle } from '../shown/bundles.ts';
import type { SpanningTree } from '../shown/spanning-tree.ts';
import {
  LEAST_SCALE,
  NAME_FONT_PX,
  NAME_LINE_PX,
  SHARE_FONT_PX,
  SHARE_GAP_PX,
  TOTAL_FONT_PX,
  TOTAL_LINE_PX,
  USUAL_STAGE,
} from './card-measures.ts';
import { countCrossings, pointsAlong } from './crossings.ts';
import { type ElkSection, layOutLayered } from './elk.ts';

const WIDEST_NAME_PX = 128;
/** A word is cut only if it alone is wider than this. */
const WIDEST_WORD_PX = 240;
const MOST_LINES = 3;
const PAD_X_PX = 11;
const PAD_Y_PX = 6;
const LEAST_HALF_PX = 46;
const MARGIN_PX = 6;
const COLOURS: readonly ColourRole[] = ['system', 'user', 'start'];

/**
 * The scene of the box notation: cards with name, total and share, and one end, laid out in layers by ELK. States that
 * people placed stay there.
 * @param ratio wanted width / height; null for any
 */
export function buildCards(
  automaton: DrawnAutomaton,
  tree: SpanningTree,
  bundles: readonly Bundle[],
  grid: Grid,
  ratio: number | null,
): Scene {
  const { direction } = grid.spacing;
  const fullWidthSupport = fullWidthSupportOf(automaton);
  const cards = [...tree.order].map((state) => cardOf(automaton, state, tree.levels[state]));
  const ending = cards.filter(({ state }) => isEndDrawn(state, automaton.states.ends, automaton.dialogues));
  const { nodes, nodeAt, laidOut, drawn } = drawnBest({
    automaton,
    tree,
    bundles,
    cards,
    ending,
    direction,
    ratio,
  });
  drawn.sort(
    (first, second) =>
      first.bundle.support - second.bundle.support ||
      second.bundle.from - first.bundle.from ||
      second.bundle.to - first.bundle.to,
  );
  const end = endOf(automaton, ending, nodeAt, laidOut, direction);
  const counts = placeCounts(
    [
      ...drawn,
      ...(end?.edges ?? []).map(({ curve, widthPx, support }) => ({
        curve,
        widthPx,
        count: formatCount(support),
      })),
    ],
    [...nodes, ...(end ? [end] : [])],
  );
  const edges = drawn.map(
    ({ bundle, from, to, widthPx, curve, kind }, id): SceneEdge => ({
      ...edgeOf(automaton, bundle, from, to),
      id,
      kind,
      widthPx,
      curve,
      path: pathOf(curve),
      arrow: arrowOf(curve, widthPx),
      label: counts[id],
    }),
  );
  const shownEnd = end && {
    ...end,
    edges: end.edges.map((edge, at) => ({ ...edge, label: counts[drawn.length + at] })),
  };
  return {
    notation: 'boxes',
    direction,
    nodes,
    edges,
    bounds: boundsOf([...nodes, ...(end ? [end] : [])], [...edges, ...(shownEnd?.edges ?? [])]),
    fullWidthSupport,
    ...(shownEnd ? { end: shownEnd } : {}),
  };
}

interface CardPicture {
  readonly automaton: DrawnAutomaton;
  readonly tree: SpanningTree;
  readonly bundles: readonly Bundle[];
  readonly cards: readonly SceneNode[];
  readonly ending: readonly SceneNode[];
  readonly direction: Scene['direction'];
  readonly ratio: number | null;
}

/**
 * Uses as many columns as stay readable, since more columns usually mean fewer crossings. One column fewer is tried
 * only for small pictures, small letters or tangled lines, because a layout takes time.
 */
function drawnBest(picture: CardPicture): ReturnType<typeof drawnIn> {
  const { cards, direction, ratio } = picture;
  const columns = chooseColumns(cards, direction, ratio);
  const first = drawnIn(picture, columns);
  if (columns <= COLUMNS.least || cards.length > MOST_TRIED) return first;
  const page = pageOf(ratio);
  const scaleOf = ({ laidOut: { width, height } }: typeof first): number =>
    Math.min((page.width - 2 * PAGE_PAD_PX) / width, (page.height - 2 * PAGE_PAD_PX) / height);
  const scale = scaleOf(first);
  const crossings = crossingsOf(first);
  const isClear = scale >= LEAST_SCALE && crossings <= TANGLED * first.drawn.length;
  if (isClear && cards.length > SMALL) return first;
  const second = drawnIn(picture, columns - 1);
  const isReadable = scaleOf(second) >= LEAST_SCALE;
  if (isReadable && scale < LEAST_SCALE) return second;
  const isLarger = isReadable || scaleOf(second) > scale;
  return isLarger && crossingsOf(second) <= crossings ? second : first;
}

const crossingsOf = ({ nodeAt, drawn }: ReturnType<typeof drawnIn>): number =>
  countCrossings(
    drawn
      .filter(({ from, to }) => from !== to)
      .map(({ from, to, curve }) => ({ from: from.state, to: to.state, points: pointsAlong(curve, 4) })),
    new Map([...nodeAt].map(([state, { x, y }]) => [state, [x, y] as const])),
  );

function drawnIn(
  { automaton, tree, bundles, cards, ending, direction, ratio }: CardPicture,
  columns: number,
) {
  const fullWidthSupport = fullWidthSupportOf(automaton);
  const inColumns = cards.map((card) => ({ ...card, level: columnOf(card.level, columns) }));
  const laidOut = fitted({ cards: inColumns, ending, bundles, automaton, direction }, ratio);
  const nodes = cards.map((card): SceneNode => {
    const placed = placeOf(automaton, card.state, direction);
    const { x, y } = placed ?? laidOut.places.get(String(card.state)) ?? { x: 0, y: 0 };
    return { ...card, x, y, ...(placed ? { isPlaced: true } : {}) };
  });
  const nodeAt = new Map(nodes.map((node) => [node.state, node]));
  const reachOf = new Map<number, number>();
  for (const { x, y, halfWidth, radius, level } of nodes) {
    const column = columnOf(level, columns);
    const reach = direction === 'right' ? x + halfWidth : y + radius;
    reachOf.set(column, Math.max(reach, reachOf.get(column) ?? reach));
  }
  const drawn = bundles.flatMap((bundle, at) => {
    const [from, to] = [nodeAt.get(bundle.from), nodeAt.get(bundle.to)];
    if (!from || !to) return [];
    const widthPx = edgeWidth(bundle.support, fullWidthSupport);
    const isTree = tree.parents[bundle.to] === bundle.from && bundle.from !== bundle.to;
    const routed = laidOut.curves.get(`e${at}`);
    const isMoved = from.isPlaced || to.isPlaced;
    const isBeside = from.state !== to.state && columnOf(from.level, columns) === columnOf(to.level, columns);
    const own = (): Curve =>
      from.state === to.state
        ? loopOver(from, direction)
        : curveOf(from, to, { runPx: 12, isTree, widthPx, direction }).curve;
    const beside = (): Curve =>
      besideColumn(from, to, reachOf.get(columnOf(to.level, columns)) ?? 0, direction);
    const curve = isMoved ? own() : (routed ?? (isBeside ? beside() : own()));
    const along = direction === 'right' ? to.x - from.x : to.y - from.y;
    const kind: SceneEdge['kind'] =
      bundle.from === bundle.to ? 'loop' : along < 0 ? 'back' : isTree ? 'tree' : 'cross';
    const count = `${bundle.through ? `⋯ +${bundle.through.length} ` : ''}${bundle.exact ? '' : '≤'}${formatCount(bundle.support)}`;
    return [{ bundle, from, to, widthPx, curve, kind, count }];
  });
  return { nodes, nodeAt, laidOut, drawn };
}

const totalWidth = (value: string): number => textWidth(value, TOTAL_FONT_PX) * 1.06;

export function cardOf(automaton: DrawnAutomaton, state: number, level: number): SceneNode {
  const { support, roles, certainty, colours, within } = automaton.states;
  const total = state === 0 ? automaton.dialogues : support[state];
  const folded = within?.[state] ?? 0;
  const name = stateName(automaton, state);
  const words = wordsOf(name).map((word) => textWidth(word.trimEnd(), NAME_FONT_PX));
  const linePx = Math.min(WIDEST_WORD_PX, Math.max(WIDEST_NAME_PX, ...words));
  const lines = wrapWords(name, NAME_FONT_PX, linePx, MOST_LINES);
  const value = formatCount(total);
  const share =
    state === 0 || automaton.dialogues === 0 ? '' : formatShare(total / automaton.dialogues, { rough: true });
  const totalPx = totalWidth(value) + (share === '' ? 0 : SHARE_GAP_PX + textWidth(share, SHARE_FONT_PX));
  const widest = Math.max(totalPx, ...lines.map((line) => textWidth(line, NAME_FONT_PX)));
  const isUser = roles[state] === 1;
  return {
    state,
    level,
    x: 0,
    y: 0,
    radius: PAD_Y_PX + (lines.length * NAME_LINE_PX + TOTAL_LINE_PX) / 2,
    halfWidth: Math.max(LEAST_HALF_PX, Math.ceil(widest / 2) + PAD_X_PX + (isUser ? 4 : 0)),
    shape: 'card',
    colour: state === 0 ? 'start' : isUnnamedState(automaton, state) ? 'untagged' : COLOURS[roles[state]],
    isAgent: roles[state] === 0,
    accepting: false,
    merged: folded > 0 ? folded : 1,
    uncertain: isUncertain(certainty, state),
    label: '',
    lines,
    value,
    share,
    ...(colours?.[state] ? { swatch: colours[state] } : {}),
    title: describeState(automaton, state),
  };
}

/** The least estimated scale at which the smallest letters can be read; layouts turn out a little narrower. */
const ESTIMATED_SCALE = 0.775;
const PAGE_PAD_PX = 22;
const MOST_TRIED = 40;
const COLUMNS = { least: 4, most: 12 };
const SMALL = 12;
/** In pictures with at most this many states, ELK tries twice as long to avoid crossings. */
const MOST_THOROUGH = 24;
/** Crossings per line from which another number of columns is tried. */
const TANGLED = 2;
/** Estimated width of the lines between two columns beyond `NEAR.between`, in px. */
const LINES_PX = 30;

const pageOf = (ratio: number | null): { readonly width: number; readonly height: number } =>
  ratio === null ? USUAL_STAGE : { width: USUAL_STAGE.height * ratio, height: USUAL_STAGE.height };

/** A state beyond the last column goes into the last one or the one before, by speaker, because speakers alternate. */
const columnOf = (level: number, columns: number): number =>
  level < columns ? level : columns - 1 - ((level - columns + 1) % 2);

function chooseColumns(
  cards: readonly SceneNode[],
  direction: Scene['direction'],
  ratio: number | null,
): number {
  const page = pageOf(ratio);
  const deepest = Math.max(0, ...cards.map(({ level }) => level)) + 1;
  let best = { columns: deepest, scale: 0 };
  for (
    let columns = Math.min(deepest, COLUMNS.most);
    columns >= Math.min(deepest, COLUMNS.least);
    columns--
  ) {
    const along = new Float64Array(columns);
    const across = new Float64Array(columns);
    for (const { level, halfWidth, radius } of cards) {
      const at = columnOf(level, columns);
      const [deep, wide] = direction === 'right' ? [halfWidth, radius] : [radius, halfWidth];
      along[at] = Math.max(along[at], 2 * deep);
      across[at] += 2 * wide + NEAR.beside;
    }
    const length = along.reduce((sum, one) => sum + one + NEAR.between + LINES_PX, 2 * LEAST_END_HALF_PX);
    const breadth = Math.max(...across);
    const scale =
      direction === 'right'
        ? Math.min(page.width / length, page.height / breadth)
        : Math.min(page.height / length, page.width / breadth);
    if (scale >= ESTIMATED_SCALE) return columns;
    if (scale > best.scale) best = { columns, scale };
  }
  return best.columns;
}

interface CardsInput {
  /** In the columns of their levels. */
  readonly cards: readonly SceneNode[];
  readonly ending: readonly SceneNode[];
  readonly bundles: readonly Bundle[];
  readonly automaton: DrawnAutomaton;
  readonly direction: Scene['direction'];
}

interface Placement {
  readonly places: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  readonly curves: ReadonlyMap<string, Curve>;
  readonly width: number;
  readonly height: number;
}

const NEAR = { between: 40, beside: 16 };
/** The most px added between two columns, and the most px that states of a column are moved apart. */
const MOST_WIDER_PX = 110;
const MOST_HIGHER = 1.6;
const FILLED = 0.92;

/** Laid out compactly, and then stretched in one direction if the picture has to fill a page. */
function fitted(asked: CardsInput, ratio: number | null): Placement {
  const close = laidOutClosely(asked);
  return ratio === null || close.width === 0 ? close : stretched(asked, close, ratio);
}

/** Moves columns, or the states in them, apart. The order of the states, and so the crossings, stay. */
function stretched(asked: CardsInput, close: Placement, ratio: number): Placement {
  const isRight = asked.direction === 'right';
  const [along, across] = isRight ? [close.width, close.height] : [close.height, close.width];
  const wanted = isRight ? ratio : 1 / ratio;
  const halfOf = new Map(
    asked.cards.map(({ state, halfWidth, radius }) => [String(state), isRight ? halfWidth : radius]),
  );
  halfOf.set('end', isRight ? endHalfPx(asked.automaton) : END_RADIUS_PX);
  const bands = bandsOf(
    [...close.places].map(([id, { x, y }]) => ({ at: isRight ? x : y, half: halfOf.get(id) ?? 0 })),
  );
  const gaps = bands.length - 1;
  const wider =
    gaps < 1 ? 0 : Math.max(0, Math.min(MOST_WIDER_PX, (FILLED * wanted * across - along) / gaps));
  const higher = Math.max(1, Math.min(MOST_HIGHER, (FILLED * along) / wanted / Math.max(1, across)));
  const moved = (at: number): number => at + wider * bandsBefore(bands, at);
  const places = new Map(
    [...close.places].map(([id, { x, y }]) => [
      id,
      isRight ? { x: moved(x), y: higher * y } : { x: higher * x, y: moved(y) },
    ]),
  );
  const curves = new Map(
    [...close.curves].map(([id, curve]) => {
      const { from, to } = endsOf(asked, id);
      const ends = [close.places.get(from), close.places.get(to)];
      /** A line stays where it meets its card. */
      const kept = (at: number): number => {
        const place = at < 4 ? ends[0] : at >= curve.length - 4 ? ends[1] : undefined;
        const own = at < 4 ? curve[isRight ? 1 : 0]! : curve.at(isRight ? -1 : -2)!;
        return place ? (1 - higher) * (own - (isRight ? place.y : place.x)) : 0;
      };
      return [
        id,
        curve.map((value, at) => ((at % 2 === 0) === isRight ? moved(value) : higher * value + kept(at))),
      ] as const;
    }),
  );
  const [longer, broader] = [along + wider * Math.max(0, gaps), higher * across];
  return isRight
    ? { places, curves, width: longer, height: broader }
    : { places, curves, width: broader, height: longer };
}

/** The states of a line of the layout. */
function endsOf({ bundles }: CardsInput, id: string): { readonly from: string; readonly to: string } {
  if (id.startsWith('end')) return { from: id.slice('end'.length), to: 'end' };
  const bundle = bundles[Number(id.slice(1))]!;
  return { from: String(bundle.from), to: String(bundle.to) };
}

interface Band {
  readonly first: number;
  readonly last: number;
}

function bandsOf(states: readonly { readonly at: number; readonly half: number }[]): Band[] {
  const bands: { first: number; last: number }[] = [];
  for (const { at, half } of [...states].sort((one, other) => one.at - one.half - other.at + other.half)) {
    const band = bands.at(-1);
    if (band && at - half < band.last) band.last = Math.max(band.last, at + half);
    else bands.push({ first: at - half, last: at + half });
  }
  return bands;
}

/** Returns how many columns lie before a point, with the part of the gap to the next one. */
function bandsBefore(bands: readonly Band[], at: number): number {
  const next = bands.findIndex(({ last }) => at <= last);
  if (next === -1) return Math.max(0, bands.length - 1);
  const band = bands[next]!;
  const before = bands[next - 1];
  if (!before || at >= band.first) return next;
  return next - 1 + (at - before.last) / (band.first - before.last);
}

function laidOutClosely({ cards, ending, bundles, automaton, direction }: CardsInput): Placement {
  const shown = new Map(cards.map(({ state, level }) => [state, level]));
  // ELK lays out lines along the columns, in any direction.
  const isBack = (from: number, to: number): boolean => (shown.get(to) ?? 0) < (shown.get(from) ?? 0);
  const answer = layOutLayered({
    id: 'picture',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': direction === 'right' ? 'RIGHT' : 'DOWN',
      'elk.edgeRouting': 'SPLINES',
      'elk.layered.edgeRouting.splines.mode': 'CONSERVATIVE',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
      'elk.partitioning.activate': 'true',
      'elk.layered.thoroughness': cards.length <= MOST_THOROUGH ? '15' : '7',
      'elk.randomSeed': '1',
      'elk.spacing.nodeNode': String(NEAR.beside),
      'elk.spacing.edgeNode': '10',
      'elk.spacing.edgeEdge': '6',
      'elk.layered.spacing.nodeNodeBetweenLayers': String(NEAR.between),
      'elk.layered.spacing.edgeNodeBetweenLayers': '10',
      'elk.layered.spacing.edgeEdgeBetweenLayers': '5',
      'elk.padding': '[left=0,top=0,right=0,bottom=0]',
    },
    children: [
      ...cards.map(({ state, radius, halfWidth, level }) => ({
        id: String(state),
        width: 2 * halfWidth,
        height: 2 * radius,
        layoutOptions: { 'elk.partitioning.partition': String(level) },
      })),
      ...(ending.length > 0
        ? [
            {
              id: 'end',
              width: 2 * endHalfPx(automaton),
              height: 2 * END_RADIUS_PX,
              layoutOptions: { 'elk.partitioning.partition': String(COLUMNS.most) },
            },
          ]
        : []),
    ],
    edges: [
      ...bundles.flatMap(({ from, to }, at) => {
        // Lines to the start, and within a column, are drawn separately.
        if (to === 0 || !shown.has(from) || !shown.has(to) || shown.get(from) === shown.get(to)) return [];
        const [first, last] = isBack(from, to) ? [to, from] : [from, to];
        return [{ id: `e${at}`, sources: [String(first)], targets: [String(last)] }];
      }),
      ...ending.map(({ state }) => ({ id: `end${state}`, sources: [String(state)], targets: ['end'] })),
    ],
  });
  const places = new Map(
    answer.children.map(({ id, x, y, width, height }) => [id, { x: x + width / 2, y: y + height / 2 }]),
  );
  const curves = new Map(
    answer.edges.flatMap(({ id, sections }) => {
      if (!sections?.[0]) return [];
      const curve = curveAlong(sections[0], direction === 'right' ? 0 : 1);
      const bundle = id.startsWith('end') ? undefined : bundles[Number(id.slice(1))];
      return [[id, bundle && isBack(bundle.from, bundle.to) ? reversed(curve) : curve] as const];
    }),
  );
  return {
    places,
    curves,
    width: Math.max(0, ...answer.children.map(({ x, width }) => x + width)),
    height: Math.max(0, ...answer.children.map(({ y, height }) => y + height)),
  };
}

/**
 * ELK's bend points are control points of cubic pieces if their number fits; otherwise a line.
 * @param axis of the layers: 0 for x, 1 for y
 */
function curveAlong({ startPoint, bendPoints = [], endPoint }: ElkSection, axis: 0 | 1): Curve {
  const points = [startPoint, ...bendPoints, endPoint].map(({ x, y }): Point => [x, y]);
  if (bendPoints.length % 3 === 2) return withLeads(points, axis).flat();
  const curve: number[] = [...points[0]!];
  for (let at = 1; at < points.length; at++) {
    const [[ax, ay], [bx, by]] = [points[at - 1]!, points[at]!];
    const [dx, dy] = [(bx - ax) / 3, (by - ay) / 3];
    curve.push(ax + dx, ay + dy, bx - dx, by - dy, bx, by);
  }
  return curve;
}

type Point = [x: number, y: number];

/**
 * ELK often adds a tiny hook at a spline's end, which leaves the arrow without a direction. The hook becomes part of
 * the next piece, which then meets the box straight.
 */
function withLeads(points: readonly Point[], axis: 0 | 1): readonly Point[] {
  const isHook = ([a, b]: readonly Point[]): boolean => Math.hypot(a![0] - b![0], a![1] - b![1]) < 0.5;
  const led = (curve: readonly Point[]): Point[] => {
    if (!isHook(curve)) return [...curve];
    const [start, , , , ...rest] = curve as [Point, ...Point[]];
    // The curve had only a hook.
    const onward = rest.length === 0 ? curve.slice(2) : rest.slice(1);
    const lead: Point = [...start];
    lead[axis] += (onward.at(rest.length === 0 ? -1 : 1)![axis] - start[axis]) / 2;
    return [start, lead, ...onward];
  };
  return led(led(points).reverse()).reverse();
}

/** A flat arc from a state to itself, between two cards. */
function loopOver({ x, y, halfWidth, radius }: SceneNode, direction: Scene['direction']): Curve {
  const high = NEAR.beside;
  return direction === 'right'
    ? [x - 10, y - radius, x - 22, y - radius - high, x + 22, y - radius - high, x + 10, y - radius]
    : [
        x - halfWidth,
        y - 6,
        x - halfWidth - high,
        y - 16,
        x - halfWidth - high,
        y + 16,
        x - halfWidth,
        y + 6,
      ];
}

/**
 * An arc beside a column, between two of its states.
 * @param reach the end of the column
 */
function besideColumn(from: SceneNode, to: SceneNode, reach: number, direction: Scene['direction']): Curve {
  const isRight = direction === 'right';
  const port = ({ x, y, halfWidth, radius }: SceneNode): readonly [number, number] =>
    isRight ? [x + halfWidth, y] : [y + radius, x];
  const [[start, first], [end, last]] = [port(from), port(to)];
  const away = reach + 20 + 0.4 * (reach - Math.min(start, end));
  const shift = first < last ? 5 : -5;
  const curve = [start, first + shift, away, first + shift, away, last - shift, end, last - shift];
  return isRight ? curve : mapCurve(curve, (along, across) => [across, along]);
}

function reversed(curve: Curve): Curve {
  const back: number[] = [];
  for (let at = curve.length - 2; at >= 0; at -= 2) back.push(curve[at], curve[at + 1]);
  return back;
}

const LEAST_END_HALF_PX = 34;
const END_RADIUS_PX = 22;

const endHalfPx = ({ dialogues }: DrawnAutomaton): number =>
  Math.max(LEAST_END_HALF_PX, Math.ceil(totalWidth(formatCount(dialogues)) / 2) + PAD_X_PX);

function endOf(
  automaton: DrawnAutomaton,
  ending: readonly SceneNode[],
  nodeAt: ReadonlyMap<number, SceneNode>,
  laidOut: Placement,
  direction: Scene['direction'],
): SceneEnd | null {
  const place = laidOut.places.get('end');
  if (!place) return null;
  const { ends } = automaton.states;
  const end = { ...place, halfWidth: endHalfPx(automaton), radius: END_RADIUS_PX };
  const drawn = ending.reduce((sum, { state }) => sum + ends[state], 0);
  const all = automaton.dialogues;
  const notDrawn = all - Array.from(ends).reduce((sum, count) => sum + count, 0);
  const atFew = all - notDrawn - drawn;
  return {
    ...end,
    value: formatCount(all),
    title:
      drawn === all
        ? `All ${formatCount(all)} dialogues end here.`
        : [
            `${formatCount(drawn)} of ${formatCount(all)} dialogues end at a state with a line to this box.`,
            ...(atFew > 0 ? [`${formatCount(atFew)} end at states where few dialogues end.`] : []),
            ...(notDrawn > 0 ? [`${formatCount(notDrawn)} end with a turn that is not drawn.`] : []),
          ].join(' '),
    edges: ending.map(({ state }) => {
      const from = nodeAt.get(state)!;
      const support = ends[state];
      const widthPx = edgeWidth(support, fullWidthSupportOf(automaton));
      const curve = laidOut.curves.get(`end${state}`) ?? [
        from.x,
        from.y,
        from.x,
        from.y,
        place.x,
        place.y,
        place.x,
        place.y,
      ];
      const edge = {
        from: state,
        support,
        widthPx,
        curve,
        path: pathOf(curve),
        arrow: arrowOf(curve, widthPx),
        label: {
          tags: '',
          count: formatCount(support),
          x: place.x,
          y: place.y,
          anchor: 'middle' as const,
          box: null,
        },
        title: `${formatCount(support)} of ${formatCount(automaton.states.support[state])} dialogues that reach ${stateName(automaton, state)} end there.`,
      };
      return from.isPlaced ? endEdgeTo(from, end, edge, direction) : edge;
    }),
  };
}

const boxAround = ({
  x,
  y,
  halfWidth,
  radius,
}: Pick<SceneNode, 'x' | 'y' | 'halfWidth' | 'radius'>): Box => ({
  left: x - halfWidth,
  right: x + halfWidth,
  top: y - radius,
  bottom: y + radius,
});

/** Everything drawn; the control points' hull bounds each curve. */
export function boundsOf(
  boxes: readonly Pick<SceneNode, 'x' | 'y' | 'halfWidth' | 'radius'>[],
  edges: readonly Pick<SceneEdge, 'curve' | 'widthPx'>[],
): Box {
  const all = [
    ...boxes.map(boxAround),
    ...edges.flatMap(({ curve, widthPx }) =>
      Array.from({ length: curve.length / 2 }, (_, at) => ({
        left: curve[2 * at] - widthPx,
        right: curve[2 * at] + widthPx,
        top: curve[2 * at + 1] - widthPx,
        bottom: curve[2 * at + 1] + widthPx,
      })),
    ),
  ];
  const margin = MARGIN_PX;
  return {
    left: Math.min(...all.map(({ left }) => left)) - margin,
    right: Math.max(...all.map(({ right }) => right)) + margin,
    top: Math.min(...all.map(({ top }) => top)) - margin,
    bottom: Math.max(...all.map(({ bottom }) => bottom)) + margin,
  };
}
