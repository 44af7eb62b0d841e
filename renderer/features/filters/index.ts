import type { Feature } from '../../project/feature.ts';
import { filterCommands } from './commands.ts';

export { FilterBar } from './filter-bar.tsx';
export { filterQueries } from './queries.ts';
export { choicesOf, WhereField } from './where-field.tsx';

export const feature: Feature = {
  order: 6,
  commands: [filterCommands],
};
