import { type DateOrder, LONGEST_TIME, parseTime, YEAR_LAST } from './time.ts';

/** Collects evidence row by row for the order of day and month in a column of dates. */
export class DateSurvey {
  #dayFirst = 0;
  #monthFirst = 0;
  #ambiguous = 0;
  #halves = 0;
  readonly #spans: Record<DateOrder, { from: number; to: number }> = {
    dmy: { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY },
    mdy: { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY },
  };

  add(text: string): void {
    const match = text.length > LONGEST_TIME ? null : YEAR_LAST.exec(text.trim());
    if (!match || match[2] === '.') return;
    if (Number(match[1]) > 12) this.#dayFirst++;
    else if (Number(match[3]) > 12) this.#monthFirst++;
    else {
      this.#ambiguous++;
      if (match[9]) this.#halves++;
      for (const order of ['dmy', 'mdy'] as const) this.#widen(order, text);
    }
  }

  /**
   * The order of day and month for a whole column: the majority of days over 12; otherwise the order that
   * puts the dates closer together, because an export covers days rather than a year; otherwise month first
   * if am/pm is used.
   */
  decide(): { order: DateOrder; guessed: boolean } {
    if (this.#dayFirst !== this.#monthFirst) {
      return {
        order: this.#dayFirst > this.#monthFirst ? 'dmy' : 'mdy',
        guessed: this.#dayFirst > 0 && this.#monthFirst > 0,
      };
    }
    const width = (order: DateOrder): number => this.#spans[order].to - this.#spans[order].from;
    const guessed = this.#ambiguous > 0;
    if (guessed && width('dmy') !== width('mdy'))
      return { order: width('dmy') < width('mdy') ? 'dmy' : 'mdy', guessed };
    return { order: this.#halves > 0 ? 'mdy' : 'dmy', guessed };
  }

  #widen(order: DateOrder, text: string): void {
    const time = parseTime(text, order);
    if (!time) return;
    const span = this.#spans[order];
    span.from = Math.min(span.from, time.epochMs);
    span.to = Math.max(span.to, time.epochMs);
  }
}
