import type { Feature } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { ExportDialogues } from './export-dialogues.tsx';
import { filterActions, filterCommands } from './queries.ts';

export { ABANDONED_IN_SHORT, choicesOf, FIELD_MEANINGS } from './chips.ts';
export { ExportDialogues } from './export-dialogues.tsx';
export { FieldsPanel } from './fields-panel.tsx';
export { FilterBar } from './filter-bar.tsx';
export { filterActions, filterCommands, filterQueries } from './queries.ts';
export { SavedFilters } from './saved-filters.tsx';
export { WhereField } from './where-field.tsx';

export const feature: Feature = {
  order: 6,
  commands: [filterCommands],
  fills: [
    filterActions.fill({ label: 'Export these…', run: (where) => openDialog(ExportDialogues, { where }) }),
  ],
};
