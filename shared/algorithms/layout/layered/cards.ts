import { isEndDrawn } from '../../../domain/automaton.ts';
import { formatCount, formatShare } from '../../../domain/figure-text.ts';
import { type DrawnAutomaton, isUncertain, placeOf } from '../drawn-automaton.ts';
import type { Arrangement } from '../grid/spacing.ts';
import { bundleLabel, placeCounts } from '../labels/edge-labels.ts';
import { fitTags, textWidth, wordsOf, wrapWords } from '../labels/label-text.ts';
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
import { type ArrangedCard, arrange, type Drawn } from './arrange.ts';
import {
  NAME_LINE_PX,
  SHARE_GAP_PX,
  TEXT_FONT_PX,
  TOTAL_FONT_PX,
  TOTAL_LINE_PX,
  USUAL_STAGE,
} from './card-measures.ts';
import { boxesBeside, circleWithTags, loopAt, roomOf } from './circles.ts';
import type { Seat } from './seats.ts';

const WIDEST_NAME_PX = 128;
/** The width of a card in px from which a single long word is cut. */
const WIDEST_WORD_PX = 240;
const MOST_LINES = 3;
const PAD_X_PX = 11;
const PAD_Y_PX = 6;
const LEAST_HALF_PX = 46;
const MARGIN_PX = 6;
const COLOURS: readonly ColourRole[] = ['system', 'user', 'start'];

/**
 * The scene of a small picture, in columns and rows where few lines cross. States that people placed stay there.
 * @param ratio wanted width / height; null for any
 * @param earlier the cells of the states in the picture before
 */
export function buildCards(
  automaton: DrawnAutomaton,
  tree: SpanningTree,
  bundles: readonly Bundle[],
  { notation, direction, ratio }: Arrangement,
  earlier: CardSeats | null,
): { readonly scene: Scene; readonly seats: CardSeats } {
  const fullWidthSupport = fullWidthSupportOf(automaton);
  const isBoxes = notation === 'boxes';
  const cards = [...tree.order].map((state) => ({
    ...(isBoxes ? cardOf(automaton, state) : circleWithTags(automaton, state, direction)),
    level: tree.levels[state],
  }));
  const ending = cards.filter(
    ({ state }) => isBoxes && isEndDrawn(state, automaton.states.ends, automaton.dialogues),
  );
  const picture = { automaton, tree, bundles, cards, ending, direction, ratio, earlier };
  const arrangement = arranged(picture);
  const { nodes } = arrangement;
  const nodeAt = new Map(nodes.map((node) => [node.state, node]));
  const drawn = linesBetween(picture, nodeAt, arrangement.curveOf);
  drawn.sort(
    (first, second) =>
      first.bundle.support - second.bundle.support ||
      second.bundle.from - first.bundle.from ||
      second.bundle.to - first.bundle.to,
  );
  const end = endOf(picture, nodeAt, arrangement);
  const counts = placeCounts(
    [
      ...drawn,
      ...(end?.edges ?? []).map(({ curve, widthPx, support }) => ({
        curve,
        widthPx,
        count: formatCount(support),
      })),
    ],
    [...nodes, ...nodes.flatMap(boxesBeside), ...(end ? [end] : [])],
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
  const lines = [...edges, ...(shownEnd?.edges ?? [])];
  const figures = lines.flatMap(({ label: { box } }) => (box ? [box] : []));
  const scene: Scene = {
    isSmall: true,
    notation,
    direction,
    nodes,
    edges,
    bounds: boundsOf([...nodes, ...nodes.flatMap(boxesBeside), ...(end ? [end] : [])], lines, figures),
    fullWidthSupport,
    ...(shownEnd ? { end: shownEnd } : {}),
  };
  return { scene, seats: arrangement.seats };
}

export interface CardSeats {
  readonly columns: number;
  readonly rows: number;
  readonly direction: Arrangement['direction'];
  readonly of: ReadonlyMap<number, Seat>;
  readonly end: Seat | null;
  readonly drawn: Drawn;
}

interface CardPicture {
  readonly automaton: DrawnAutomaton;
  readonly tree: SpanningTree;
  readonly bundles: readonly Bundle[];
  readonly cards: readonly SceneNode[];
  readonly ending: readonly SceneNode[];
  readonly direction: Scene['direction'];
  readonly ratio: number | null;
  readonly earlier: CardSeats | null;
}

function arranged({ automaton, bundles, cards, ending, direction, ratio, earlier }: CardPicture) {
  const isRight = direction === 'right';
  const fullWidthSupport = fullWidthSupportOf(automaton);
  const loops = new Set(bundles.filter(({ from, to }) => from === to).map(({ from }) => from));
  const measured = cards.map((card): ArrangedCard => {
    const { state, halfWidth, radius, level } = card;
    const [along, across] = isRight ? [halfWidth, radius] : [radius, halfWidth];
    return {
      level,
      before: loops.has(state) ? LOOP_PX : 0,
      ...(card.shape === 'card' ? { along, across } : roomOf(card)),
    };
  });
  const end = { level: 0, along: endHalfPx(automaton), across: END_RADIUS_PX, before: 0 };
  const hasEnd = ending.length > 0;
  if (hasEnd) measured.push(isRight ? end : { ...end, along: end.across, across: end.along });
  const at = new Map(cards.map(({ state }, index) => [state, index]));
  const lineOf = (from: number, to: number, support: number) => ({
    from,
    to,
    widthPx: edgeWidth(support, fullWidthSupport),
    share: support / Math.max(1, automaton.dialogues),
  });
  const joined = bundles.filter(({ from, to }) => from !== to && at.has(from) && at.has(to));
  const lines = [
    ...joined.map(({ from, to, support }) => lineOf(at.get(from)!, at.get(to)!, support)),
    ...ending.map(({ state }) => lineOf(at.get(state)!, cards.length, automaton.states.ends[state]!)),
  ];
  const page = pageOf(ratio);
  const [length, breadth] = isRight ? [page.width, page.height] : [page.height, page.width];
  const isKept = earlier?.direction === direction && (earlier.end !== null) === hasEnd;
  const kept = isKept && {
    ...earlier,
    seats: [...cards.map(({ state }) => earlier.of.get(state) ?? null), ...(hasEnd ? [earlier.end] : [])],
  };
  const { placement, seats, columns, rows, drawn } = arrange(
    measured,
    lines,
    hasEnd,
    { length, breadth },
    kept || null,
  );
  const seatOf = (index: number): Seat => ({ column: seats.columns[index]!, row: seats.rows[index]! });
  const pointOf = (index: number) => {
    const [along, across] = [placement.along[index]!, placement.across[index]!];
    return isRight ? { x: along, y: across } : { x: across, y: along };
  };
  const curves = placement.curves.map((curve) =>
    isRight ? curve : mapCurve(curve, (along, across) => [across, along]),
  );
  return {
    nodes: cards.map((card, index): SceneNode => {
      const people = placeOf(automaton, card.state, direction);
      const point = people ? { x: people.x, y: people.y, isPlaced: true } : pointOf(index);
      return { ...card, ...point, level: seatOf(index).column };
    }),
    seats: {
      columns,
      rows,
      direction,
      drawn,
      of: new Map(cards.map(({ state }, index) => [state, seatOf(index)])),
      end: hasEnd ? seatOf(cards.length) : null,
    },
    end: hasEnd ? pointOf(cards.length) : null,
    curveOf: new Map(joined.map((bundle, index) => [bundle, curves[index]!])),
    endCurveOf: new Map(ending.map(({ state }, index) => [state, curves[joined.length + index]!])),
  };
}

function linesBetween(
  { automaton, tree, bundles, direction }: CardPicture,
  nodeAt: ReadonlyMap<number, SceneNode>,
  curves: ReadonlyMap<Bundle, Curve>,
) {
  const fullWidthSupport = fullWidthSupportOf(automaton);
  return bundles.flatMap((bundle) => {
    const [from, to] = [nodeAt.get(bundle.from), nodeAt.get(bundle.to)];
    if (!from || !to) return [];
    const widthPx = edgeWidth(bundle.support, fullWidthSupport);
    const isTree = tree.parents[bundle.to] === bundle.from && from !== to;
    const routed = from.isPlaced || to.isPlaced ? undefined : curves.get(bundle);
    const curve =
      from === to
        ? from.shape === 'card'
          ? loopOver(from, direction)
          : loopAt(from)
        : (routed ?? curveOf(from, to, { runPx: 12, isTree, widthPx, direction }).curve);
    const along = direction === 'right' ? to.x - from.x : to.y - from.y;
    const isBack = routed ? to.level < from.level : along < 0;
    const kind: SceneEdge['kind'] = from === to ? 'loop' : isBack ? 'back' : isTree ? 'tree' : 'cross';
    const tags = to.beside ? otherTags(automaton, bundle, to) : '';
    const count = `${tags}${bundle.through ? `⋯ +${bundle.through.length} ` : ''}${bundle.exact ? '' : '≤'}${formatCount(bundle.support)}`;
    return [{ bundle, from, to, widthPx, curve, kind, count }];
  });
}

function otherTags(automaton: DrawnAutomaton, bundle: Bundle, { lines = [] }: SceneNode): string {
  if (automaton.transitions.main !== undefined || automaton.states.names?.[bundle.to] || bundle.through)
    return '';
  const tags = fitTags(bundleLabel(automaton, bundle, false).tags, TEXT_FONT_PX, MOST_TAGS_PX);
  return tags.replace(/\s/g, '') === lines.join('').replace(/\s/g, '') ? '' : `${tags} `;
}

const MOST_TAGS_PX = 120;

const totalWidth = (value: string): number => textWidth(value, TOTAL_FONT_PX) * 1.06;

export function cardOf(automaton: DrawnAutomaton, state: number): SceneNode {
  const { support, roles, certainty, colours, within } = automaton.states;
  const total = state === 0 ? automaton.dialogues : support[state];
  const folded = within?.[state] ?? 0;
  const name = stateName(automaton, state);
  const words = wordsOf(name).map((word) => textWidth(word.trimEnd(), TEXT_FONT_PX));
  const linePx = Math.min(WIDEST_WORD_PX, Math.max(WIDEST_NAME_PX, ...words));
  const lines = wrapWords(name, TEXT_FONT_PX, linePx, MOST_LINES);
  const value = formatCount(total);
  const share =
    state === 0 || automaton.dialogues === 0 ? '' : formatShare(total / automaton.dialogues, { rough: true });
  const totalPx = totalWidth(value) + (share === '' ? 0 : SHARE_GAP_PX + textWidth(share, TEXT_FONT_PX));
  const widest = Math.max(totalPx, ...lines.map((line) => textWidth(line, TEXT_FONT_PX)));
  const isUser = roles[state] === 1;
  return {
    state,
    level: 0,
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

/** Space for a line from a state to itself, in px. */
const LOOP_PX = 17;

const PAGE_PAD_PX = 22;

const pageOf = (ratio: number | null): { readonly width: number; readonly height: number } => ({
  width: (ratio === null ? USUAL_STAGE.width : USUAL_STAGE.height * ratio) - 2 * PAGE_PAD_PX,
  height: USUAL_STAGE.height - 2 * PAGE_PAD_PX,
});

/** A flat arc from a state to itself, at a corner of its card. */
function loopOver({ x, y, halfWidth, radius }: SceneNode, direction: Scene['direction']): Curve {
  if (direction === 'right') {
    const [middle, top] = [x + halfWidth - 24, y - radius];
    return [middle - 9, top, middle - 20, top - LOOP_PX, middle + 20, top - LOOP_PX, middle + 9, top];
  }
  const left = x - halfWidth;
  return [left, y - 6, left - LOOP_PX, y - 16, left - LOOP_PX, y + 16, left, y + 6];
}

const LEAST_END_HALF_PX = 34;
export const END_RADIUS_PX = 22;

export const endHalfPx = ({ dialogues }: Pick<DrawnAutomaton, 'dialogues'>): number =>
  Math.max(LEAST_END_HALF_PX, Math.ceil(totalWidth(formatCount(dialogues)) / 2) + PAD_X_PX);

function endOf(
  { automaton, ending, direction }: CardPicture,
  nodeAt: ReadonlyMap<number, SceneNode>,
  { end: place, endCurveOf }: ReturnType<typeof arranged>,
): SceneEnd | null {
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
            `${formatCount(drawn)} of ${formatCount(all)} dialogues end at states with a transition to this box.`,
            ...(atFew > 0
              ? [`${formatCount(atFew)} end at other states, where only a few dialogues end.`]
              : []),
            ...(notDrawn > 0
              ? [`${formatCount(notDrawn)} end with a turn that is left out of the graph.`]
              : []),
          ].join(' '),
    edges: ending.map(({ state }) => {
      const from = nodeAt.get(state)!;
      const support = ends[state];
      const widthPx = edgeWidth(support, fullWidthSupportOf(automaton));
      const curve = endCurveOf.get(state)!;
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

export function boundsOf(
  boxes: readonly Pick<SceneNode, 'x' | 'y' | 'halfWidth' | 'radius'>[],
  edges: readonly Pick<SceneEdge, 'curve' | 'widthPx'>[],
  figures: readonly Box[] = [],
): Box {
  const all = [
    ...boxes.map(boxAround),
    ...figures,
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
