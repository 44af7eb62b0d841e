import { createRandom } from '../../random/random.ts';

export interface SeatedLine {
  readonly from: number;
  readonly to: number;
  /** Share of the dialogues that take the line, 0 … 1. */
  readonly share: number;
}

export interface SeatingPlan {
  /** The column of each card at first. The first card is the start, and is alone in the first column. */
  readonly levels: readonly number[];
  /** True if the last card is the end. It is then alone in the last column. */
  readonly hasEnd: boolean;
  readonly lines: readonly SeatedLine[];
  readonly columns: number;
  readonly rows: number;
  readonly seed: number;
}

export interface Seat {
  readonly column: number;
  readonly row: number;
}

export interface Seats {
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  /** The sum of all penalties of the arrangement; a crossing costs 1. */
  readonly cost: number;
}

const COST = {
  crossing: 1,
  overCard: 4,
  /** Penalty for a line between two cards of a column, and for each further row that the line spans. */
  inColumn: 0.4,
  perRowInColumn: 0.3,
  perColumn: 0.3,
  /** Penalties against the reading direction and per row of rise or fall; higher for strong lines. */
  back: 1.5,
  perRow: 0.15,
};
/** Large pictures get fewer trials. The number never depends on the clock, so that results are reproducible. */
const TRIALS = 2500;
const MOST_COMPARED = 2_000_000;
const SWEEPS = 2;
/** The share of trials that stay in their column, and that go near the rows of the card's neighbors. */
const SAME_COLUMN = 0.3;
const NEAR = 0.4;
const HEAT = { first: 2, last: 0.03 };
const CARD_ROWS = 0.4;

/** Seats cards so that few lines cross, by simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983). Deterministic. */
export function findSeats(plan: SeatingPlan): Seats {
  const { levels, lines, rows, seed } = plan;
  const compared = 1 + (4 * lines.length ** 2) / levels.length;
  const trials = Math.min(TRIALS, Math.ceil(MOST_COMPARED / compared));
  const seating = new Seating(plan, []);
  const random = createRandom(seed);
  let cost = seating.cost();
  let best = seating.seats(cost);
  for (let trial = 0; trial < trials; trial++) {
    const card = random.integer(levels.length);
    const own = seating.column[card]!;
    const { first, count } = seating.columnsFor(card);
    const column = random.next() < SAME_COLUMN ? own : first + random.integer(count);
    const row = random.next() < NEAR ? seating.rowNear(card, random.integer(3) - 1) : random.integer(rows);
    const other = seating.at(column, row);
    if (other === card) continue;
    const fromRow = seating.row[card]!;
    const heat = HEAT.first * (1 - trial / trials) ** 2 + HEAT.last;
    let luck: number | null = null;
    const isWorse = (change: number): boolean => {
      if (change <= 0) return false;
      luck ??= random.next();
      return luck >= Math.exp(-change / heat);
    };
    const change = seating.move(card, column, row, isWorse);
    if (change === null) seating.place(card, own, fromRow);
    else {
      seating.keep();
      cost += change;
    }
    if (cost < best.cost - 1e-9) best = seating.seats(cost);
  }
  return best;
}

/** Keeps cards of an earlier picture in their seats. Every other card gets the free seat that costs least. */
export function keepSeats(plan: SeatingPlan, kept: readonly (Seat | null)[]): Seats {
  const seating = new Seating(plan, kept);
  seating.cost();
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const [card, seat] of kept.entries()) {
      if (seat) continue;
      let best = { column: seating.column[card]!, row: seating.row[card]!, cost: 0 };
      const { first, count } = seating.columnsFor(card);
      const [column, row] = [best.column, best.row];
      for (let to = first; to < first + count; to++)
        for (let at = 0; at < plan.rows; at++) {
          if (seating.at(to, at) >= 0) continue;
          const cost = seating.move(card, to, at)!;
          seating.place(card, column, row);
          if (cost < best.cost - 1e-9) best = { column: to, row: at, cost };
        }
      if (best.cost === 0) continue;
      seating.move(card, best.column, best.row);
      seating.keep();
    }
  return seating.seats(seating.cost());
}

class Seating {
  readonly column: Int32Array;
  readonly row: Int32Array;
  private readonly rows: number;
  private readonly seated: Int32Array;
  private readonly lines: SeatingPlan['lines'];
  private readonly linesOf: number[][];
  /** By line: its columns from left to right, the row at its left end, and its rise per column. */
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  private readonly start: Float64Array;
  private readonly rise: Float64Array;
  /** The rows that a line in a column spans. */
  private readonly span: Int32Array;
  private readonly isCounted: Uint8Array;
  /** By pair of lines: 1 if they cross (known: before the last move, fresh: after it). By line: its crossings. */
  private readonly known: Uint8Array;
  private readonly fresh: Uint8Array;
  private readonly counts: Int32Array;

  private readonly plan: SeatingPlan;
  private moved: readonly number[] = [];

  constructor(plan: SeatingPlan, kept: readonly (Seat | null)[]) {
    const { levels, lines, columns, rows } = plan;
    this.plan = plan;
    const [count, lineCount] = [levels.length, lines.length];
    this.rows = rows;
    this.lines = lines;
    this.column = new Int32Array(count);
    this.row = new Int32Array(count);
    this.seated = new Int32Array(columns * rows).fill(-1);
    this.linesOf = levels.map(() => []);
    for (const [line, { from, to }] of lines.entries())
      for (const card of new Set([from, to])) this.linesOf[card]!.push(line);
    this.left = new Int32Array(lineCount);
    this.right = new Int32Array(lineCount);
    this.start = new Float64Array(lineCount);
    this.rise = new Float64Array(lineCount);
    this.span = new Int32Array(lineCount);
    this.isCounted = new Uint8Array(lineCount);
    this.known = new Uint8Array(lineCount * lineCount);
    this.fresh = new Uint8Array(lineCount * lineCount);
    this.counts = new Int32Array(lineCount);
    for (const [card, seat] of kept.entries()) if (seat) this.seat(card, seat.column * rows + seat.row);
    for (let card = 0; card < count; card++) if (!kept[card]) this.sit(card);
  }

  seats(cost: number): Seats {
    return { columns: this.column.slice(), rows: this.row.slice(), cost };
  }

  columnsFor(card: number): { readonly first: number; readonly count: number } {
    const { levels, hasEnd, columns } = this.plan;
    if (card === 0) return { first: 0, count: 1 };
    if (hasEnd && card === levels.length - 1) return { first: columns - 1, count: 1 };
    return { first: 1, count: Math.max(1, columns - (hasEnd ? 2 : 1)) };
  }

  /** Returns the card in a seat; −1 if the seat is free. */
  at(column: number, row: number): number {
    return this.seated[column * this.rows + row]!;
  }

  private sit(card: number): void {
    const { first, count } = this.columnsFor(card);
    const wanted = Math.max(first, Math.min(first + count - 1, this.plan.levels[card]!));
    const middle = (this.rows - 1) / 2;
    const distance = (seat: number): number =>
      this.rows * Math.abs(Math.floor(seat / this.rows) - wanted) + Math.abs((seat % this.rows) - middle);
    let best = -1;
    for (let seat = first * this.rows; seat < (first + count) * this.rows; seat++)
      if (this.seated[seat]! < 0 && (best < 0 || distance(seat) < distance(best))) best = seat;
    this.seat(card, best);
  }

  /** Moves a card; a card in the new seat changes places with it. Returns the change of cost; null if too high. */
  move(
    card: number,
    column: number,
    row: number,
    isTooMuch: (change: number) => boolean = () => false,
  ): number | null {
    const other = this.at(column, row);
    this.moved = this.linesAt(card, other);
    let crossings = -this.among(this.known);
    for (const line of this.moved) crossings += this.counts[line]!;
    const before = COST.crossing * crossings + this.cardCost(card, other);
    this.place(card, column, row);
    const cards = this.cardCost(card, other);
    crossings = 0;
    for (const line of this.moved) {
      // The lines of one card do not cross each other, so at a free seat every crossing counts.
      if (other < 0 && isTooMuch(COST.crossing * crossings + cards - before)) return null;
      crossings += this.cross(line);
    }
    const change = COST.crossing * (crossings - this.among(this.fresh)) + cards - before;
    return isTooMuch(change) ? null : change;
  }

  /** Moves a card like `move`, but without computing the cost, for example to undo a move. */
  place(card: number, column: number, row: number): void {
    const [seat, own] = [column * this.rows + row, this.column[card]! * this.rows + this.row[card]!];
    const other = this.seated[seat]!;
    this.seat(card, seat);
    if (other < 0) this.seated[own] = -1;
    else this.seat(other, own);
  }

  private seat(card: number, seat: number): void {
    this.seated[seat] = card;
    this.column[card] = Math.floor(seat / this.rows);
    this.row[card] = seat % this.rows;
    for (const line of this.linesOf[card]!) this.measure(line);
  }

  private measure(line: number): void {
    const { from, to } = this.lines[line]!;
    const [first, last] = this.column[from]! <= this.column[to]! ? [from, to] : [to, from];
    this.left[line] = this.column[first]!;
    this.right[line] = this.column[last]!;
    const columns = this.column[last]! - this.column[first]!;
    const rows = this.row[last]! - this.row[first]!;
    this.start[line] = columns === 0 ? Math.min(this.row[first]!, this.row[last]!) : this.row[first]!;
    this.rise[line] = columns === 0 ? 0 : rows / columns;
    this.span[line] = columns === 0 ? Math.abs(rows) : 0;
  }

  rowNear(card: number, shift: number): number {
    let [sum, count] = [0, 0];
    for (const line of this.linesOf[card]!) {
      const { from, to } = this.lines[line]!;
      sum += this.row[from === card ? to : from]!;
      count++;
    }
    const middle = count === 0 ? this.row[card]! : Math.round(sum / count);
    return Math.max(0, Math.min(this.rows - 1, middle + shift));
  }

  cost(): number {
    this.moved = this.lines.map((_, line) => line);
    const cost = this.moved.reduce(
      (sum, line) => sum + this.ownCost(line) + COST.crossing * this.cross(line),
      0,
    );
    this.keep();
    return cost - COST.crossing * this.among(this.known);
  }

  /** Returns the lines of two cards; `other` is −1 for no second card. */
  private linesAt(card: number, other: number): readonly number[] {
    const own = this.linesOf[card]!;
    if (other < 0) return own;
    const isOther = (line: number): boolean =>
      this.lines[line]!.from !== card && this.lines[line]!.to !== card;
    return [...own, ...this.linesOf[other]!.filter(isOther)];
  }

  private among(crosses: Uint8Array): number {
    let count = 0;
    for (const line of this.moved)
      for (const other of this.moved) count += crosses[line * this.lines.length + other]!;
    return count / 2;
  }

  private cardCost(card: number, other: number): number {
    let cost = 0;
    for (const line of this.moved) {
      cost += this.ownCost(line);
      this.isCounted[line] = 1;
    }
    cost += COST.overCard * (this.linesOver(card) + (other < 0 ? 0 : this.linesOver(other)));
    for (const line of this.moved) this.isCounted[line] = 0;
    return cost;
  }

  keep(): void {
    const { fresh, known, counts } = this;
    const all = this.lines.length;
    for (const line of this.moved)
      for (let other = 0; other < all; other++) {
        const change = fresh[line * all + other]! - known[line * all + other]!;
        if (change === 0) continue;
        known[line * all + other] += change;
        known[other * all + line] += change;
        counts[line] += change;
        counts[other] += change;
      }
  }

  private ownCost(line: number): number {
    const { from, to, share } = this.lines[line]!;
    const columns = this.column[to]! - this.column[from]!;
    const over = COST.overCard * this.cardsUnder(line);
    if (columns === 0) return over + COST.inColumn + COST.perRowInColumn * (this.span[line]! - 1);
    const rows = Math.abs(this.row[to]! - this.row[from]!);
    return (
      over +
      COST.perColumn * (Math.abs(columns) - 1) +
      COST.perRow * rows * (0.3 + share) +
      (columns < 0 ? COST.back * (0.2 + share) : 0)
    );
  }

  private cross(line: number): number {
    const { left, right, start, rise, span, fresh } = this;
    const all = left.length;
    const [ownLeft, ownRight, ownStart, ownRise] = [left[line]!, right[line]!, start[line]!, rise[line]!];
    const ownSpan = span[line]!;
    let count = 0;
    for (let other = 0; other < all; other++) {
      const first = Math.max(ownLeft, left[other]!);
      const last = Math.min(ownRight, right[other]!);
      let isCrossed = false;
      if (first < last) {
        const rows =
          ownStart - start[other]! + ownRise * (first - ownLeft) - rise[other]! * (first - left[other]!);
        isCrossed = rows * (rows + (ownRise - rise[other]!) * (last - first)) < -1e-9;
      } else if (first > last) isCrossed = false;
      else if (ownSpan > 0) {
        const row = start[other]! + rise[other]! * (first - left[other]!);
        isCrossed =
          left[other]! < first && right[other]! > first && row > ownStart && row < ownStart + ownSpan;
      } else if (span[other]! > 0 && ownLeft < first && ownRight > first) {
        const row = ownStart + ownRise * (first - ownLeft);
        isCrossed = row > start[other]! && row < start[other]! + span[other]!;
      }
      fresh[line * all + other] = Number(isCrossed);
      if (isCrossed) count++;
    }
    return count;
  }

  private cardsUnder(line: number): number {
    const { seated, rows } = this;
    const [left, right, start] = [this.left[line]!, this.right[line]!, this.start[line]!];
    let count = 0;
    for (let row = start + 1; row < start + this.span[line]!; row++)
      if (seated[left * rows + row]! >= 0) count++;
    for (let column = left + 1; column < right; column++) {
      const at = start + this.rise[line]! * (column - left);
      const row = Math.round(at);
      if (Math.abs(at - row) < CARD_ROWS && seated[column * rows + row]! >= 0) count++;
    }
    return count;
  }

  private linesOver(card: number): number {
    const { left, right, start, rise, span, isCounted } = this;
    const [column, row] = [this.column[card]!, this.row[card]!];
    let count = 0;
    for (let line = 0; line < left.length; line++) {
      if (isCounted[line] || column < left[line]! || column > right[line]!) continue;
      if (span[line]! > 0) {
        if (row > start[line]! && row < start[line]! + span[line]!) count++;
      } else if (column !== left[line]! && column !== right[line]!) {
        if (Math.abs(start[line]! + rise[line]! * (column - left[line]!) - row) < CARD_ROWS) count++;
      }
    }
    return count;
  }
}
