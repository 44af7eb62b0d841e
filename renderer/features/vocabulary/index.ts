import type { Feature } from '../../project/feature.ts';
import { VOCABULARY, vocabularyCommands } from './commands.ts';
import { enterVocabulary, forgetPurgedTags } from './vocabulary-state.ts';
import { VocabularyView } from './vocabulary-view.tsx';

export { BulkDialog } from './edits/bulk-dialog.tsx';
export { RenameDialog } from './edits/rename-dialog.tsx';
export { vocabularyQueries } from './queries.ts';
export { FilterFields } from './rounds/filter-fields.tsx';
export { asksNothing, EMPTY_FILTER, type FilterForm, filterOf } from './rounds/filter-form.ts';
export { RoundList } from './rounds/round-list.tsx';
export { TagCard } from './tag-card.tsx';

export const feature: Feature = {
  order: 10,
  commands: [vocabularyCommands],
  views: [{ mode: VOCABULARY, component: VocabularyView }],
  onOpen: enterVocabulary,
  onPurge: forgetPurgedTags,
};
