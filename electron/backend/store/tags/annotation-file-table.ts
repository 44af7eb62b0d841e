import type { AnnotationFile } from '#shared/contract/agreement.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import { textsSchema } from '../corpus/dialogue-table.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import {
  allRows,
  allValues,
  change,
  countOf,
  eachRaw,
  oneRow,
  oneValue,
  parseJson,
  sql,
} from '../statements.ts';

export interface AnnotatedTurn {
  readonly turn: TurnId;
  readonly tags: readonly string[];
  readonly checked: boolean;
  readonly flagged: string | null;
}

export function insertAnnotationFile(
  database: WriteDatabase,
  file: { readonly name: string; readonly author: string; readonly openedAt: string },
  turns: readonly AnnotatedTurn[],
): number {
  return database.transaction(() => {
    const id = Number(
      change(database)`INSERT INTO annotation_files (name, author, opened_at)
        VALUES (${file.name}, ${file.author}, ${file.openedAt})`.lastInsertRowid,
    );
    for (const { turn, tags, checked, flagged } of turns) {
      change(database)`
        INSERT OR REPLACE INTO annotation_file_rounds (file_id, round_id, tags, checked, flagged)
        VALUES (${id}, ${turn}, ${JSON.stringify(tags)}, ${Number(checked)}, ${flagged})`;
    }
    return id;
  })();
}

const COLUMNS = `f.id, f.name, f.author, f.opened_at AS openedAt,
  (SELECT count(*) FROM annotation_file_rounds r WHERE r.file_id = f.id) AS turns`;

export function listAnnotationFiles(database: ReadDatabase): AnnotationFile[] {
  return allRows<AnnotationFile>(database)`SELECT ${sql(COLUMNS)} FROM annotation_files f ORDER BY f.id DESC`;
}

export function findAnnotationFile(database: ReadDatabase, id: number): AnnotationFile | null {
  return (
    oneRow<AnnotationFile>(database)`SELECT ${sql(COLUMNS)} FROM annotation_files f WHERE f.id = ${id}` ??
    null
  );
}

export function deleteAnnotationFile(database: WriteDatabase, id: number): boolean {
  return change(database)`DELETE FROM annotation_files WHERE id = ${id}`.changes > 0;
}

export function fileTagsOf(database: ReadDatabase, file: number, turn: TurnId): string[] | null {
  const tags = oneValue<string>(database)`
    SELECT tags FROM annotation_file_rounds WHERE file_id = ${file} AND round_id = ${turn}`;
  return tags === undefined ? null : parseJson(textsSchema, tags);
}

export function* eachFileTurn(database: ReadDatabase, file: number): Generator<[TurnId, string[]]> {
  for (const [turn, tags] of eachRaw<[TurnId, string]>(database)`
    SELECT round_id, tags FROM annotation_file_rounds WHERE file_id = ${file}`)
    yield [turn, parseJson(textsSchema, tags)];
}

/** Finds turns by their names in a file. If the source is unknown, only one source may have the dialogue's id. */
export function turnFinder(
  database: ReadDatabase,
): (source: string, dialogue: string, turn: number) => TurnId | null {
  return (source, dialogue, turn) => {
    const found = oneValue<TurnId>(database)`
      SELECT r.id
      FROM sources s JOIN dialogues d ON d.source_id = s.id JOIN rounds r ON r.dialogue_id = d.id
      WHERE s.name = ${source} AND d.external_id = ${dialogue} AND r.position = ${turn}`;
    if (found !== undefined) return found;
    if (oneValue<number>(database)`SELECT 1 FROM sources WHERE name = ${source}` !== undefined) return null;
    const [candidate = null, ...more] = allValues<TurnId>(database)`
      SELECT r.id FROM dialogues d JOIN rounds r ON r.dialogue_id = d.id
      WHERE d.external_id = ${dialogue} AND r.position = ${turn} LIMIT 2`;
    return more.length === 0 ? candidate : null;
  };
}

export const countCorrected = (database: ReadDatabase, tagger: string): number =>
  countOf(
    database,
    `SELECT count(*) FROM (SELECT round_id FROM person_tags WHERE tagger = @tagger
       UNION SELECT round_id FROM person_marks WHERE tagger = @tagger AND mark = 'checked')`,
    { tagger },
  );

/** Returns turns with a person's decision, mark or comment, in the order of the project. */
export function touchedTurns(database: ReadDatabase, tagger: string) {
  const rows = allRows<{
    id: TurnId;
    source: string;
    dialogue: string;
    turn: number;
    checked: number;
    flagged: string | null;
    comment: string | null;
  }>(database)`
    SELECT r.id, s.name AS source, d.external_id AS dialogue, r.position AS turn,
      EXISTS (SELECT 1 FROM person_marks m
        WHERE m.tagger = ${tagger} AND m.round_id = r.id AND m.mark = 'checked') AS checked,
      (SELECT note FROM person_marks m
        WHERE m.tagger = ${tagger} AND m.round_id = r.id AND m.mark = 'flagged') AS flagged,
      (SELECT text FROM round_comments c WHERE c.round_id = r.id) AS comment
    FROM (SELECT round_id FROM person_tags WHERE tagger = ${tagger}
          UNION SELECT round_id FROM person_marks WHERE tagger = ${tagger}
          UNION SELECT round_id FROM round_comments) t
    JOIN rounds r ON r.id = t.round_id JOIN dialogues d ON d.id = r.dialogue_id
    JOIN sources s ON s.id = d.source_id
    ORDER BY s.name, d.external_id, r.position`;
  return rows.map((row) => ({ ...row, checked: row.checked === 1 }));
}
