export interface DividedSize {
  /** The measured pane: before (left of) the divider, after it, or below it. */
  readonly of: 'before' | 'after' | 'below';
  readonly least: number;
  readonly most: number;
}

/** Pixels that an arrow key moves a divider. */
const STEP = 24;

/** Returns the nearest allowed size in whole pixels. If the limits conflict, the minimum wins. */
export function clampSize(size: number, { least, most }: Pick<DividedSize, 'least' | 'most'>): number {
  return Math.round(Math.max(least, Math.min(size, most)));
}

/** Returns the size after a key on the divider, which moves in the arrow's direction; null for other keys. */
export function sizeByKey(key: string, size: number, divided: DividedSize): number | null {
  const [back, forth] = divided.of === 'below' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const way = { [back]: -STEP, [forth]: STEP, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY }[
    key
  ];
  return way === undefined ? null : sizeByDrag(size, { x: way, y: way }, divided);
}

export function sizeByDrag(
  size: number,
  moved: { readonly x: number; readonly y: number },
  divided: DividedSize,
): number {
  const grown = { before: moved.x, after: -moved.x, below: -moved.y }[divided.of];
  return clampSize(size + grown, divided);
}
