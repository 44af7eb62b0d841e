import type { MoveExample, MoveFigures, MoveUnit } from '#shared/algorithms/moves/move-figures.ts';
import type { MovedTurn } from '#shared/algorithms/moves/moves-model.ts';
import { ROLES, roleAt } from '#shared/domain/dialogue.ts';
import type { RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRaw, allRows, change, eachRaw, oneRow } from '../statements.ts';

interface WrittenMoves {
  readonly turn: TurnId;
  readonly moved: Pick<MovedTurn, 'leaf' | 'moves' | 'sentences'>;
  readonly first: number;
  readonly second: number;
}

/** Writes the data of a moves run besides its tags, in chunks. */
export function runMoveWriter(database: WriteDatabase, run: RunId) {
  return database.transaction((turns: Iterable<WrittenMoves>) => {
    for (const { turn: id, moved, first, second } of turns) {
      const { leaf, moves, sentences } = moved;
      const sure = moves.map(({ confidence }) => confidence);
      change(database)`
        INSERT INTO run_moves (run_id, round_id, leaf, confidence, second_confidence, unit, second_unit)
        VALUES (${run}, ${id}, ${leaf}, ${sure[0] ?? null}, ${sure[1] ?? null}, nullif(${first}, -1),
          nullif(${second}, -1))`;
      for (const [position, { start, end, move, closeness, margin }] of sentences.entries())
        change(database)`
          INSERT INTO run_sentences (run_id, round_id, position, start, end, move, closeness, margin)
          VALUES (${run}, ${id}, ${position}, ${start}, ${end}, ${move}, ${closeness}, ${margin})`;
    }
  });
}

export const eachLeastConfidence = (database: ReadDatabase, run: RunId): IterableIterator<[TurnId, number]> =>
  eachRaw<[TurnId, number]>(database)`
    SELECT round_id, coalesce(min(confidence, second_confidence), confidence) FROM run_moves
    WHERE run_id = ${run} AND confidence IS NOT NULL`;

export const hasConfidences = (database: ReadDatabase, run: RunId): boolean =>
  oneRow(database)`SELECT 1 FROM run_moves WHERE run_id = ${run} AND confidence IS NOT NULL LIMIT 1` !==
  undefined;

export const moveConfidenceReader =
  (database: ReadDatabase, run: RunId) =>
  (turn: TurnId): number[] =>
    allRaw<(number | null)[]>(database)`
      SELECT confidence, second_confidence FROM run_moves WHERE run_id = ${run} AND round_id = ${turn}`
      .flat()
      .filter((confidence) => confidence !== null);

const bytesOf = (integers: Int32Array): Uint8Array =>
  new Uint8Array(integers.buffer, integers.byteOffset, integers.byteLength);
const integersOf = (bytes: Buffer): Int32Array => new Int32Array(new Uint8Array(bytes).buffer);

/** `turnIds` has the project's id of each turn in the corpus. */
export function writeMoveFigures(
  database: WriteDatabase,
  run: RunId,
  { units, pairs, together, samples, examples }: MoveFigures,
  turnIds: readonly TurnId[],
): void {
  const numbers = units.flatMap(({ role, move, leaf }) => [ROLES.indexOf(role), move, leaf]);
  database.transaction(() => {
    change(database)`INSERT INTO run_move_figures (run_id, units, pairs, together, samples)
      VALUES (${run}, ${bytesOf(Int32Array.from(numbers))}, ${bytesOf(pairs)}, ${bytesOf(together)},
      ${bytesOf(samples)})`;
    for (const { unit, turn, start, end, closeness, margin } of examples)
      change(database)`
        INSERT INTO run_move_examples (run_id, unit, round_id, start, end, closeness, margin)
        VALUES (${run}, ${unit}, ${turnIds[turn]!}, ${start}, ${end}, ${closeness}, ${margin})
        ON CONFLICT DO NOTHING`;
  })();
}

export type StoredMoveFigures = Omit<MoveFigures, 'first' | 'second' | 'examples'>;

export function readMoveFigures(database: ReadDatabase, run: RunId): StoredMoveFigures | null {
  const row = oneRow<{ units: Buffer; pairs: Buffer; together: Buffer; samples: Buffer }>(database)`
    SELECT units, pairs, together, samples FROM run_move_figures WHERE run_id = ${run}`;
  if (!row) return null;
  const numbers = integersOf(row.units);
  return {
    units: Array.from(
      { length: numbers.length / 3 },
      (_, unit): MoveUnit => ({
        role: roleAt(numbers[3 * unit]!),
        move: numbers[3 * unit + 1]!,
        leaf: numbers[3 * unit + 2]!,
      }),
    ),
    pairs: integersOf(row.pairs),
    together: integersOf(row.together),
    samples: integersOf(row.samples),
  };
}

export type StoredExample = Omit<MoveExample, 'turn'> & { readonly turn: TurnId };

export const readMoveExamples = (database: ReadDatabase, run: RunId): StoredExample[] =>
  allRaw<[number, TurnId, number, number, number, number]>(database)`
    SELECT unit, round_id, start, end, closeness, margin FROM run_move_examples WHERE run_id = ${run}`.map(
    ([unit, turn, start, end, closeness, margin]) => ({ unit, turn, start, end, closeness, margin }),
  );

export const unitsOfTurns = (
  database: ReadDatabase,
  run: RunId,
  turns: readonly TurnId[],
): Map<TurnId, number> =>
  new Map(
    allRaw<[TurnId, number]>(database)`
      SELECT m.round_id, m.unit FROM json_each(${JSON.stringify([...new Set(turns)])}) asked
      CROSS JOIN run_moves m ON m.run_id = ${run} AND m.round_id = asked.value WHERE m.unit IS NOT NULL`,
  );

/** Returns turns without a first move, with the number of their role and the unit that the machine chose. */
export const turnsTakenFrom = (
  database: ReadDatabase,
  run: RunId,
): { turn: TurnId; role: number; unit: number | null }[] =>
  allRows<{ turn: TurnId; role: number; unit: number | null }>(database)`
    SELECT DISTINCT p.round_id AS turn, r.role, m.unit FROM person_tags p
    JOIN rounds r ON r.id = p.round_id
    LEFT JOIN run_tags t ON t.run_id = ${run} AND t.round_id = p.round_id AND t.position = 0
    LEFT JOIN run_moves m ON m.run_id = ${run} AND m.round_id = p.round_id
    WHERE p.tagger = 'moves' AND (t.tag_id IS NULL OR (p.present = 0 AND p.tag_id = t.tag_id))`;

/** Counts how often each unit of a run's first moves is on the same turn as each first tag of another run. */
export const unitsBesideTags = (
  database: ReadDatabase,
  run: RunId,
  other: RunId,
): { unit: number; tag: TagId; turns: number }[] =>
  allRows<{ unit: number; tag: TagId; turns: number }>(database)`
    SELECT m.unit, t.tag_id AS tag, count(*) AS turns FROM run_moves m
    JOIN run_tags t ON t.run_id = ${other} AND t.round_id = m.round_id AND t.position = 0
    WHERE m.run_id = ${run} AND m.unit IS NOT NULL GROUP BY m.unit, t.tag_id`;
