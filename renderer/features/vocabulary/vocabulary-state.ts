import type { VocabularySort } from '#shared/contract/vocabulary.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { TagId } from '#shared/domain/ids.ts';
import { createTabState } from '../../project/tab-state.ts';

/** Filter and sorting of the table of tags. */
export interface TagsShown {
  readonly query: string;
  readonly role: Role | null;
  readonly archived: 'no' | 'only' | 'all';
  readonly sort: VocabularySort;
  readonly descending: boolean;
}

export type VocabularyTab = 'tags' | 'similar' | 'history';

interface VocabularyState extends TagsShown {
  readonly tab: VocabularyTab;
  /** The tag whose details are shown. */
  readonly tag: TagId | null;
  /** Tags selected to act on together. */
  readonly chosen: readonly TagId[];
  /** The tag whose edits the history shows; null for all. */
  readonly historyTag: TagId | null;
}

export const {
  use: useVocabulary,
  enter: enterVocabulary,
  change: changeVocabulary,
} = createTabState<VocabularyState>('vocabulary', {
  tab: 'tags',
  query: '',
  role: null,
  archived: 'no',
  sort: 'rounds',
  descending: true,
  tag: null,
  chosen: [],
  historyTag: null,
});

/** Clears what may refer to purged data. */
export function forgetPurgedTags(): void {
  changeVocabulary({ query: '', tag: null, chosen: [], historyTag: null });
}

/** Selects or deselects a tag. */
export function toggleChosen(tag: TagId): void {
  const { chosen } = useVocabulary.getState();
  changeVocabulary({
    chosen: chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag],
  });
}
