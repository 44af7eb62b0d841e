import type { DialogueId, RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, allValues, change, oneRow, oneValue, sql, theRow } from '../statements.ts';
import { tagWriter } from '../tags/tag-table.ts';

type DialogueOutcome = 'done' | 'flagged' | 'failed';

export interface TaggedDialogueRow {
  readonly dialogue: DialogueId;
  readonly outcome: DialogueOutcome;
  readonly message: string | null;
  readonly tags: readonly { readonly turn: TurnId; readonly names: readonly string[] }[];
  readonly flags: readonly { readonly turn: TurnId; readonly reason: string }[];
}

/** Writes whole dialogues of a run and replaces an earlier attempt. `known` has ids of existing tags by name. */
export function modelRunWriter(database: WriteDatabase, run: RunId, known: ReadonlyMap<string, TagId>) {
  const tagId = tagWriter(database);
  const turns = 'SELECT id FROM rounds WHERE dialogue_id = ?';
  const clear = ['run_tags', 'run_flags'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE run_id = ? AND round_id IN (${turns})`),
  );
  const outcomeOf = outcomeReader(database, run);
  return database.transaction((dialogues: readonly TaggedDialogueRow[]) => {
    for (const { dialogue, outcome, message, tags, flags } of dialogues) {
      if (outcomeOf(dialogue) !== null) for (const each of clear) each.run(run, dialogue);
      for (const { turn, names } of tags) {
        const ids = new Set(names.map((name) => known.get(name) ?? tagId(name)));
        [...ids].forEach((id, position) => {
          change(database)`
            INSERT INTO run_tags (run_id, round_id, position, tag_id)
            VALUES (${run}, ${turn}, ${position}, ${id})`;
        });
      }
      for (const { turn, reason } of flags)
        change(database)`
          INSERT INTO run_flags (run_id, round_id, reason) VALUES (${run}, ${turn}, ${reason})`;
      change(database)`
        INSERT INTO run_dialogues (run_id, dialogue_id, outcome, message)
        VALUES (${run}, ${dialogue}, ${outcome}, ${message})
        ON CONFLICT (run_id, dialogue_id) DO UPDATE SET outcome = excluded.outcome, message =
          excluded.message`;
    }
  });
}

interface RunProgress {
  readonly done: number;
  readonly flagged: number;
  readonly failed: number;
}

export function runProgress(database: ReadDatabase, run: RunId): RunProgress {
  return theRow(
    oneRow<RunProgress>(database)`SELECT count(*) FILTER (WHERE outcome <> 'failed') AS done,
        count(*) FILTER (WHERE outcome = 'flagged') AS flagged,
        count(*) FILTER (WHERE outcome = 'failed') AS failed
      FROM run_dialogues WHERE run_id = ${run}`,
  );
}

export function dialoguesLeft(
  database: ReadDatabase,
  run: RunId | null,
  after: DialogueId | 0,
  last: DialogueId,
  limit: number,
): DialogueId[] {
  return allValues<DialogueId>(database)`
    SELECT d.id FROM dialogues d WHERE d.id > ${after} AND d.id <= ${last} AND NOT EXISTS (
      SELECT 1 FROM run_dialogues r WHERE r.run_id = ${run} AND r.dialogue_id = d.id AND r.outcome <> 'failed')
    ORDER BY d.id LIMIT ${limit}`;
}

export function doneReader(database: ReadDatabase, run: RunId): (dialogue: DialogueId) => boolean {
  const read = outcomeReader(database, run);
  return (dialogue) => ![null, 'failed'].includes(read(dialogue));
}

export function outcomeReader(
  database: ReadDatabase,
  run: RunId,
): (dialogue: DialogueId) => DialogueOutcome | null {
  return (dialogue) =>
    oneValue<DialogueOutcome>(database)`
      SELECT outcome FROM run_dialogues WHERE run_id = ${run} AND dialogue_id = ${dialogue}` ?? null;
}

export const dialoguesOfOutcome = (
  database: ReadDatabase,
  run: RunId,
  outcome: DialogueOutcome,
): DialogueId[] =>
  allValues<DialogueId>(database)`
    SELECT dialogue_id FROM run_dialogues WHERE run_id = ${run} AND outcome = ${outcome}
    ORDER BY dialogue_id`;

export function flagReader(database: ReadDatabase, run: RunId): (turn: TurnId) => string | null {
  return (turn) =>
    oneValue<string>(database)`
      SELECT reason FROM run_flags WHERE run_id = ${run} AND round_id = ${turn}` ?? null;
}

export const flaggedTurns = (database: ReadDatabase, run: RunId): TurnId[] =>
  allValues<TurnId>(database)`SELECT round_id FROM run_flags WHERE run_id = ${run}`;

export const flagReasons = (
  database: ReadDatabase,
  run: RunId,
): { readonly name: string; readonly count: number }[] =>
  allRows<{ name: string; count: number }>(database)`
    SELECT reason AS name, count(*) AS count FROM run_flags WHERE run_id = ${run}
    GROUP BY reason ORDER BY count(*) DESC, reason`;

/** Ends a run that will not be continued. Its tags are deleted, and its account stays. */
export function abandonRun(database: WriteDatabase, run: RunId): void {
  database.transaction(() => {
    for (const table of ['run_tags', 'run_flags', 'run_dialogues', 'run_vocabulary']) {
      change(database)`DELETE FROM ${sql(table)} WHERE run_id = ${run}`;
    }
    change(database)`
      UPDATE runs SET state = 'failed', finished_at = ${new Date().toISOString()} WHERE id = ${run}
      AND state = 'running'`;
  })();
}
