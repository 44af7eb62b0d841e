import type { KnowledgeId } from '#shared/domain/ids.ts';
import { createTabState } from '../../project/mode.ts';

interface WorksheetsState {
  /** The shown application; null for the first. */
  readonly open: string | null;
  /** The table or document that is shown instead; null for none. */
  readonly knowledge: KnowledgeId | null;
}

export const {
  use: useWorksheets,
  enter: enterWorksheets,
  change: changeWorksheets,
} = createTabState<WorksheetsState>('worksheets', { open: null, knowledge: null });

export const openApplication = (name: string): void => changeWorksheets({ open: name, knowledge: null });
