import type { Curve } from '../scene/edge-curve.ts';
import type { Seats } from './seats.ts';

/** Half the extent of a card along and across the reading direction, in px, and the free space before it. */
export interface PlacedCard {
  readonly along: number;
  readonly across: number;
  readonly before: number;
  /** A circle at the far end of the card. Lines to the circle meet where the card begins and run on as one. */
  readonly circle?: { readonly radius: number; readonly at: number };
}

/** A line between two cards, by their indices. */
export interface PlacedLine {
  readonly from: number;
  readonly to: number;
  readonly widthPx: number;
}

export interface Spread {
  readonly betweenColumns: number;
  readonly inColumn: number;
}

export interface Placement {
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly curves: readonly Curve[];
  readonly length: number;
  readonly breadth: number;
  readonly crossings: number;
}

const BESIDE_PX = 16;
/** Px between two cards that a line in their column joins. */
const LINKED_PX = 32;
/** A line within a column pulls its two cards as strongly as a line of this width between columns. */
const LINKED_WEIGHT = 6;
const LINE_PX = 9;
const LEAST_BETWEEN_PX = 40;
const PER_LINE_PX = 1;
const MOST_LINES_PX = 20;
/** Minimum distance between the ends of two lines on a card. It grows by the factor if the card has room. */
const PORT_PX = 9;
const WIDER = 2;
const CORNER_PX = 7;
/** Distance of a line within a column from the column's center, if a second line runs back beside it. */
const LANE_PX = 10;
/** Px between the bends of two lines, and between a bend and a column. */
const LANE_GAP_PX = 3;
const LEAST_TURN_PX = 12;
/** A line that leaves a circle against the reading direction runs this far above the lower edge of its card. */
const LEAVE_PX = 4;
const SWEEPS = 12;
const OVER_CARD = 4;

interface Item {
  readonly column: number;
  readonly card: number;
  readonly half: number;
  /** The row, and later the index in the column. */
  rank: number;
  at: number;
  readonly before: Link[];
  readonly after: Link[];
  /** Cards of the same column that a line joins with this one. */
  readonly linked: Item[];
}

interface Link {
  readonly first: Item;
  readonly last: Item;
  readonly line: number;
  readonly widthPx: number;
  firstPort: number;
  lastPort: number;
}

/** Places each card at the coordinates of its seat, and draws each line as a curve that crosses no card. */
export function place(
  cards: readonly PlacedCard[],
  lines: readonly PlacedLine[],
  seats: Seats,
  spread: Spread,
): Placement {
  const items = cards.map(
    (card, index): Item => ({
      column: seats.columns[index]!,
      card: index,
      half: card.across,
      rank: seats.rows[index]!,
      at: 0,
      before: [],
      after: [],
      linked: [],
    }),
  );
  const columns: Item[][] = Array.from({ length: Math.max(0, ...seats.columns) + 1 }, () => []);
  for (const item of items) columns[item.column]!.push(item);
  const chains = lines.map((line, index) => chainOf(line, index, items, columns));
  for (const column of columns) column.sort((one, other) => one.rank - other.rank);
  for (const column of columns) number(column);
  untangle(columns);
  for (const item of columns.flat()) setPorts(item, cards, lines);
  const gapOf = (one: Item, other: Item): number => {
    const isLine = one.card < 0 || other.card < 0;
    const least = isLine ? LINE_PX : one.linked.includes(other) ? LINKED_PX : BESIDE_PX;
    const room = other.card < 0 ? 0 : cards[other.card]!.before;
    return one.half + other.half + room + spread.inColumn * least;
  };
  align(columns, gapOf);
  for (const chain of [...chains, ...chains]) slide(chain, columns, gapOf);
  const top = Math.min(...columns.flat().map(({ at, half }) => at - half));
  for (const item of columns.flat()) item.at -= top;
  const bands: { first: number; last: number }[] = [];
  for (const column of columns) {
    const half = Math.max(0, ...column.map(({ card }) => (card < 0 ? 0 : cards[card]!.along)));
    const before = bands.at(-1);
    const count = column.reduce((sum, item) => sum + item.before.length, 0);
    const first = before
      ? before.last + LEAST_BETWEEN_PX + Math.min(MOST_LINES_PX, PER_LINE_PX * count) + spread.betweenColumns
      : 0;
    bands.push({ first, last: first + 2 * half });
  }
  const turns = new Map(
    columns.slice(0, -1).flatMap((column, at) => [...turnsOf(column, bands[at]!.last, bands[at + 1]!.first)]),
  );
  const shapes = items.map(({ column, at }, card) => {
    const { first, last } = bands[column]!;
    const { circle, along, across } = cards[card]!;
    return circle
      ? { x: last - circle.radius, y: at + circle.at, along: circle.radius, across: circle.radius }
      : { x: (first + last) / 2, y: at, along, across };
  });
  const curves = chains.map((chain, index) => {
    const { from, to } = lines[index]!;
    if (chain.length === 0) return inColumn(items[from]!, items[to]!, columns, shapes);
    const points: number[] = [];
    for (const [at, { first, last, firstPort, lastPort }] of chain.entries()) {
      const [start, end] = [bands[first.column]!.last, bands[last.column]!.first];
      const [low, high] = [first.at + firstPort, last.at + lastPort];
      const leave =
        first.card < 0 ? bands[first.column]!.first : edgeOf(shapes[first.card]!, cards[first.card]!, low);
      if (at === 0) points.push(leave, low);
      if (start - leave > 0.5) straight(points, start, low);
      bend(points, turns.get(chain[at]!)!, end, high);
      if (last.card >= 0) {
        const { x, y, along } = shapes[last.card]!;
        const isFromBelow = cards[last.card]!.circle !== undefined && last.card === from;
        const arrive = isFromBelow ? x - 2 * along : x - along;
        if (arrive - end > 0.5) straight(points, arrive, high);
        if (isFromBelow) points.push(x, high, x, high, x, y + along);
      }
    }
    return seats.columns[from]! <= seats.columns[to]! ? points : reversed(points);
  });
  return {
    along: Float64Array.from(shapes, ({ x }) => x),
    across: Float64Array.from(shapes, ({ y }) => y),
    curves,
    length: bands.at(-1)?.last ?? 0,
    breadth: Math.max(0, ...columns.flat().map(({ at, half }) => at + half)),
    crossings: crossingsOf(columns),
  };
}

/** Returns the pieces of a line from left to right. Every column that the line passes gets an item. */
function chainOf(
  { from, to, widthPx }: PlacedLine,
  line: number,
  items: readonly Item[],
  columns: readonly Item[][],
): Link[] {
  const [first, last] =
    items[from]!.column <= items[to]!.column ? [items[from]!, items[to]!] : [items[to]!, items[from]!];
  if (first.column === last.column) {
    if (first !== last) {
      first.linked.push(last);
      last.linked.push(first);
    }
    return [];
  }
  const rise = (last.rank - first.rank) / (last.column - first.column);
  const chain: Link[] = [];
  for (let before = first; before !== last; ) {
    const column = before.column + 1;
    const passing = (): Item => {
      const rank = first.rank + rise * (column - first.column);
      const item = { column, card: -1, half: widthPx / 2, rank, at: 0, before: [], after: [], linked: [] };
      columns[column]!.push(item);
      return item;
    };
    const after = column === last.column ? last : passing();
    const link = { first: before, last: after, line, widthPx, firstPort: 0, lastPort: 0 };
    before.after.push(link);
    after.before.push(link);
    chain.push(link);
    before = after;
  }
  return chain;
}

const number = (column: readonly Item[]): void => {
  for (const [index, item] of column.entries()) item.rank = index;
};

/** Swaps neighbors in a column while that saves crossings. */
function untangle(columns: readonly Item[][]): void {
  for (let isBetter = true, sweep = 0; isBetter && sweep < SWEEPS; sweep++) {
    isBetter = false;
    for (const column of columns)
      for (let index = 1; index < column.length; index++) {
        const [above, below] = [column[index - 1]!, column[index]!];
        if (savedBySwap(above, below) <= 0) continue;
        column[index - 1] = below;
        column[index] = above;
        [above.rank, below.rank] = [below.rank, above.rank];
        isBetter = true;
      }
  }
}

function savedBySwap(above: Item, below: Item): number {
  let saved = 0;
  for (const one of above.before)
    for (const two of below.before) saved += Math.sign(one.first.rank - two.first.rank);
  for (const one of above.after)
    for (const two of below.after) saved += Math.sign(one.last.rank - two.last.rank);
  // The lines within the column become shorter or longer, and run over more or fewer items.
  for (const [item, other, turn] of [
    [above, below, -1],
    [below, above, 1],
  ] as const)
    for (const joined of item.linked)
      if (joined !== other)
        saved += (other.card < 0 ? 1 : OVER_CARD) * turn * Math.sign(item.rank - joined.rank);
  return saved;
}

interface Shape {
  readonly x: number;
  readonly y: number;
  readonly along: number;
  readonly across: number;
}

/** Returns where a line at a height leaves a card or a circle in the reading direction. */
const edgeOf = ({ x, y, along }: Shape, { circle }: PlacedCard, height: number): number =>
  x + (circle ? Math.sqrt(Math.max(0, along ** 2 - (height - y) ** 2)) : along);

/** Spreads the ends of lines over a card's sides, in the order of the cards that they lead to. */
function setPorts(item: Item, cards: readonly PlacedCard[], lines: readonly PlacedLine[]): void {
  if (item.card < 0) return;
  const { circle } = cards[item.card]!;
  const room = circle ? circle.radius - 1 : item.half - CORNER_PX;
  for (const side of ['before', 'after'] as const) {
    if (circle && side === 'before') {
      for (const link of item.before)
        link.lastPort = lines[link.line]!.to === item.card ? circle.at : item.half - LEAVE_PX;
      continue;
    }
    const links = item[side];
    const far = (link: Link): Item => (side === 'before' ? link.first : link.last);
    links.sort((one, other) => far(one).rank - far(other).rank || one.line - other.line);
    const total = links.reduce((sum, { widthPx }) => sum + Math.max(PORT_PX, widthPx + 2), 0);
    const scale = Math.min(WIDER, (2 * room) / Math.max(1, total));
    let at = (circle?.at ?? 0) - (scale * total) / 2;
    for (const link of links) {
      const px = scale * Math.max(PORT_PX, link.widthPx + 2);
      link[side === 'before' ? 'lastPort' : 'firstPort'] = at + px / 2;
      at += px;
    }
  }
}

function align(columns: readonly Item[][], gapOf: (one: Item, other: Item) => number): void {
  for (const column of columns) {
    let at = 0;
    for (const [index, item] of column.entries()) {
      if (index > 0) at += gapOf(column[index - 1]!, item);
      item.at = at;
    }
    for (const item of column) item.at -= at / 2;
  }
  for (let sweep = 0; sweep < 2 * SWEEPS; sweep++) {
    const isLate = sweep >= SWEEPS;
    const turn = sweep % 2 === 0 ? columns : [...columns].reverse();
    for (const column of turn) settle(column, gapOf, isLate ? medianOf : meanOf);
  }
}

/** Moves the whole middle of a line towards the heights of its ends. Single points of it hold each other back. */
function slide(
  chain: readonly Link[],
  columns: readonly Item[][],
  gapOf: (one: Item, other: Item) => number,
): void {
  const [first, last] = [chain[0], chain.at(-1)];
  if (!first || !last || chain.length < 3) return;
  const passing = chain.slice(1).map((link) => link.first);
  const ends = [first.first.at + first.firstPort, last.last.at + last.lastPort];
  const heights = passing.map(({ at }) => at);
  const wanted =
    Math.max(0, Math.min(...ends) - Math.max(...heights)) +
    Math.min(0, Math.max(...ends) - Math.min(...heights));
  const least = Math.max(
    ...passing.map((item) => {
      const above = columns[item.column]![item.rank - 1];
      return above ? above.at + gapOf(above, item) - item.at : Number.NEGATIVE_INFINITY;
    }),
  );
  const most = Math.min(
    ...passing.map((item) => {
      const below = columns[item.column]![item.rank + 1];
      return below ? below.at - gapOf(item, below) - item.at : Number.POSITIVE_INFINITY;
    }),
  );
  const by = Math.max(Math.min(least, 0), Math.min(Math.max(most, 0), wanted));
  for (const item of passing) item.at += by;
}

interface Pull {
  readonly at: number;
  readonly weight: number;
}

function settle(
  column: readonly Item[],
  gapOf: (one: Item, other: Item) => number,
  wantedOf: (pulls: readonly Pull[]) => number,
): void {
  /** Neighbors that would come too close to each other move as one block (pool adjacent violators). */
  const blocks: { sum: number; weight: number; count: number }[] = [];
  let room = 0;
  const rooms = column.map((item, index) => {
    if (index > 0) room += gapOf(column[index - 1]!, item);
    const pulls = pullsOf(item);
    const weight = pulls.reduce((sum, pull) => sum + pull.weight, 0.01);
    const wanted = pulls.length === 0 ? item.at : wantedOf(pulls);
    let block = { sum: weight * (wanted - room), weight, count: 1 };
    for (
      let last = blocks.at(-1);
      last && last.sum / last.weight > block.sum / block.weight;
      last = blocks.at(-1)
    ) {
      blocks.pop();
      block = {
        sum: last.sum + block.sum,
        weight: last.weight + block.weight,
        count: last.count + block.count,
      };
    }
    blocks.push(block);
    return room;
  });
  let index = 0;
  for (const { sum, weight, count } of blocks)
    for (let left = count; left > 0; left--, index++) column[index]!.at = sum / weight + rooms[index]!;
}

function pullsOf(item: Item): Pull[] {
  const weigh = ({ first, last, widthPx }: Link): number =>
    widthPx * (first.card < 0 && last.card < 0 ? 8 : first.card < 0 || last.card < 0 ? 2 : 1);
  return [
    ...item.before.map((link) => ({
      at: link.first.at + link.firstPort - link.lastPort,
      weight: weigh(link),
    })),
    ...item.after.map((link) => ({ at: link.last.at + link.lastPort - link.firstPort, weight: weigh(link) })),
    ...item.linked.map(({ at }) => ({ at, weight: LINKED_WEIGHT })),
  ];
}

const meanOf = (pulls: readonly Pull[]): number =>
  pulls.reduce((sum, { at, weight }) => sum + at * weight, 0) /
  pulls.reduce((sum, { weight }) => sum + weight, 0);

function medianOf(pulls: readonly Pull[]): number {
  const sorted = [...pulls].sort((one, other) => one.at - other.at);
  let left = pulls.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { at, weight } of sorted) {
    left -= weight;
    if (left <= 0) return at;
  }
  return sorted.at(-1)!.at;
}

/** Counts the crossings between columns, and those of lines in a column with lines that pass it. */
function crossingsOf(columns: readonly Item[][]): number {
  let count = 0;
  for (const column of columns) {
    const links = column.flatMap(({ after }) => after);
    for (const [at, one] of links.entries())
      for (const two of links.slice(0, at)) {
        const [first, last] = [one.first.rank - two.first.rank, one.last.rank - two.last.rank];
        if (first * last < 0) count++;
      }
    for (const item of column)
      for (const { rank } of item.linked)
        for (let index = item.rank + 1; index < rank; index++)
          count += column[index]!.card < 0 ? 1 : column[index]!.after.length + 1;
  }
  return count;
}

/** A line between two cards of a column: straight if no card stands between, otherwise an arc beside them. */
function inColumn(from: Item, to: Item, columns: readonly Item[][], shapes: readonly Shape[]): Curve {
  const [start, end] = [shapes[from.card]!, shapes[to.card]!];
  const turn = to.at > from.at ? 1 : -1;
  const between = columns[to.column]!.filter(
    ({ card, rank }) => card >= 0 && turn * (rank - from.rank) > 0 && turn * (to.rank - rank) > 0,
  );
  if (between.length === 0) {
    const isPair = from.linked.filter((item) => item === to).length > 1;
    const at = end.x + (isPair ? turn * Math.min(LANE_PX, end.across / 2) : 0);
    const points = [at, start.y + turn * start.across];
    straight(points, at, end.y - turn * end.across);
    return points;
  }
  const [first, last] = [start.x + start.along, end.x + end.along];
  const reach = Math.max(...[from, to, ...between].map(({ card }) => shapes[card]!.x + shapes[card]!.along));
  const away = reach + (turn > 0 ? 20 : 34) + 0.4 * (reach - Math.min(first, last));
  const shift = turn * 5;
  return [first, start.y + shift, away, start.y + shift, away, end.y - shift, last, end.y - shift];
}

function straight(points: number[], along: number, across: number): void {
  const [fromAlong, fromAcross] = points.slice(-2) as [number, number];
  const [x, y] = [(along - fromAlong) / 3, (across - fromAcross) / 3];
  points.push(fromAlong + x, fromAcross + y, along - x, across - y, along, across);
}

/** An S-bend that leaves and arrives along the reading direction. @param turn where it is steepest */
function bend(points: number[], turn: number, along: number, across: number): void {
  points.push(turn, points.at(-1)!, turn, across, along, across);
}

/** If two lines rise, the upper one turns first; if they fall, the lower one. So neighbors stay apart. */
function turnsOf(column: readonly Item[], start: number, end: number): Map<Link, number> {
  const links = column.flatMap(({ after }) => after);
  const turns = new Map<Link, number>();
  for (const isUp of [true, false]) {
    const group = links.filter(
      (link) => isUp === link.last.at + link.lastPort < link.first.at + link.firstPort,
    );
    const total = group.reduce((sum, { widthPx }) => sum + widthPx + LANE_GAP_PX, 0);
    const scale = Math.min(1, (end - start - 2 * LEAST_TURN_PX) / Math.max(1, total));
    let at = (start + end - (isUp ? 1 : -1) * scale * total) / 2;
    for (const link of group) {
      const half = ((isUp ? 1 : -1) * scale * (link.widthPx + LANE_GAP_PX)) / 2;
      turns.set(link, at + half);
      at += 2 * half;
    }
  }
  return turns;
}

function reversed(points: readonly number[]): number[] {
  const back: number[] = [];
  for (let at = points.length - 2; at >= 0; at -= 2) back.push(points[at]!, points[at + 1]!);
  return back;
}
