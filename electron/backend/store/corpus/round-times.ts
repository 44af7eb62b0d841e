import type { RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { eachRaw } from '../statements.ts';

const MILLISECONDS_OF_A_SECOND = 1000;

/**
 * When each round began: the first time that one of its utterances has.
 *
 * @param roundIds ascending by dialogue, then by place in it
 * @returns length = rounds; seconds since 1970, not a number where no time is known
 */
export function roundTimes(database: ReadDatabase, roundIds: ArrayLike<number>): Float64Array {
  const firsts = new Map<RoundId, string>();
  for (const [round, time] of eachRaw<[RoundId, string]>(database)`
    SELECT round_id, min(time) FROM utterances WHERE time IS NOT NULL GROUP BY round_id`)
    firsts.set(round, time);
  return Float64Array.from(roundIds, (round) => {
    const time = firsts.get(round as RoundId);
    return time === undefined ? Number.NaN : Date.parse(time) / MILLISECONDS_OF_A_SECOND;
  });
}
