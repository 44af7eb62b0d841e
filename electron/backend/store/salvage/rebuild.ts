import type { RunId } from '#shared/domain/ids.ts';
import type { WriteDatabase } from '../database.ts';
import { bumpVersion, removeMeta } from '../file/meta-table.ts';
import { discardRun } from '../runs/run-table.ts';
import { allRows, allValues, change, countOf, oneRow, sql, theRow } from '../statements.ts';

const LOST = 'could not be read';

/**
 * Adds placeholders for lost rows to which others refer, so that no dialogue, tag or edit is lost with them. Returns
 * the number of rows that still referred to nothing and were removed, by table.
 */
export function restoreReferences(database: WriteDatabase): Map<string, number> {
  const one = (text: string): void => void change(database)`${sql(text)}`;
  one(`INSERT INTO dialogues (id, source_id, import_id, external_id, domains, content_hash, rounds, utterances)
    SELECT DISTINCT dialogue_id, 0, 0, 'salvaged-' || dialogue_id, '[]', '', 0, 0 FROM utterances
    WHERE dialogue_id NOT IN (SELECT id FROM dialogues)`);
  if (countOf(database, 'SELECT count(*) FROM dialogues WHERE source_id = 0') > 0) {
    one(`INSERT OR IGNORE INTO sources (id, name, format) VALUES (0, 'Salvaged dialogues', 'neutral')`);
  }
  one(`INSERT INTO sources (id, name, format) SELECT DISTINCT source_id, 'Source ' || source_id || ' (its name ${LOST})', 'neutral'
    FROM (SELECT source_id FROM dialogues UNION SELECT source_id FROM imports) WHERE source_id NOT IN (SELECT id FROM sources)`);
  one(`INSERT INTO imports (id, source_id, job_id, path, options, join_rounds, started_at)
    SELECT import_id, min(source_id), 'salvaged', 'salvaged-' || import_id, '{}', 1, '' FROM dialogues
    WHERE import_id NOT IN (SELECT id FROM imports) GROUP BY import_id`);
  restoreTurns(database);
  one(`INSERT INTO tags (id, given_name, name) SELECT DISTINCT tag_id, 'tag-' || tag_id || '-lost', 'tag-' || tag_id || '-lost'
    FROM (SELECT tag_id FROM person_tags UNION SELECT tag_id FROM run_tags UNION SELECT tag_id FROM edit_decisions)
    WHERE tag_id NOT IN (SELECT id FROM tags)`);
  const editing = allRows<{ table: string; column: string }>(database)`
    SELECT m.name AS "table", f."from" AS "column" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
    WHERE m.type = 'table' AND f."table" = 'edits'`;
  for (const { table, column } of editing)
    one(`INSERT INTO edits (id, at, author, kind, description, payload, state)
      SELECT DISTINCT "${column}", '', 'unknown', 'set-tags', 'An edit that ${LOST}', '[]', 'superseded' FROM "${table}"
      WHERE "${column}" NOT IN (SELECT id FROM edits)`);
  // If the changes of an edit cannot be read, it stays in the log but cannot be undone.
  one(`UPDATE edits SET payload = '[]', state = 'superseded' WHERE NOT json_valid(payload)`);
  return removeDangling(database);
}

/** Rebuilds turns from the messages that refer to them. Turns and dialogues without any message are lost. */
function restoreTurns(database: WriteDatabase): void {
  // Wrong references: a message in a turn of another dialogue, or a turn in a dialogue that has none of its
  // messages.
  const strays = allValues<number>(database)`
    SELECT u.id FROM utterances u JOIN rounds r ON r.id = u.round_id WHERE u.dialogue_id <> r.dialogue_id
    AND EXISTS (SELECT 1 FROM utterances o WHERE o.round_id = r.id AND o.dialogue_id = r.dialogue_id)`;
  let free = countOf(
    database,
    'SELECT max(coalesce(max(round_id), 0), (SELECT coalesce(max(id), 0) FROM rounds)) FROM utterances',
  );
  for (const stray of strays)
    change(database)`UPDATE utterances SET round_id = ${++free} WHERE id = ${stray}`;
  change(database)`DELETE FROM rounds WHERE EXISTS (
    SELECT 1 FROM utterances u WHERE u.round_id = rounds.id AND u.dialogue_id <> rounds.dialogue_id)`;
  const losing = allValues<number>(database)`
    SELECT dialogue_id FROM utterances WHERE round_id NOT IN (SELECT id FROM rounds)
    UNION SELECT dialogue_id FROM rounds WHERE id NOT IN (SELECT round_id FROM utterances)`;
  const hasKinds =
    countOf(database, `SELECT count(*) FROM pragma_table_info('utterances') WHERE name = 'kind'`) > 0;
  // If the kind of a speaker is unknown, the customer is assumed to begin.
  const role = hasKinds ? 'iif(min(u.kind) = 1, 1, 0)' : 'row_number() OVER (ORDER BY min(u.position)) % 2';
  for (const dialogue of losing) {
    const turns = allRows<{ id: number; role: number }>(database)`
      SELECT u.round_id AS id, coalesce(r.role, ${sql(role)}) AS role
      FROM utterances u LEFT JOIN rounds r ON r.id = u.round_id WHERE u.dialogue_id = ${dialogue}
      GROUP BY u.round_id ORDER BY min(u.position)`;
    change(database)`DELETE FROM rounds WHERE dialogue_id = ${dialogue}`;
    turns.forEach(({ id, role: said }, position) => {
      change(database)`INSERT OR IGNORE INTO rounds (id, dialogue_id, position, role)
        VALUES (${id}, ${dialogue}, ${position}, ${said})`;
    });
  }
  change(database)`DELETE FROM dialogues WHERE id NOT IN (SELECT dialogue_id FROM utterances)`;
}

interface Dangling {
  readonly table: string;
  readonly rowid: number | null;
  readonly parent: string;
  readonly fkid: number;
}

function removeDangling(database: WriteDatabase): Map<string, number> {
  const removed = new Map<string, number>();
  // Repeats, because other rows may refer to the removed ones.
  for (;;) {
    const dangling = database.pragma('foreign_key_check') as Dangling[];
    if (dangling.length === 0) return removed;
    const references = new Map(dangling.map(({ table, fkid }) => [`${table} ${fkid}`, { table, fkid }]));
    for (const { table, fkid } of references.values()) {
      const { from, parent, key, isNeeded } = theRow(
        oneRow<{ from: string; parent: string; key: string; isNeeded: number }>(database)`
        SELECT f."from", f."table" AS parent, coalesce(f."to", 'rowid') AS key, c."notnull" OR c.pk AS isNeeded
        FROM pragma_foreign_key_list(${table}) f, pragma_table_info(${table}) c
        WHERE f.id = ${fkid} AND c.name = f."from"`,
      );
      const dangles = sql(`"${from}" IS NOT NULL AND "${from}" NOT IN (SELECT "${key}" FROM "${parent}")`);
      if (isNeeded === 0) {
        change(database)`UPDATE ${sql(`"${table}"`)} SET ${sql(`"${from}"`)} = NULL WHERE ${dangles}`;
        continue;
      }
      const { changes } = change(database)`DELETE FROM ${sql(`"${table}"`)} WHERE ${dangles}`;
      removed.set(table, (removed.get(table) ?? 0) + changes);
    }
  }
}

/**
 * Updates derived data. Results learned from lost rows are deleted, because they can be learned again. Returns
 * whether automata are among them.
 */
export function rebuildDerived(
  database: WriteDatabase,
  lost: ReadonlySet<string>,
): { leftOut: boolean; sources: number } {
  change(
    database,
  )`UPDATE dialogues SET utterances = (SELECT count(*) FROM utterances u WHERE u.dialogue_id = dialogues.id),
    rounds = (SELECT count(*) FROM rounds r WHERE r.dialogue_id = dialogues.id)`;
  change(database)`INSERT INTO utterance_search (utterance_search) VALUES ('rebuild')`;
  change(database)`INSERT INTO knowledge_search (rowid, words)
    SELECT id, (SELECT group_concat(atom, ' ') FROM json_tree(content)) FROM knowledge_rows WHERE json_valid(content)`;
  change(database)`DELETE FROM dialogue_columns`;
  change(database)`DELETE FROM jobs`;
  removeMeta(database, 'unfinished_purge');
  const isLost = (...tables: readonly string[]): boolean => tables.some((table) => lost.has(table));
  let leftOut = false;
  if (
    isLost(
      'meta',
      'dialogues',
      'rounds',
      'utterances',
      'tags',
      'runs',
      'run_tags',
      'automata',
      'automaton_arrays',
    )
  ) {
    for (const run of allValues<RunId>(database)`SELECT run_id FROM automata`) {
      discardRun(database, run);
      leftOut = true;
    }
  }
  let sources = 0;
  if (isLost('removed_sources', 'removed_tables', 'removed_rows')) {
    sources = countOf(database, 'SELECT count(*) FROM removed_sources');
    for (const table of ['removed_tables', 'removed_rows', 'removed_sources'])
      change(database)`DELETE FROM ${sql(table)}`;
  }
  bumpVersion(database, 'corpus_version');
  bumpVersion(database, 'edit_version');
  return { leftOut, sources };
}
