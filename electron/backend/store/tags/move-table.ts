import type { MovedRound } from '#shared/algorithms/moves/moves-model.ts';
import type { RoundId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { eachRaw, oneRow } from '../statements.ts';

/** Writes what a run of moves says beside its tags, chunk by chunk. */
export function runMoveWriter(database: WriteDatabase, run: RunId) {
  const round = database.prepare(
    'INSERT INTO run_moves (run_id, round_id, leaf, confidence, second_confidence) VALUES (?, ?, ?, ?, ?)',
  );
  const sentence = database.prepare(
    'INSERT INTO run_sentences (run_id, round_id, position, start, end, move, closeness, margin) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  return database.transaction((rounds: Iterable<readonly [RoundId, MovedRound]>) => {
    for (const [id, { leaf, moves, sentences }] of rounds) {
      round.run(run, id, leaf, moves[0]?.confidence ?? null, moves[1]?.confidence ?? null);
      for (const [position, { start, end, move, closeness, margin }] of sentences.entries())
        sentence.run(run, id, position, start, end, move, closeness, margin);
    }
  });
}

/** [round, confidence of its least certain move] of a run, where it says. */
export const eachLeastConfidence = (
  database: ReadDatabase,
  run: RunId,
): IterableIterator<[RoundId, number]> =>
  eachRaw<[RoundId, number]>(database)`
    SELECT round_id, coalesce(min(confidence, second_confidence), confidence) FROM run_moves
    WHERE run_id = ${run} AND confidence IS NOT NULL`;

/** A run says how sure it is of its tags. */
export const hasConfidences = (database: ReadDatabase, run: RunId): boolean =>
  oneRow(database)`SELECT 1 FROM run_moves WHERE run_id = ${run} AND confidence IS NOT NULL LIMIT 1` !==
  undefined;

/** Reads how sure the moves of rounds are, in their order; none where a round has no move. */
export function moveConfidenceReader(database: ReadDatabase, run: RunId): (round: RoundId) => number[] {
  const read = database
    .prepare<[RunId, RoundId], [number | null, number | null]>(
      'SELECT confidence, second_confidence FROM run_moves WHERE run_id = ? AND round_id = ?',
    )
    .raw();
  return (round) => (read.get(run, round) ?? []).flatMap((confidence) => confidence ?? []);
}
