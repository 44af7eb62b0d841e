import type { EditId } from '#shared/domain/ids.ts';
import { textsOfAnswer } from '../comparing/vote-table.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, allValues, change, sql } from '../statements.ts';
import type { PurgedRows } from './purge-selection.ts';
import type { Mentions } from './purge-words.ts';

/** Pairs on a purged dialogue, pairs whose answers come from one, and those with purged words. */
export function planVotes(database: ReadDatabase, purged: PurgedRows, mentions: Mentions): Set<number> {
  return new Set(
    allRows<{ id: number; a: string; b: string; named: number }>(database)`
      SELECT id, a, b, dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)}) OR EXISTS (
        SELECT 1 FROM vote_pair_dialogues d
        WHERE d.pair_id = p.id AND d.dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)})) AS named
      FROM vote_pairs p ORDER BY id`
      .filter(({ a, b, named }) => named === 1 || [...textsOfAnswer(a), ...textsOfAnswer(b)].some(mentions))
      .map(({ id }) => id),
  );
}

/** Edits that set a vote which stays. */
export function editsOfKeptVotes(database: ReadDatabase, gone: ReadonlySet<number>): EditId[] {
  return allValues<EditId>(database)`SELECT edit_id FROM votes WHERE pair_id NOT IN (SELECT value
    FROM json_each(${JSON.stringify([...gone])}))`;
}

/** Call before the dialogues and the edits are removed. */
export function purgeVotes(database: WriteDatabase, pairs: ReadonlySet<number>, mentions: Mentions): void {
  change(database)`
    DELETE FROM vote_pairs WHERE id IN (SELECT value FROM json_each(${JSON.stringify([...pairs])}))`;
  const silence = database.prepare(`UPDATE votes SET note = '' WHERE pair_id = ?`);
  for (const { pair, note } of allRows<{ pair: number; note: string }>(database)`
    SELECT pair_id AS pair, note FROM votes WHERE note <> ''`) {
    if (mentions(note)) silence.run(pair);
  }
}
