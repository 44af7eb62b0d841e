/** The columns of a batch run's table: visibility, order and width. Pure; stored by sheet-view.ts. */

/** The column of the customer's message. It names the row, so it is always first and never hidden. */
export const ASKED = 'asked';
/** The column of the true answer. */
export const TRUTH = 'truth';

export interface SheetView {
  /** Column keys in the chosen order; may include keys of the project's other runs. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** In px, by key; only the widths that were changed. */
  readonly widths: Readonly<Record<string, number>>;
}

export const START_VIEW: SheetView = { order: [], hidden: [], widths: {} };

export const NARROWEST = 120;
export const WIDEST = 800;
const ASKED_WIDTH = 260;
const WIDTH = 240;

/** Returns all columns except `ASKED` in order. One that was never moved follows the one before it. */
export function orderedColumns(view: SheetView, keys: readonly string[]): string[] {
  const ordered = view.order.filter((key) => keys.includes(key));
  for (const [at, key] of keys.entries()) {
    if (ordered.includes(key)) continue;
    const before = keys[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, key);
  }
  return ordered;
}

export function shownColumns(view: SheetView, keys: readonly string[]): string[] {
  const shown = orderedColumns(view, keys).filter((key) => !view.hidden.includes(key));
  // Columns hidden in another run may be all that this run has.
  return shown.some((key) => key !== TRUTH) ? shown : orderedColumns(view, keys);
}

/** Hides a column, unless it is the last one with answers. */
export function hideColumn(view: SheetView, keys: readonly string[], key: string): SheetView {
  const rest = shownColumns(view, keys).filter((other) => other !== key);
  if (!rest.some((other) => other !== TRUTH)) return view;
  return { ...view, hidden: [...view.hidden.filter((other) => other !== key), key] };
}

export function showColumn(view: SheetView, key: string): SheetView {
  return { ...view, hidden: view.hidden.filter((other) => other !== key) };
}

/** Moves a column to a position among the visible ones, if possible. @param to its new position, from 0 */
export function placeColumn(view: SheetView, keys: readonly string[], key: string, to: number): SheetView {
  const shown = shownColumns(view, keys);
  if (!shown.includes(key)) return view;
  const others = shown.filter((other) => other !== key);
  const place = Math.max(0, Math.min(others.length, to));
  if (shown[place] === key) return view;
  const ordered = orderedColumns(view, keys).filter((other) => other !== key);
  // Hidden columns stay in place: the column goes right behind its visible left neighbor.
  const neighbour = others[place - 1];
  const at = neighbour === undefined ? 0 : ordered.indexOf(neighbour) + 1;
  return { ...view, order: ordered.toSpliced(at, 0, key) };
}

export function widthOf({ widths }: SheetView, key: string): number {
  return widths[key] ?? (key === ASKED ? ASKED_WIDTH : WIDTH);
}

export function resizeColumn(view: SheetView, key: string, width: number): SheetView {
  const fitting = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
  return { ...view, widths: { ...view.widths, [key]: fitting } };
}
