import type { RoundTimes } from '#shared/algorithms/performance/measure-flow.ts';
import type { DialogueId, RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allValues, oneRow } from '../statements.ts';
import { lastRound, roundColumns } from './round-table.ts';

export interface RoundSpans extends RoundTimes {
  /** length = turns; numbers of roles */
  readonly roles: Uint8Array;
}

/**
 * Returns when the turns of all dialogues began and ended, in seconds, NaN if no time is known; null if no message has
 * a time. Linear in all turns and messages.
 *
 * @param dialogueIds all, ascending
 */
export function readRoundSpans(
  database: ReadDatabase,
  dialogueIds: readonly DialogueId[],
): RoundSpans | null {
  const timed = oneRow(database)`SELECT 1 FROM utterances WHERE time IS NOT NULL LIMIT 1`;
  if (timed === undefined) return null;
  const { dialogues, rounds, roles } = roundColumns(database);
  const offsets = new Int32Array(dialogueIds.length + 1);
  for (let place = 0, at = 0; place < dialogueIds.length; place++) {
    while (dialogues[at] === dialogueIds[place]) at++;
    offsets[place + 1] = at;
  }
  // By turn id: looking up each message's turn in the database takes three times as long.
  const placeOf = new Int32Array(lastRound(database) + 1);
  for (let at = 0; at < rounds.length; at++) placeOf[rounds[at]!] = at;
  const roundOf = allValues<RoundId>(database)`
    SELECT round_id FROM utterances WHERE time IS NOT NULL ORDER BY id`;
  const seconds = allValues<number | null>(database)`
    SELECT unixepoch(time, 'subsec') FROM utterances WHERE time IS NOT NULL ORDER BY id`;
  const starts = new Float64Array(rounds.length).fill(Number.NaN);
  const ends = starts.slice();
  for (let at = 0; at < roundOf.length; at++) {
    const [round, second] = [placeOf[roundOf[at]!]!, seconds[at] ?? Number.NaN];
    if (!(starts[round]! <= second)) starts[round] = second;
    if (!(ends[round]! >= second)) ends[round] = second;
  }
  return { offsets, starts, ends, roles };
}
