/** Numbers, shares, times and sizes as text for people, always with their unit. */

const counts = new Intl.NumberFormat('en-US');

/** 12345 → "12,345" */
export function formatCount(value: number): string {
  return counts.format(value);
}

/** (1, 'dialogue') → "1 dialogue"; (2340, 'dialogue') → "2,340 dialogues" */
export function formatAmount(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** A share 0 … 1 as per cent: 0.1234 → "12.3 %", 1 → "100 %"; tiny but not zero → "< 0.1 %". */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  if (percent === 0 || percent >= 99.95) return `${Math.round(percent)} %`;
  return `${percent.toFixed(1)} %`;
}

/** Seconds: 0.01 → "< 0.1 s", 0.42 → "0.4 s", 61 → "1 min 1 s", 7325 → "2 h 2 min". */
export function formatSeconds(seconds: number): string {
  if (seconds < 0.05) return '< 0.1 s';
  if (seconds < 59.95) return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Time left, which is a guess and so whole: 0.3 → "1 s", 12.2 → "12 s", 61 → "1 min 1 s". */
export function formatRemainder(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return whole < 60 ? `${whole} s` : formatSeconds(whole);
}

/** Bytes: 900 → "900 B", 1536 → "1.5 KB". Units of 1024. */
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

/** An ISO time in the reader's zone, "12 Mar 2026, 14:03"; text that is no time is given back as it is. */
export function formatTime(iso: string, timeZone?: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(time);
}

/** The last part of a path, with either kind of slash. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || path;
}
