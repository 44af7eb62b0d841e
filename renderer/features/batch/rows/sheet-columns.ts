/** Which columns of a batch run's table are shown, in which order and how wide. Pure; kept by sheet-view.ts. */

/** What was asked: always first and never hidden, since it names the row. */
export const ASKED = 'asked';
/** What was really said. */
export const TRUTH = 'truth';

export interface SheetView {
  /** Keys of columns in the order they were brought into; those of other runs of the project may be among them. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** In px, by key; those that were never changed are missing. */
  readonly widths: Readonly<Record<string, number>>;
}

export const START_VIEW: SheetView = { order: [], hidden: [], widths: {} };

export const NARROWEST = 120;
export const WIDEST = 800;
const ASKED_WIDTH = 260;
const WIDTH = 240;

/** All columns but the question's in their order: moved ones as they were put, others behind the one they follow. */
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
  // Hidden in another run of the project, they may be all that this one has.
  return shown.some((key) => key !== TRUTH) ? shown : orderedColumns(view, keys);
}

/** Hides a column; the last one that answers stays. */
export function hideColumn(view: SheetView, keys: readonly string[], key: string): SheetView {
  const rest = shownColumns(view, keys).filter((other) => other !== key);
  if (!rest.some((other) => other !== TRUTH)) return view;
  return { ...view, hidden: [...view.hidden.filter((other) => other !== key), key] };
}

export function showColumn(view: SheetView, key: string): SheetView {
  return { ...view, hidden: view.hidden.filter((other) => other !== key) };
}

/** Puts a column at a place among the shown ones, as far as there is one. @param to its place afterwards, from 0 */
export function placeColumn(view: SheetView, keys: readonly string[], key: string, to: number): SheetView {
  const shown = shownColumns(view, keys);
  if (!shown.includes(key)) return view;
  const others = shown.filter((other) => other !== key);
  const place = Math.max(0, Math.min(others.length, to));
  if (shown[place] === key) return view;
  const ordered = orderedColumns(view, keys).filter((other) => other !== key);
  // Hidden ones stay where they are: it goes right behind its shown neighbour on the left.
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
