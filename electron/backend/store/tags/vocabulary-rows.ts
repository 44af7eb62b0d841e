import { ROLES } from '#shared/domain/dialogue.ts';
import { required } from '#shared/domain/required.ts';
import type { ReadDatabase } from '../database.ts';
import { eachRaw } from '../statements.ts';
import type { StoredTaggedRows } from './learning-rows.ts';

/** Returns the earliest time of a message of each turn, in milliseconds since 1970 in UTC; NaN if none has a time. */
export function earliestTimes(database: ReadDatabase, turnIds: Int32Array): Float64Array {
  const times = new Float64Array(turnIds.length).fill(Number.NaN);
  const placeOf = new Map(Array.from(turnIds, (id, place) => [id, place]));
  for (const [turn, time] of eachRaw<[number, string]>(database)`
    SELECT round_id, min(time) FROM utterances WHERE time IS NOT NULL GROUP BY round_id`) {
    times[required(placeOf.get(turn), `turn ${turn}`)] = Date.parse(time);
  }
  return times;
}

export interface TagSightings {
  readonly byRole: number[];
  dialogues: number;
  lastDialogue: number;
  first: number;
  last: number;
  /** The first turn by time; −1 if no turn has a time. */
  firstTimed: number;
  lastTimed: number;
}

/** Counts every tag that some turn has, by name, in one pass. */
export function tallyTags(rows: StoredTaggedRows, times: Float64Array): Map<string, TagSightings> {
  const tallies: TagSightings[] = [];
  for (let dialogue = 0; dialogue < rows.keys.length; dialogue++) {
    for (let turn = rows.turnOffsets[dialogue]!; turn < rows.turnOffsets[dialogue + 1]!; turn++) {
      for (const tag of rows.tagIds.subarray(rows.tagOffsets[turn], rows.tagOffsets[turn + 1])) {
        tallies[tag] ??= {
          byRole: ROLES.map(() => 0),
          dialogues: 0,
          lastDialogue: -1,
          first: turn,
          last: turn,
          firstTimed: -1,
          lastTimed: -1,
        };
        const tally = tallies[tag];
        tally.byRole[rows.turnRoles[turn]!]!++;
        tally.last = turn;
        if (tally.lastDialogue !== dialogue) tally.dialogues++;
        tally.lastDialogue = dialogue;
        const time = times[turn]!;
        if (Number.isNaN(time)) continue;
        if (tally.firstTimed === -1 || time < times[tally.firstTimed]!) tally.firstTimed = turn;
        if (tally.lastTimed === -1 || time >= times[tally.lastTimed]!) tally.lastTimed = turn;
      }
    }
  }
  return new Map(rows.tagNames.flatMap((name, tag) => (tallies[tag] ? [[name ?? '', tallies[tag]]] : [])));
}
