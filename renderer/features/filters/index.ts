import { openDialog } from '../../commands/dialogs.tsx';
import type { Feature } from '../../project/feature.ts';
import { filterCommands } from './commands.ts';
import { ExportDialogues } from './export-dialogues.tsx';
import { filterActions } from './slots.ts';

export { filterCommands } from './commands.ts';
export { ExportDialogues } from './export-dialogues.tsx';
export { choicesOf } from './field-choices.ts';
export { ABANDONED_IN_SHORT, FIELD_MEANINGS } from './field-meanings.ts';
export { FieldsPanel } from './fields-panel.tsx';
export { FilterBar } from './filter-bar.tsx';
export { filterQueries } from './queries.ts';
export { SavedFilters } from './saved-filters.tsx';
export { filterActions } from './slots.ts';
export { WhereField } from './where-field.tsx';

export const feature: Feature = {
  order: 6,
  commands: [filterCommands],
  fills: [
    filterActions.fill({ label: 'Export these…', run: (where) => openDialog(ExportDialogues, { where }) }),
  ],
};
