import { createTabState } from '../../project/tab-state.ts';

interface WorksheetsState {
  /** The application on show; null for the first. */
  readonly open: string | null;
}

export const {
  use: useWorksheets,
  enter: enterWorksheets,
  change: changeWorksheets,
} = createTabState<WorksheetsState>('worksheets', { open: null });
