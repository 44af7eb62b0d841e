import type { RoundTimes } from '#shared/algorithms/performance/measure-flow.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { eachRaw, oneRow } from '../statements.ts';

const MILLISECONDS = 1000;

/**
 * When the rounds of some dialogues began and ended, in seconds; null where no utterance has a time. Linear in all
 * utterances.
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
  const placeOf = new Map<number, number>();
  for (let at = 0; at < dialogueIds.length; at++) {
    placeOf.set(dialogueIds[at]!, offsets[at]!);
    offsets[at + 1] = offsets[at]! + (counts.get(dialogueIds[at]!) ?? 0);
  }
  const starts = new Float64Array(offsets[dialogueIds.length]!).fill(Number.NaN);
  const ends = starts.slice();
  const rows = eachRaw<[DialogueId, number, string]>(database)`
    SELECT u.dialogue_id, r.position, u.time FROM utterances u JOIN rounds r ON r.id = u.round_id
    WHERE u.time IS NOT NULL`;
  for (const [dialogue, position, time] of rows) {
    const place = placeOf.get(dialogue);
    const seconds = Date.parse(time) / MILLISECONDS;
    if (place === undefined || Number.isNaN(seconds)) continue;
    const round = place + position;
    if (!(starts[round]! <= seconds)) starts[round] = seconds;
    if (!(ends[round]! >= seconds)) ends[round] = seconds;
  }
  return { offsets, starts, ends };
}
