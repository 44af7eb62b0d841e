/** The order of a date like 03/04/2024: day or month first. */
export type DateOrder = 'dmy' | 'mdy';

/** Times outside these years are mistakes: zeros, placeholders, or milliseconds that were read as seconds. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2100;

/** Longer texts are not times, but a cell may have megabytes. */
const LONGEST_TIME = 64;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = String.raw`(?:[T\s,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?`;

/** Matches 2017-10-31T22:10:47.123+01:00 and 2017/10/31 22:10, but not 20171031. */
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${CLOCK}${ZONE}$`, 'i');
/** Matches 31/10/2017 22:10, 10-31-17 10:10 PM and 31.10.2017. */
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})${CLOCK}${ZONE}$`, 'i');
/** Matches Tue Oct 31 22:10:47 +0000 2017. */
const TWITTER = /^[a-z]{3},? ([a-z]{3}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) ([+-]\d{4}|UTC|GMT)?\s*(\d{4})$/i;
/** Matches Tue, 31 Oct 2017 22:10:47 +0000; 31 October 2017; 31-Oct-2017. */
const DAY_MONTH = new RegExp(
  String.raw`^(?:[a-z]+,?\s+)?(\d{1,2})[-\s]([a-z]{3,9})[-,\s]+(\d{4})${CLOCK}${ZONE}$`,
  'i',
);
/** Matches Oct 31, 2017 10:10 PM. */
const MONTH_DAY = new RegExp(
  String.raw`^(?:[a-z]+,?\s+)?([a-z]{3,9})\s+(\d{1,2}),?\s+(\d{4})${CLOCK}${ZONE}$`,
  'i',
);
const EPOCH = /^(\d{9,10})(\.\d+)?$|^(\d{12,13})$|^(\d{15,16})$/;

interface ParsedTime {
  /** Milliseconds since 1970 in UTC. */
  readonly epochMs: number;
  /** True if the text had no time zone and was read as UTC. */
  readonly naive: boolean;
}

/**
 * Parses ISO 8601, Twitter's and RFC 2822 times, epoch seconds, milliseconds or microseconds, and dates. `order` is for
 * dates like 03/04/2024; with dots, the day is always first. Returns null for other text, 31 February, and years before
 * 1970 or after 2100.
 */
export function parseTime(text: string, order: DateOrder): ParsedTime | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_TIME) return null;
  return (
    parseYearFirst(trimmed) ??
    parseTwitter(trimmed) ??
    parseYearLast(trimmed, order) ??
    parseNamed(trimmed) ??
    parseEpoch(trimmed)
  );
}

function parseYearFirst(text: string): ParsedTime | null {
  const match = YEAR_FIRST.exec(text);
  if (!match) return null;
  return fromParts(Number(match[1]), Number(match[2]), Number(match[3]), match.slice(4));
}

function parseTwitter(text: string): ParsedTime | null {
  const match = TWITTER.exec(text);
  if (!match) return null;
  const [, month, day, hour, minute, second, zone, year] = match;
  return fromParts(Number(year), monthNumber(month), Number(day), [
    hour,
    minute,
    second,
    undefined,
    undefined,
    zone,
  ]);
}

function parseYearLast(text: string, order: DateOrder): ParsedTime | null {
  const match = YEAR_LAST.exec(text);
  if (!match) return null;
  const dayFirst = order === 'dmy' || match[2] === '.';
  const [day, month] = dayFirst ? [match[1], match[3]] : [match[3], match[1]];
  return fromParts(fullYear(match[4]), Number(month), Number(day), match.slice(5));
}

function parseNamed(text: string): ParsedTime | null {
  const dayFirst = DAY_MONTH.exec(text);
  if (dayFirst)
    return fromParts(Number(dayFirst[3]), monthNumber(dayFirst[2]), Number(dayFirst[1]), dayFirst.slice(4));
  const monthFirst = MONTH_DAY.exec(text);
  if (!monthFirst) return null;
  return fromParts(
    Number(monthFirst[3]),
    monthNumber(monthFirst[1]),
    Number(monthFirst[2]),
    monthFirst.slice(4),
  );
}

function parseEpoch(text: string): ParsedTime | null {
  const match = EPOCH.exec(text);
  if (!match) return null;
  const [, seconds, fraction, milliseconds, microseconds] = match;
  const epochMs = seconds
    ? Math.round(Number(seconds + (fraction ?? '')) * 1000)
    : milliseconds
      ? Number(milliseconds)
      : Math.floor(Number(microseconds) / 1000);
  return withinYears(epochMs) ? { epochMs, naive: false } : null;
}

function fromParts(
  year: number,
  month: number,
  day: number,
  rest: readonly (string | undefined)[],
): ParsedTime | null {
  const [hourText, minuteText, secondText, fraction, half, zone] = rest;
  const hour = fullHour(Number(hourText ?? 0), half);
  const minute = Number(minuteText ?? 0);
  // A leap second becomes the second before it.
  const second = Math.min(59, Number(secondText ?? 0));
  if (hour === null || minute > 59 || Number(secondText ?? 0) > 60) return null;
  const milliseconds = fraction ? Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6) : 0;
  const local = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const date = new Date(local);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23) return null;
  const epochMs = local - zoneOffsetMs(zone);
  return withinYears(epochMs) ? { epochMs, naive: zone === undefined } : null;
}

function fullHour(hour: number, half: string | undefined): number | null {
  if (!half) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

function zoneOffsetMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}

function fullYear(text = ''): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function monthNumber(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function withinYears(epochMs: number): boolean {
  const year = new Date(epochMs).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

export function dateWarning(order: DateOrder): string {
  const [read, other] = order === 'dmy' ? ['the day', 'mdy'] : ['the month', 'dmy'];
  return `Dates like 03/04/2024 were read with ${read} first. If this is wrong, write "dates":"${other}" in the mapping.`;
}

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
   * Decides the order by days above 12; otherwise by which order makes the dates closer; otherwise the month comes
   * first if times have am/pm.
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
