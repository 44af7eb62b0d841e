import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { dialoguesWithTag } from '../../store/review/round-filter.ts';

/** Whose tags. */
export interface TagsMeant {
  readonly id: RunId;
  readonly tagger: string;
}

/** Reads the dialogues of a tag for a search; the run is looked for where a tag is asked for alone. */
export const tagReader =
  (database: ReadDatabase, tagsOf: () => TagsMeant | null) =>
  (tag: string): Set<DialogueId> | null => {
    const tags = tagsOf();
    return tags && dialoguesWithTag(database, tags, tag.replace(/^#/, ''));
  };
