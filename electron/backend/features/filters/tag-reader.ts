import type { DialogueId, RoundId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { dialoguesWithTag } from '../../store/review/round-filter.ts';
import { tagNamesFor } from '../../store/runs/tagging-runs.ts';

/** The tagging run. */
export interface TagsMeant {
  readonly id: RunId;
  readonly tagger: string;
}

/** Reads the dialogues of a tag for a search. The run is looked up only if a tag is searched. */
export const tagReader =
  (database: ReadDatabase, tagsOf: () => TagsMeant | null) =>
  (tag: string): Set<DialogueId> | null => {
    const tags = tagsOf();
    return tags && dialoguesWithTag(database, tags, tag.replace(/^#/, ''));
  };

/** Reads the names of a turn's current tags; none if nothing was tagged. */
export function tagsOfRounds(database: ReadDatabase, tags: TagsMeant | null): (round: RoundId) => string[] {
  return tags === null ? () => [] : tagNamesFor(database, tags.id);
}
