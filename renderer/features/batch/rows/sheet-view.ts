import { useState } from 'react';
import { readStored, writeStored } from '../../../ui/hooks/stored.ts';
import { type SheetView, START_VIEW } from './sheet-columns.ts';

/** How a project's tables of rows are looked at; kept for good, for all of its batch runs. */
export function useSheetView(project: string): readonly [SheetView, (view: SheetView) => void] {
  const key = `batch.sheet.${project}`;
  const [view, setView] = useState<SheetView>(() => ({ ...START_VIEW, ...readStored(key, START_VIEW) }));
  return [
    view,
    (next) => {
      setView(next);
      writeStored(key, next);
    },
  ];
}
