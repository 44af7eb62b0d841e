/** Seconds of the units that a duration is written in, longest first. */
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** "2 h", "90 min", "1.5 d": the longest unit that makes a number of at most two decimals. */
export function durationText(seconds: number): string {
  const [unit, size] =
    UNITS.find(([, length]) => seconds >= length && Number.isInteger((seconds / length) * 100)) ?? UNITS[3];
  return `${seconds / size} ${unit}`;
}

/** @returns null if there is no such unit */
export function secondsOf(amount: number, unit: string): number | null {
  const size = UNITS.find(([name]) => name === unit.toLowerCase())?.[1];
  return size === undefined ? null : amount * size;
}

export const DURATION_UNITS: readonly string[] = UNITS.map(([name]) => name);
