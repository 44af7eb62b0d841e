import type { MenuEntry } from '../../../ui/overlays/menu.tsx';
import { hideColumn, type SheetView, START_VIEW, showColumn, shownColumns } from './sheet-columns.ts';

/** Entries of the menu that hides and shows columns of the table of rows. */
export function columnEntries(
  view: SheetView,
  keys: readonly string[],
  titleOf: (key: string) => string,
  onView: (view: SheetView) => void,
): MenuEntry[] {
  const shown = shownColumns(view, keys);
  const hidden = keys.filter((key) => !shown.includes(key));
  return [
    { kind: 'heading', label: 'Hide' },
    ...shown.map(
      (key): MenuEntry => ({
        kind: 'action',
        label: titleOf(key),
        disabled: hideColumn(view, keys, key) === view,
        onSelect: () => onView(hideColumn(view, keys, key)),
      }),
    ),
    ...(hidden.length > 0 ? [{ kind: 'line' } as const, { kind: 'heading', label: 'Show' } as const] : []),
    ...hidden.map(
      (key): MenuEntry => ({
        kind: 'action',
        label: titleOf(key),
        onSelect: () => onView(showColumn(view, key)),
      }),
    ),
    { kind: 'line' },
    { kind: 'action', label: 'As at the start', onSelect: () => onView(START_VIEW) },
  ];
}
