/** Which methods are shown as columns, in which order and how wide. Pure; kept by compare-state.ts. */

export interface ColumnChoice {
  readonly name: string;
  /** In px; null shares the room that is left. */
  readonly width: number | null;
}

export type ColumnLayout = readonly ColumnChoice[];

export const NARROWEST = 220;
export const WIDEST = 720;
/** More would be asked than a person can look at side by side. */
export const MOST_COLUMNS = 8;

export const START_LAYOUT: ColumnLayout = ['dfa-paper', 'context-ranker', 'bm25-last', 'dense', 'random'].map(
  (name) => ({ name, width: null }),
);

/**
 * The kept layout with what no longer exists left out. Where nothing is left of it, the first methods there are.
 * @param names every method, in the backend's order
 */
export function usableLayout(layout: ColumnLayout, names: readonly string[]): ColumnLayout {
  const known = layout.filter(
    ({ name }, index) => names.includes(name) && layout.findIndex((other) => other.name === name) === index,
  );
  if (known.length > 0) return known.slice(0, MOST_COLUMNS);
  return names.slice(0, START_LAYOUT.length).map((name) => ({ name, width: null }));
}

/** Adds a method at the end; unchanged where it is there or the page is full. */
export function addColumn(layout: ColumnLayout, name: string): ColumnLayout {
  if (layout.length >= MOST_COLUMNS || layout.some((column) => column.name === name)) return layout;
  return [...layout, { name, width: null }];
}

/** Takes a method away; the last one stays. */
export function removeColumn(layout: ColumnLayout, name: string): ColumnLayout {
  const rest = layout.filter((column) => column.name !== name);
  return rest.length > 0 ? rest : layout;
}

/** Puts a method that is not shown in the place of one that is. */
export function replaceColumn(layout: ColumnLayout, name: string, by: string): ColumnLayout {
  if (layout.some((column) => column.name === by)) return layout;
  return layout.map((column) => (column.name === name ? { ...column, name: by } : column));
}

/** Moves a column one place to the left (-1) or right (1), as far as there is one. */
export function moveColumn(layout: ColumnLayout, name: string, step: -1 | 1): ColumnLayout {
  const from = layout.findIndex((column) => column.name === name);
  const to = from + step;
  if (from < 0 || to < 0 || to >= layout.length) return layout;
  const moved = [...layout];
  [moved[from], moved[to]] = [moved[to], moved[from]];
  return moved;
}

/** Gives a column a width, or with null its share of the room. */
export function resizeColumn(layout: ColumnLayout, name: string, width: number | null): ColumnLayout {
  const fitting = width === null ? null : Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
  return layout.map((column) => (column.name === name ? { ...column, width: fitting } : column));
}

/** The columns as a CSS grid's template: fixed ones as they are, the others share the room but stay readable. */
export function gridTemplate(layout: ColumnLayout): string {
  return layout.map(({ width }) => (width === null ? `minmax(${NARROWEST}px, 1fr)` : `${width}px`)).join(' ');
}
