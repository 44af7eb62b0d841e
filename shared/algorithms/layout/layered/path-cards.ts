import { formatCount } from '../../../domain/figure-text.ts';
import { LEAST_SHARED } from '../../../domain/sharing.ts';
import type { DrawnAutomaton } from '../drawn-automaton.ts';
import { placeCounts } from '../labels/edge-labels.ts';
import { stateName } from '../scene/describe.ts';
import { arrowOf, type Curve, pathOf } from '../scene/edge-curve.ts';
import { edgeWidth, fullWidthSupportOf, type Scene, type SceneEdge, type SceneNode } from '../scene/scene.ts';
import { bundlesOf } from '../shown/bundles.ts';
import { boundsOf, cardOf, END_RADIUS_PX, endHalfPx } from './cards.ts';

/** Trying more steps would take long, and nobody could read them. */
const MOST_STEPS = 40;
const LEAST_STEPS = 6;
const FIRST_PART = 0.6;
const BESIDE_PX = 72;
const BELOW_PX = 40;

type Highlight = {
  readonly states: readonly number[];
  readonly transitions: readonly { from: number; to: number }[];
  readonly dialogues?: number | undefined;
};

/** Returns a highlight's states in path order from the start; null if it is not a path. */
export function walkOf({ states, transitions }: Highlight): readonly number[] | null {
  const walk = [0, ...transitions.map(({ to }) => to)];
  const isPath = transitions.length > 0 && transitions.every(({ from }, at) => from === walk[at]);
  return isPath && states.length === walk.length && states.every((state, at) => state === walk[at])
    ? walk
    : null;
}

interface Step {
  readonly card: SceneNode;
  readonly skipped: number;
}

/**
 * Draws a path as cards in rows that fit a page, and leaves out middle steps that do not fit. A state visited twice has
 * two cards. Small counts are hidden.
 * @param walk states from q₀
 * @param room the largest readable picture, in px
 * @param dialogues those that take exactly this path; if missing, the figures of the whole automaton are shown
 */
export function pathScene(
  automaton: DrawnAutomaton,
  walk: readonly number[],
  room: Room,
  dialogues?: number,
): Scene {
  const { steps, nodes: placed } = fitted(automaton, walk, room, dialogues);
  const nodes = placed.filter(({ state }) => state !== END);
  const bundles = new Map(
    bundlesOf(automaton, new Uint8Array(automaton.states.roles.length).fill(1), 100).map((bundle) => [
      `${bundle.from}-${bundle.to}`,
      bundle,
    ]),
  );
  const fullWidthSupport = fullWidthSupportOf(automaton);
  const drawn = nodes.slice(1).map((to, at) => {
    const from = nodes[at]!;
    const { skipped } = steps[at + 1]!;
    const bundle = skipped > 0 ? undefined : bundles.get(`${from.state}-${to.state}`);
    const own = bundle && dialogues !== undefined ? { ...bundle, support: dialogues, exact: true } : bundle;
    const told = own && own.support >= LEAST_SHARED ? own : undefined;
    const widthPx = told ? edgeWidth(told.support, fullWidthSupport) : edgeWidth(0, 1);
    const count =
      skipped > 0 ? `⋯ +${skipped}` : told ? `${told.exact ? '' : '≤'}${formatCount(told.support)}` : '';
    return { from, to, bundle, widthPx, count, curve: curveBetween(from, to) };
  });
  const [end, last] = [placed.find(({ state }) => state === END), nodes.at(-1)];
  const count = dialogues !== undefined && dialogues >= LEAST_SHARED ? formatCount(dialogues) : '';
  const ending =
    end && last
      ? [{ widthPx: edgeWidth(dialogues ?? 0, fullWidthSupport), count, curve: curveBetween(last, end) }]
      : [];
  const labels = placeCounts([...drawn, ...ending], placed);
  const edges = drawn.map(
    ({ from, to, bundle, widthPx, count, curve }, id): SceneEdge => ({
      id,
      from: from.state,
      to: to.state,
      kind: 'tree',
      colour: to.colour,
      widthPx,
      support: bundle?.support ?? 0,
      exact: bundle?.exact ?? true,
      uncertain: false,
      transitions: bundle?.transitions ?? [],
      curve,
      path: pathOf(curve),
      arrow: arrowOf(curve, widthPx),
      label: labels[id]!,
      title: `${from.title.split(',')[0]} → ${to.title.split(',')[0]}${/^\d/.test(count) ? `, ${count} dialogues` : ''}`,
    }),
  );
  return {
    isSmall: true,
    notation: 'boxes',
    direction: 'right',
    nodes,
    edges,
    bounds: boundsOf(placed, [...edges, ...ending]),
    fullWidthSupport,
    ...(end && last
      ? {
          end: {
            x: end.x,
            y: end.y,
            halfWidth: end.halfWidth,
            radius: end.radius,
            value: count,
            title: 'The path ends here.',
            edges: ending.map(({ widthPx, curve }, at) => ({
              from: last.state,
              support: dialogues ?? 0,
              widthPx,
              curve,
              path: pathOf(curve),
              arrow: arrowOf(curve, widthPx),
              label: labels[drawn.length + at]!,
              title: 'The path ends here.',
            })),
          },
        }
      : {}),
  };
}

const END = -1;

interface Room {
  readonly width: number;
  readonly height: number;
}

function fitted(
  automaton: DrawnAutomaton,
  walk: readonly number[],
  room: Room,
  dialogues: number | undefined,
) {
  for (let most = Math.min(walk.length - 1, MOST_STEPS); ; most--) {
    const steps = stepsOf(automaton, walk, most, dialogues);
    const nodes = placed(steps, room);
    const { left, right, top, bottom } = boundsOf(nodes, []);
    if ((right - left <= room.width && bottom - top <= room.height) || most <= LEAST_STEPS)
      return { steps, nodes };
  }
}

function stepsOf(
  automaton: DrawnAutomaton,
  walk: readonly number[],
  most: number,
  dialogues: number | undefined,
): Step[] {
  const isLong = walk.length > most + 1;
  const first = Math.round(most * FIRST_PART);
  const last = walk.length - (most - first);
  const steps = walk.flatMap((state, at): Step[] => {
    if (isLong && at > first && at < last) return [];
    const card = { ...cardOf(automaton, state), level: at };
    const isOfFew = state !== 0 && automaton.states.support[state]! < LEAST_SHARED;
    const bare = { ...card, value: '', share: '', title: stateName(automaton, state) };
    return [
      {
        card: isOfFew || dialogues !== undefined ? bare : card,
        skipped: isLong && at === last ? last - first - 1 : 0,
      },
    ];
  });
  if (dialogues === undefined) return steps;
  const end = {
    ...cardOf(automaton, 0),
    state: END,
    halfWidth: endHalfPx({ dialogues }),
    radius: END_RADIUS_PX,
  };
  return [...steps, { card: end, skipped: 0 }];
}

/** Uses one row if it fits; otherwise the number of columns that makes cards largest. */
function placed(steps: readonly Step[], room: Room): SceneNode[] {
  const ratio = room.width / room.height;
  const single = inRows(steps, steps.length);
  const { left, right } = boundsOf(single, []);
  if (right - left <= room.width) return single;
  let best: { readonly nodes: SceneNode[]; readonly room: number } | null = null;
  for (let columns = 2; columns <= Math.max(2, steps.length); columns++) {
    const nodes = inRows(steps, columns);
    const { left, right, top, bottom } = boundsOf(nodes, []);
    const room = Math.max((right - left) / ratio, bottom - top);
    if (best === null || room < best.room - 1e-6) best = { nodes, room };
  }
  return best?.nodes ?? [];
}

function inRows(steps: readonly Step[], columns: number): SceneNode[] {
  const widest = (at: number): number =>
    Math.max(0, ...steps.filter((_, index) => index % columns === at).map(({ card }) => card.halfWidth));
  const highest = (row: number): number =>
    Math.max(...steps.slice(row * columns, (row + 1) * columns).map(({ card }) => card.radius));
  const [xs, ys]: [number[], number[]] = [[], []];
  let right = 0;
  for (let at = 0; at < columns; at++) {
    xs.push(right + widest(at));
    right += 2 * widest(at) + BESIDE_PX;
  }
  let low = 0;
  for (let row = 0; row * columns < steps.length; row++) {
    ys.push(low + highest(row));
    low += 2 * highest(row) + BELOW_PX;
  }
  return steps.map(({ card }, at) => ({ ...card, x: xs[at % columns]!, y: ys[Math.floor(at / columns)]! }));
}

/** A straight line within a row; from the end of a row down between the rows to the beginning of the next. */
function curveBetween(from: SceneNode, to: SceneNode): Curve {
  if (from.y === to.y) return lines([from.x + from.halfWidth, from.y], [to.x - to.halfWidth, to.y]);
  const [start, end] = [from.y + from.radius, to.y - to.radius];
  const middle = end - BELOW_PX / 2;
  return lines([from.x, start], [from.x, middle], [to.x, middle], [to.x, end]);
}

function lines(first: readonly [number, number], ...others: readonly (readonly [number, number])[]): Curve {
  const curve: number[] = [...first];
  let [x, y] = first;
  for (const [toX, toY] of others) {
    const [dx, dy] = [(toX - x) / 3, (toY - y) / 3];
    curve.push(x + dx, y + dy, toX - dx, toY - dy, toX, toY);
    [x, y] = [toX, toY];
  }
  return curve;
}
