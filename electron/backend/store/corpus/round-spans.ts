import type { RoundTimes } from '#shared/algorithms/performance/measure-flow.ts';
import type { DialogueId, RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { eachRaw, oneRow, oneValue } from '../statements.ts';

const MILLISECONDS = 1000;

/**
 * When the rounds of some dialogues began and ended, in seconds, not a number where no time is known; null where no
 * utterance has a time. Linear in all rounds and utterances.
 *
 * @param dialogueIds any order; the times have theirs
 */
export function readRoundSpans(database: ReadDatabase, dialogueIds: ArrayLike<number>): RoundTimes | null {
  const timed = oneRow(database)`SELECT 1 FROM utterances WHERE time IS NOT NULL LIMIT 1`;
  if (timed === undefined) return null;
  const counts = new Map<number, number>();
  for (const [dialogue, rounds] of eachRaw<[DialogueId, number]>(database)`
    SELECT id, rounds FROM dialogues`)
    counts.set(dialogue, rounds);
  const offsets = new Int32Array(dialogueIds.length + 1);
  const firstRound = new Map<number, number>();
  for (let at = 0; at < dialogueIds.length; at++) {
    firstRound.set(dialogueIds[at]!, offsets[at]!);
    offsets[at + 1] = offsets[at]! + (counts.get(dialogueIds[at]!) ?? 0);
  }
  // By the id of a round: a look-up of each utterance's round in the database takes three times as long.
  const lastRound = oneValue<number | null>(database)`SELECT max(id) FROM rounds` ?? 0;
  const placeOf = new Int32Array(lastRound + 1).fill(-1);
  for (const [round, dialogue, position] of eachRaw<[RoundId, DialogueId, number]>(database)`
    SELECT id, dialogue_id, position FROM rounds`) {
    const first = firstRound.get(dialogue);
    if (first !== undefined) placeOf[round] = first + position;
  }
  const starts = new Float64Array(offsets[dialogueIds.length]!).fill(Number.NaN);
  const ends = starts.slice();
  for (const [id, time] of eachRaw<[RoundId, string]>(database)`
    SELECT round_id, time FROM utterances WHERE time IS NOT NULL`) {
    const round = placeOf[id]!;
    const seconds = Date.parse(time) / MILLISECONDS;
    if (round < 0 || Number.isNaN(seconds)) continue;
    if (!(starts[round]! <= seconds)) starts[round] = seconds;
    if (!(ends[round]! >= seconds)) ends[round] = seconds;
  }
  return { offsets, starts, ends };
}
