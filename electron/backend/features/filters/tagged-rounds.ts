import type { TaggedRounds } from '#shared/algorithms/filters/sequence-tests.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { roundTimes } from '../../store/corpus/dialogue-fields.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { residentRowsOf } from '../../store/tags/resident-rows.ts';

/** The tags of all dialogues, by ascending id. */
export interface ProjectRounds extends TaggedRounds {
  readonly dialogueIds: Int32Array;
  /** length = turns */
  readonly roundIds: Int32Array;
  /** Index from 0; -1 if no turn has a tag. */
  lastTaggedRound(dialogue: DialogueId): number;
}

/** Read once per connection; then only changes by edits are read. */
export function taggedRounds(
  database: ReadDatabase,
  tags: { readonly id: RunId; readonly tagger: string },
): ProjectRounds {
  const { whole } = residentRowsOf(database, tags.id, tags.tagger).now(database);
  const { dialogueIds, roundIds, roundOffsets, tagOffsets } = whole;
  let places: Map<number, number> | null = null;
  return {
    rows: whole,
    dialogueIds,
    roundIds,
    times: () =>
      roundTimes(database, dialogueIds)?.starts ?? new Float64Array(roundIds.length).fill(Number.NaN),
    lastTaggedRound(dialogue) {
      places ??= new Map(Array.from(dialogueIds, (id, place) => [id, place]));
      const place = places.get(dialogue);
      if (place === undefined) return -1;
      const first = roundOffsets[place]!;
      let round = roundOffsets[place + 1]! - 1;
      while (round >= first && tagOffsets[round] === tagOffsets[round + 1]) round--;
      return round - first;
    },
  };
}
