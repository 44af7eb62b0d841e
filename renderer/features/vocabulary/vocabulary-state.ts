import { create } from 'zustand';
import type { VocabularySort } from '#shared/contract/vocabulary.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { TagId } from '#shared/domain/ids.ts';
import { readStored, writeStored } from '../../ui/hooks/stored.ts';

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
  readonly project: string | null;
  readonly tab: VocabularyTab;
  /** The tag whose details are shown. */
  readonly tag: TagId | null;
  /** Tags chosen to be acted on together. */
  readonly chosen: readonly TagId[];
  /** The tag whose edits the history shows; null shows all. */
  readonly historyTag: TagId | null;
}

const START: VocabularyState = {
  project: null,
  tab: 'tags',
  query: '',
  role: null,
  archived: 'no',
  sort: 'rounds',
  descending: true,
  tag: null,
  chosen: [],
  historyTag: null,
};

const STORED = 'vocabulary';

export const useVocabulary = create<VocabularyState>(() => START);

/** Begins with a project: as it was left in this tab, or from the start. */
export function enterVocabulary(project: string): void {
  if (useVocabulary.getState().project === project) return;
  const stored = readStored<Partial<VocabularyState>>(STORED, {}, true);
  useVocabulary.setState({ ...START, ...(stored.project === project ? stored : {}), project });
}

export function changeVocabulary(next: Partial<Omit<VocabularyState, 'project'>>): void {
  useVocabulary.setState(next);
  writeStored(STORED, useVocabulary.getState(), true);
}

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
