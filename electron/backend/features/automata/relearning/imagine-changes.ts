import type { ImaginedChange } from '#shared/contract/relearning.ts';
import type { StandingRows, StoredTaggedRows } from '../../../store/tags/learning-rows.ts';

/**
 * Returns the rows as some changes of tags would leave them. As in the store, a tag that replaces another goes last,
 * unless it is renamed everywhere.
 * @param rows with archived tags
 */
export function imagineChanges(
  rows: StandingRows,
  archivedNames: ReadonlySet<string>,
  changes: readonly ImaginedChange[],
): { readonly rows: StoredTaggedRows; readonly turns: number } {
  const tagNames = [...(rows.tagNames as readonly string[])];
  const indexOfName = new Map(tagNames.map((name, index) => [name, index]));
  const indexOf = (name: string): number => {
    const known = indexOfName.get(name);
    if (known !== undefined) return known;
    indexOfName.set(name, tagNames.length);
    return tagNames.push(name) - 1;
  };
  // Only changed turns get a list of their own.
  const tagsOf = new Map<number, number[]>();
  const placesOf = new Map<number, number>();
  const placedOf = (turn: number): number => placesOf.get(turn) ?? rows.placed[turn]!;
  const before = (turn: number): Int32Array =>
    rows.tagIds.subarray(rows.tagOffsets[turn], rows.tagOffsets[turn + 1]);
  let positionOfTurn: Map<number, number> | null = null;
  const everyTurn = rows.turnIds.map((_, turn) => turn);
  const archivedThen = new Set(archivedNames);

  for (const { turns, replace, add, archive, restore } of changes) {
    for (const name of archive ?? []) archivedThen.add(name);
    for (const name of restore ?? []) archivedThen.delete(name);
    const byOld = new Map<number, number | null>();
    for (const { tag, by } of replace) {
      const old = indexOfName.get(tag);
      if (old !== undefined) byOld.set(old, by === null ? null : indexOf(by));
    }
    const added = add.map(indexOf);
    positionOfTurn ??= turns && new Map(Array.from(rows.turnIds, (id, turn) => [id, turn]));
    for (const at of turns ?? everyTurn) {
      const turn = turns === null ? at : positionOfTurn?.get(at);
      if (turn === undefined) continue;
      const tags = tagsOf.get(turn) ?? before(turn);
      if (added.length === 0 && !tags.some((tag) => byOld.has(tag))) continue;
      const placed = new Set<number>();
      const last = new Set<number>();
      const moved = new Set<number>();
      for (const [place, tag] of tags.entries()) {
        const by = byOld.has(tag) ? byOld.get(tag) : tag;
        if (by == null) continue;
        const isPlaced = place < placedOf(turn);
        if (by === tag || turns === null) (isPlaced ? placed : last).add(by);
        // A tag that the turn already has keeps its place.
        else if (!tags.includes(by)) (isPlaced ? placed : moved).add(by);
      }
      tagsOf.set(turn, [...new Set([...placed, ...last, ...moved, ...added])]);
      placesOf.set(turn, placed.size);
    }
  }

  const isLearned = (archived: ReadonlySet<string>) => {
    const known = tagNames.map((name) => !archived.has(name));
    return (tag: number) => known[tag];
  };
  const learnedNow = isLearned(archivedNames);
  const learnedThen = isLearned(archivedThen);
  let touched = 0;
  const tagOffsets = new Int32Array(rows.tagOffsets.length);
  const tagIds: number[] = [];
  for (const turn of everyTurn) {
    const old = before(turn).filter(learnedNow);
    const tags = (tagsOf.get(turn) ?? before(turn)).filter(learnedThen);
    if (tags.length !== old.length || tags.some((tag) => !old.includes(tag))) touched++;
    for (const tag of tags) tagIds.push(tag);
    tagOffsets[turn + 1] = tagIds.length;
  }
  return { rows: { ...rows, tagOffsets, tagIds: Int32Array.from(tagIds), tagNames }, turns: touched };
}
