/** A size that a divider changes, in pixels. */
export interface DividedSize {
  /** What is measured: what stands before (left of) the line, after it, or below it. */
  readonly of: 'before' | 'after' | 'below';
  readonly least: number;
  readonly most: number;
}

/** How far an arrow key moves a divider. */
const STEP = 24;

/** Nearest allowed size, in whole pixels; the least holds where both limits cannot. */
export function clampSize(size: number, { least, most }: Pick<DividedSize, 'least' | 'most'>): number {
  return Math.round(Math.max(least, Math.min(size, most)));
}

/** What a key on the divider makes of the size; null where the key means nothing. The line goes as arrows point. */
export function sizeByKey(key: string, size: number, divided: DividedSize): number | null {
  const [back, forth] = divided.of === 'below' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const way = { [back]: -STEP, [forth]: STEP, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY }[
    key
  ];
  return way === undefined ? null : sizeByDrag(size, { x: way, y: way }, divided);
}

/** What a drag makes of the size that it began with. */
export function sizeByDrag(
  size: number,
  moved: { readonly x: number; readonly y: number },
  divided: DividedSize,
): number {
  const grown = { before: moved.x, after: -moved.x, below: -moved.y }[divided.of];
  return clampSize(size + grown, divided);
}
