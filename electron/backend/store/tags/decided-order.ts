import type { EditId, TagId } from '#shared/domain/ids.ts';

/** A person's decision on a tag of a turn; later ones count. */
export interface RoundDecision {
  readonly tag: TagId;
  readonly present: boolean;
  readonly edit: EditId;
}

/** A turn's tags with people's decisions. */
interface DecidedTags<Tag> {
  /** In order: the first names the turn. */
  readonly tags: readonly Tag[];
  /** The number of first tags that are in a place where the machine put a tag; the others were added. */
  readonly placed: number;
  /** For a tag in the place of another, that one. */
  readonly insteadOf: ReadonlyMap<Tag, Tag>;
}

/**
 * Applies people's decisions to a machine's tags of a turn. A tag replaces the machine's tag that the same
 * edit removed, or goes last if the edit removed none.
 * @param given the machine's tags, best first
 * @param decisions by edit, as read
 * @param resolve returns the current tag for a merged one
 */
export function decideTags<Tag>(
  given: readonly TagId[],
  decisions: readonly RoundDecision[],
  resolve: (tag: TagId) => Tag,
): DecidedTags<Tag> {
  const standing = new Map<Tag, RoundDecision>();
  for (const decision of decisions) {
    const tag = resolve(decision.tag);
    standing.delete(tag);
    standing.set(tag, decision);
  }
  const places = [...new Set(given.map(resolve))];
  const machine = new Set(places);
  const insteadOf = new Map<Tag, Tag>();
  const added: Tag[] = [];
  const taken = new Map<Tag, Tag>();
  for (const [tag, { present, edit }] of standing) {
    if (!present || machine.has(tag)) continue;
    const free = places.find((place) => {
      const decision = standing.get(place);
      return decision?.present === false && decision.edit === edit && !taken.has(place);
    });
    if (free === undefined) added.push(tag);
    else {
      taken.set(free, tag);
      insteadOf.set(tag, free);
    }
  }
  const kept = places.flatMap((place) =>
    standing.get(place)?.present === false ? (taken.get(place) ?? []) : [place],
  );
  return { tags: [...kept, ...added], placed: kept.length, insteadOf };
}
