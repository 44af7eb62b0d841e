import { LEAST_SCALE } from './card-measures.ts';
import { type PlacedCard, type PlacedLine, type Placement, place } from './place.ts';
import { findSeats, type Seats } from './seats.ts';

export interface ArrangedCard extends PlacedCard {
  /** The column where it would stand by the order of dialogues. */
  readonly level: number;
}

export interface ArrangedLine extends PlacedLine {
  /** Its share of the dialogues, 0 … 1. */
  readonly share: number;
}

/** The page, in px along and across the reading direction. */
export interface Page {
  readonly length: number;
  readonly breadth: number;
  /** Cards move apart to fill it. */
  readonly isFilled: boolean;
}

const LEAST_COLUMNS = 2;
/** Estimated room of the lines between two columns, and around a card in a column, in px. */
const BETWEEN_PX = 50;
const AROUND_PX = 30;
/** Each number of columns is tried with as many seeds. */
const SEEDS = 3;
/** What a picture of half the size counts, in crossings; and much more where letters are too small. */
const SMALLER = 8;
const TOO_SMALL = 200;
const LARGEST = 1.25;
const PLAIN = { betweenColumns: 0, inColumn: 1 };
const MOST_SPREAD = { betweenColumns: 110, inColumn: 3 };
const FILLED = 0.92;

const mean = (of: readonly number[]): number =>
  of.reduce((sum, one) => sum + one, 0) / Math.max(1, of.length);

/**
 * Places cards in columns and rows of a page: a few arrangements are tried, and the one with the fewest crossings wins
 * whose letters can be read.
 * @param cards the start first; with `hasEnd`, the end last
 */
export function arrange(
  cards: readonly ArrangedCard[],
  lines: readonly ArrangedLine[],
  hasEnd: boolean,
  page: Page,
): Placement {
  const [length, breadth] = [page.length / LEAST_SCALE, page.breadth / LEAST_SCALE];
  const fit = Math.round((length + BETWEEN_PX) / (mean(cards.map(({ along }) => 2 * along)) + BETWEEN_PX));
  const most = Math.max(LEAST_COLUMNS + Number(hasEnd), Math.min(cards.length, fit));
  const fitInColumn = Math.floor(breadth / (mean(cards.map(({ across }) => 2 * across)) + AROUND_PX));
  let best: { readonly seats: Seats; readonly placement: Placement; readonly score: number } | null = null;
  for (const columns of new Set([most, Math.max(LEAST_COLUMNS + Number(hasEnd), most - 1)])) {
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
      const size = Math.max(1 / LARGEST, placement.length / page.length, placement.breadth / page.breadth);
      const score =
        seats.cost +
        2 * placement.crossings +
        SMALLER * size +
        TOO_SMALL * Math.max(0, size - 1 / LEAST_SCALE);
      if (best === null || score < best.score) best = { seats, placement, score };
    }
  }
  const { seats, placement } = best!;
  if (!page.isFilled || placement.length === 0) return placement;
  const gaps = Math.max(0, ...seats.columns);
  const wanted = page.length / page.breadth;
  const missing = FILLED * wanted * placement.breadth - placement.length;
  const betweenColumns = gaps === 0 ? 0 : Math.min(MOST_SPREAD.betweenColumns, Math.max(0, missing / gaps));
  const higher = (FILLED * placement.length) / wanted / Math.max(1, placement.breadth);
  const inColumn = Math.max(1, Math.min(MOST_SPREAD.inColumn, 1 + 3 * (higher - 1)));
  return place(cards, lines, seats, { betweenColumns, inColumn });
}
