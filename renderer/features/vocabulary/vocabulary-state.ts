import type { VocabularySort } from '#shared/contract/vocabulary.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { TagId } from '#shared/domain/ids.ts';
import { createTabState } from '../../project/tab-state.ts';

/** Which tags the table shows, and in which order. */
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
  /** Tags chosen to be acted on together. */
  readonly chosen: readonly TagId[];
  /** The tag whose edits the history shows; null shows all. */
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

/** What was typed and chosen may be of what a purge took away. */
export function forgetPurgedTags(): void {
  changeVocabulary({ query: '', tag: null, chosen: [], historyTag: null });
}

/** Chooses a tag for acting on it with others, or no longer. */
export function toggleChosen(tag: TagId): void {
  const { chosen } = useVocabulary.getState();
  changeVocabulary({
    chosen: chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag],
  });
}
