import type { Feature } from '../../project/feature.ts';
import { filterCommands } from './commands.ts';

export { filterCommands } from './commands.ts';
export { choicesOf } from './field-choices.ts';
export { FieldsPanel } from './fields-panel.tsx';
export { FilterBar } from './filter-bar.tsx';
export { filterQueries } from './queries.ts';
export { filterActions } from './slots.ts';
export { WhereField } from './where-field.tsx';

export const feature: Feature = {
  order: 6,
  commands: [filterCommands],
};
