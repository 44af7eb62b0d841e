/** The size of the second pane of a split, in pixels, kept within what both panes need. */
export interface SplitLimits {
  /** Room of both panes together. */
  readonly room: number;
  readonly minFirst: number;
  readonly minSecond: number;
}

/** Nearest allowed size; where the room is too small for both, the second pane keeps its minimum. */
export function clampSize(size: number, { room, minFirst, minSecond }: SplitLimits): number {
  return Math.round(Math.max(minSecond, Math.min(size, room - minFirst)));
}

/**
 * What a key on the divider makes of the second pane's size; null where the key means nothing.
 * Arrows move the divider as they point: the second pane lies right of it or below.
 */
export function sizeByKey(
  key: string,
  size: number,
  axis: 'columns' | 'rows',
  limits: SplitLimits,
  step = 24,
): number | null {
  const [grow, shrink] = axis === 'columns' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (key === grow) return clampSize(size + step, limits);
  if (key === shrink) return clampSize(size - step, limits);
  if (key === 'Home') return clampSize(Number.POSITIVE_INFINITY, limits);
  if (key === 'End') return clampSize(0, limits);
  return null;
}
