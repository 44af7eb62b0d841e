import { once } from './once.ts';

/** Cost of requests: null if a price is unknown. The unconfirmed part is an upper bound. */
interface SpentUsd {
  readonly costUsd: number | null;
  readonly unconfirmedUsd: number;
}

export function spentText({ costUsd, unconfirmedUsd }: SpentUsd): string {
  if (costUsd === null) return 'unknown';
  if (unconfirmedUsd === 0) return costText(costUsd);
  const bound = `up to ${costText(unconfirmedUsd)} unconfirmed`;
  const confirmed = Math.max(0, costUsd - unconfirmedUsd);
  return confirmed < 1e-9 ? bound : `${costText(confirmed)} and ${bound}`;
}

// Created at first use, because creating a formatter is slow and most processes need none.
const whole = once(
  () => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Returns US dollars as text: "$0", "$0.000042", "$0.13", "$1,234.50"; below a dollar with two significant digits. */
export function costText(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0) return `−${costText(-usd)}`;
  if (usd >= 0.995) return `$${whole().format(usd)}`;
  if (usd < 1e-7) return '< $0.0000001';
  const digits = Math.min(7, Math.max(2, 1 - Math.floor(Math.log10(usd))));
  const text = usd.toFixed(digits);
  return `$${digits > 2 ? text.replace(/0+$/, '').padEnd(4, '0') : text}`;
}

const counts = once(() => new Intl.NumberFormat('en-US'));

export function formatCount(value: number): string {
  return counts().format(value);
}

/** (1, 'dialogue') → "1 dialogue"; (2340, 'dialogue') → "2,340 dialogues" */
export function formatAmount(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** (86, 275, 'transition') → "86 of 275 transitions"; all of them → "275 transitions" */
export function formatPart(part: number, whole: number, one: string): string {
  return part < whole ? `${formatCount(part)} of ${formatAmount(whole, one)}` : formatAmount(whole, one);
}

/**
 * Formats a share 0 … 1 in percent: 0.1234 → "12.3 %", 1 → "100 %"; tiny but not zero → "< 0.1 %".
 * `rough` is for labels: "12 %", and less than all is never "100 %".
 */
export function formatShare(share: number, { rough = false } = {}): string {
  const percent = share * 100;
  if (percent <= 0) return '0 %';
  if (percent < 0.1) return '< 0.1 %';
  if (percent >= (rough ? 100 : 99.95)) return '100 %';
  if (!rough || percent < 10) return `${percent.toFixed(1)} %`;
  return percent > 99.9 ? '> 99.9 %' : `${Math.min(99, Math.round(percent))} %`;
}

/** A share set by a person, not rounded: 0.1 → "10 %", 0.125 → "12.5 %". */
export function formatSetShare(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

interface FigureStyle {
  readonly digits?: number;
  readonly signed?: boolean;
  /** True for a share 0 … 1, written as 0 … 100. */
  readonly share?: boolean;
}

/** Returns a figure with a fixed number of digits: "28.7", "−0.25"; "–" if not measured. */
export function figureText(
  value: number | null,
  { digits = 1, signed = false, share = false }: FigureStyle = {},
): string {
  if (value === null) return '–';
  if (value === 0 && digits > 3) return '0';
  const text = Math.abs(share ? 100 * value : value).toFixed(digits);
  // A value that rounds to zero has no sign.
  if (Number(text) === 0) return text;
  return value < 0 ? `−${text}` : signed ? `+${text}` : text;
}

/** "26.1 … 31.0"; '' without an interval. */
export function intervalText(
  { lower, upper }: { readonly lower: number | null; readonly upper: number | null },
  style?: FigureStyle,
): string {
  if (lower === null || upper === null) return '';
  return `${figureText(lower, style)} … ${figureText(upper, style)}`;
}

export function bracketText(
  { lower, upper }: { readonly lower: number | null; readonly upper: number | null },
  style?: FigureStyle,
): string {
  if (lower === null || upper === null) return '';
  return `[${figureText(lower, style)}, ${figureText(upper, style)}]`;
}

/** "95 % interval 26.1 to 31.0", within a sentence; '' without one. */
export function intervalWords(
  { lower, upper }: { readonly lower: number | null; readonly upper: number | null },
  style?: FigureStyle,
): string {
  if (lower === null || upper === null) return '';
  return `95 % interval ${figureText(lower, style)} to ${figureText(upper, style)}`;
}

/** A share 0 … 1 with its unit: "61.5 %"; "–" if nothing was counted. */
export function percentText(share: number | null): string {
  return share === null ? '–' : `${figureText(share, { share: true })} %`;
}

/** A time in milliseconds: 0.2 → "< 1 ms", 340 → "340 ms", 2400 → "2.4 s". */
export function formatMilliseconds(ms: number): string {
  if (ms < 1) return '< 1 ms';
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Seconds: 0.01 → "< 0.1 s", 0.42 → "0.4 s", 61 → "1 min 1 s", 7325 → "2 h 2 min". */
export function formatSeconds(seconds: number): string {
  if (seconds < 0.05) return '< 0.1 s';
  if (seconds < 59.95) return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** A running clock in whole seconds: 5400 → "5 s", 64_000 → "1 min 4 s". */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : formatSeconds(seconds);
}

/** Returns a rough duration: 42 → "42 s", 300 → "5.0 min", 12600 → "3.5 h", 180000 → "2.1 d". */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  if (minutes < 60) return `${minutes < 10 ? minutes.toFixed(1) : Math.round(minutes)} min`;
  return minutes < 24 * 60 ? `${(minutes / 60).toFixed(1)} h` : `${(minutes / 60 / 24).toFixed(1)} d`;
}

/** Rounded, because it is an estimate: 0.3 → "1 s", 12.2 → "12 s", 61 → "1 min", 7325 → "2 h 2 min". */
export function formatRemainder(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  return whole < 3570 ? `${Math.round(whole / 60)} min` : formatSeconds(Math.max(3600, whole));
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** With fewer dialogues or turns, a single one changes a share a lot. */
const ENOUGH = 30;

/** Returns a warning for too few cases, else nothing. `things` is in the plural, such as "dialogues". */
export const tooFew = (count: number, things: string): string[] =>
  count < ENOUGH ? [`There are too few ${things} for a reliable result. At least ${ENOUGH} are needed.`] : [];

const times = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** An ISO time in the reader's zone, "12 Mar 2026, 14:03"; other text is unchanged. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : times().format(time);
}

export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || path;
}
