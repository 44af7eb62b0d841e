import type { Feature } from '../../project/feature.ts';
import { enterVocabulary, forgetPurgedTags, VOCABULARY, vocabularyCommands } from './queries.ts';
import { VocabularyView } from './vocabulary-view.tsx';

export { BulkDialog, RenameDialog } from './edits/rename-dialog.tsx';
export { vocabularyQueries } from './queries.ts';
export { TagCard } from './tag-card.tsx';
export {
  asksNothing,
  EMPTY_FILTER,
  FilterFields,
  type FilterForm,
  filterOf,
} from './turns/filter-fields.tsx';
export { TurnList } from './turns/turn-list.tsx';

export const feature: Feature = {
  order: 10,
  commands: [vocabularyCommands],
  views: [{ mode: VOCABULARY, component: VocabularyView }],
  onOpen: enterVocabulary,
  onPurge: forgetPurgedTags,
};
