import type { Curve } from '../scene/edge-curve.ts';
import { LEAST_SCALE } from './card-measures.ts';
import { type PlacedCard, type PlacedLine, type Placement, place } from './place.ts';
import { findSeats, keepSeats, type Seat, type Seats } from './seats.ts';

export interface ArrangedCard extends PlacedCard {
  /** The column of the card by the order in which dialogues reach states. */
  readonly level: number;
}

export interface ArrangedLine extends PlacedLine {
  /** Share of the dialogues that take the line, 0 … 1. */
  readonly share: number;
}

export interface Page {
  readonly length: number;
  readonly breadth: number;
}

const LEAST_COLUMNS = 2;
/** Estimated room of the lines between two columns, and around a card in a column, in px. */
const BETWEEN_PX = 50;
const AROUND_PX = 30;
/** Up to this many cards, a third number of columns is tried too. */
const SMALL = 16;
const SEEDS = 3;
/** The penalty for a picture of half the size, in crossings. */
const SMALLER = 8;
const TOO_SMALL = 200;
const LARGEST = 1.25;
const PLAIN = { betweenColumns: 0, inColumn: 1 };
const MOST_SPREAD = { betweenColumns: 110, inColumn: 3 };
const FILLED = 0.92;

/**
 * Tries a few arrangements of cards on a page. The one with the fewest crossings wins if its letters can be read.
 * @param cards the start first; with `hasEnd`, the end last
 * @param kept seats of an earlier picture, which its cards keep if the picture stays readable; null for new cards
 */
export function arrange(
  cards: readonly ArrangedCard[],
  lines: readonly ArrangedLine[],
  hasEnd: boolean,
  page: Page,
  kept: KeptSeats | null,
): Arranged & { readonly drawn: Drawn } {
  const same = kept && drawnAgain(cards, lines, page, kept);
  if (same) return { ...same, drawn: kept.drawn };
  const shape =
    (kept && keptArrangement(cards, lines, hasEnd, page, kept)) ?? foundBefore(cards, lines, hasEnd, page);
  const arranged = filled(cards, lines, page, shape);
  return { ...arranged, drawn: drawnFrom(cards, lines, page, arranged) };
}

interface KeptSeats {
  readonly columns: number;
  readonly rows: number;
  readonly seats: readonly (Seat | null)[];
  readonly drawn: Drawn;
}

/** An earlier picture. Cards are identified by their seats, because the numbers of states may change. */
export interface Drawn {
  /** Identifies the picture by the sizes of its cards and the lines between them. */
  readonly key: string;
  readonly points: ReadonlyMap<number, readonly [number, number]>;
  readonly curves: ReadonlyMap<string, Curve>;
  readonly placement: Placement;
}

const lineKey = (seatOf: (card: number) => number, { from, to }: PlacedLine): string =>
  `${seatOf(from)}>${seatOf(to)}`;

function keyOf(
  cards: readonly PlacedCard[],
  lines: readonly PlacedLine[],
  page: Page,
  seatOf: (card: number) => number,
): string {
  const own = cards.map(({ along, across, before, circle }, card) =>
    [seatOf(card), along, across, before, circle?.at].join(' '),
  );
  return JSON.stringify([page, own.sort(), lines.map((line) => lineKey(seatOf, line)).sort()]);
}

function drawnFrom(
  cards: readonly PlacedCard[],
  lines: readonly PlacedLine[],
  page: Page,
  { placement, seats, rows }: Arranged,
): Drawn {
  const seatOf = (card: number): number => seats.columns[card]! * rows + seats.rows[card]!;
  return {
    key: keyOf(cards, lines, page, seatOf),
    points: new Map(
      cards.map((_, card) => [seatOf(card), [placement.along[card]!, placement.across[card]!] as const]),
    ),
    curves: new Map(lines.map((line, at) => [lineKey(seatOf, line), placement.curves[at]!])),
    placement,
  };
}

/** Returns the earlier picture if cards, seats and lines are the same. Other counts would shift the cards a little. */
function drawnAgain(
  cards: readonly PlacedCard[],
  lines: readonly PlacedLine[],
  page: Page,
  { columns, rows, seats: kept, drawn }: KeptSeats,
): Arranged | null {
  const seats = kept.flatMap((seat) => seat ?? []);
  if (seats.length < kept.length) return null;
  const seatOf = (card: number): number => seats[card]!.column * rows + seats[card]!.row;
  if (keyOf(cards, lines, page, seatOf) !== drawn.key) return null;
  const points = cards.map((_, card) => drawn.points.get(seatOf(card))!);
  return {
    placement: {
      ...drawn.placement,
      along: Float64Array.from(points, ([along]) => along),
      across: Float64Array.from(points, ([, across]) => across),
      curves: lines.map((line) => drawn.curves.get(lineKey(seatOf, line))!),
    },
    seats: {
      columns: Int32Array.from(seats, ({ column }) => column),
      rows: Int32Array.from(seats, ({ row }) => row),
      cost: 0,
    },
    columns,
    rows,
  };
}

interface Arranged {
  readonly placement: Placement;
  readonly seats: Seats;
  readonly columns: number;
  readonly rows: number;
}

const sizeOn = (page: Page, { length, breadth }: Placement): number =>
  Math.max(1 / LARGEST, length / page.length, breadth / page.breadth);

/** Returns null if most cards are new, if there is no room for them, or if letters would be too small. */
function keptArrangement(
  cards: readonly ArrangedCard[],
  lines: readonly ArrangedLine[],
  hasEnd: boolean,
  page: Page,
  { columns, rows, seats: kept }: KeptSeats,
): Arranged | null {
  const isFew = kept.filter((seat) => seat !== null).length * 2 < cards.length;
  const hasRoom = cards.length - 1 - Number(hasEnd) <= (columns - 1 - Number(hasEnd)) * rows;
  if (isFew || !hasRoom) return null;
  const seats = keepSeats(
    { levels: cards.map(({ level }) => level), hasEnd, lines, columns, rows, seed: 1 },
    kept,
  );
  const placement = place(cards, lines, seats, PLAIN);
  return sizeOn(page, placement) > 1 / LEAST_SCALE ? null : { placement, seats, columns, rows };
}

/** A story draws all slides again with each change, and tries up to four pages for each slide. */
const MOST_REMEMBERED = 256;
const remembered = new Map<string, Arranged>();

/** Returns the best arrangement. If it was found recently, there is no new search. */
function foundBefore(
  cards: readonly ArrangedCard[],
  lines: readonly ArrangedLine[],
  hasEnd: boolean,
  page: Page,
): Arranged {
  const sizes = cards.map(({ along, across, before, level, circle }) => [
    along,
    across,
    before,
    level,
    circle,
  ]);
  const key = JSON.stringify([
    sizes,
    lines.map(({ from, to, share, widthPx }) => [from, to, share, widthPx]),
    hasEnd,
    page,
  ]);
  const found = remembered.get(key) ?? bestOf(cards, lines, hasEnd, page);
  remembered.delete(key);
  remembered.set(key, found);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MOST_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return found;
}

function bestOf(
  cards: readonly ArrangedCard[],
  lines: readonly ArrangedLine[],
  hasEnd: boolean,
  page: Page,
): Arranged {
  const [length, breadth] = [page.length / LEAST_SCALE, page.breadth / LEAST_SCALE];
  const mean = (of: 'along' | 'across'): number =>
    cards.reduce((sum, card) => sum + 2 * card[of], 0) / Math.max(1, cards.length);
  const least = LEAST_COLUMNS + Number(hasEnd);
  const fit = Math.round((length + BETWEEN_PX) / (mean('along') + BETWEEN_PX));
  const most = Math.max(least, Math.min(cards.length, fit));
  const fitInColumn = Math.floor(breadth / (mean('across') + AROUND_PX));
  let best: (Arranged & { readonly score: number }) | null = null;
  const tried = cards.length <= SMALL ? [most, most - 1, most - 2] : [most, most - 1];
  for (const columns of new Set(tried.map((one) => Math.max(least, one)))) {
    const rows = Math.max(1, fitInColumn, Math.ceil(cards.length / (columns - 1 - Number(hasEnd))));
    for (let seed = 1; seed <= SEEDS; seed++) {
      const seats = findSeats({
        levels: cards.map(({ level }) => level),
        hasEnd,
        lines,
        columns,
        rows,
        seed,
      });
      const placement = place(cards, lines, seats, PLAIN);
      const size = sizeOn(page, placement);
      const score =
        seats.cost +
        2 * placement.crossings +
        SMALLER * size +
        TOO_SMALL * Math.max(0, size - 1 / LEAST_SCALE);
      if (best === null || score < best.score) best = { placement, seats, columns, rows, score };
    }
  }
  return best!;
}

/** Moves columns or the cards in them apart to fill the page, if that does not make the letters smaller. */
function filled(
  cards: readonly ArrangedCard[],
  lines: readonly ArrangedLine[],
  page: Page,
  arranged: Arranged,
): Arranged {
  const { placement, seats, columns } = arranged;
  const wanted = page.length / page.breadth;
  const missing = FILLED * wanted * placement.breadth - placement.length;
  const betweenColumns = Math.min(
    MOST_SPREAD.betweenColumns,
    Math.max(0, missing / Math.max(1, columns - 1)),
  );
  const higher = (FILLED * placement.length) / wanted / Math.max(1, placement.breadth);
  const inColumn = Math.max(1, Math.min(MOST_SPREAD.inColumn, 1 + 3 * (higher - 1)));
  const spread = place(cards, lines, seats, { betweenColumns, inColumn });
  return sizeOn(page, spread) > sizeOn(page, placement) ? arranged : { ...arranged, placement: spread };
}
