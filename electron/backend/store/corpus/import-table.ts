import { createHash } from 'node:crypto';
import { ROLES, roundsOf } from '#shared/domain/dialogue.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import type { ImportedDialogue } from '#shared/domain/imported-dialogue.ts';
import { kindOfSpeaker, SPEAKER_KINDS } from '#shared/domain/speaker.ts';
import type { WriteDatabase } from '../database.ts';
import { allRows, change, oneRow, oneValue, theRow } from '../statements.ts';

interface ImportCounts {
  readonly dialogues: number;
  readonly utterances: number;
  readonly rounds: number;
  /** Records lost, not reject entries: a broken line that held several counts them all. */
  readonly rejected: number;
}

type InsertOutcome =
  | { readonly kind: 'inserted' }
  /** The project has it already, word for word. */
  | { readonly kind: 'present'; readonly byThisImport: boolean }
  /** The source has another dialogue under this id. */
  | { readonly kind: 'differs' };

/** What makes two dialogues the same: who said what, in order. */
function contentHash(dialogue: ImportedDialogue): string {
  const hash = createHash('sha256');
  for (const utterance of dialogue.utterances) {
    hash.update(`${utterance.role}\u0000${utterance.text}\u0001`);
  }
  return hash.digest('hex').slice(0, 32);
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Writes of one import. Statements are prepared once; call inside a transaction. */
export function importWriter(database: WriteDatabase, importId: number, join: boolean) {
  const source = theRow(oneValue<SourceId>(database)`SELECT source_id FROM imports WHERE id = ${importId}`);
  const present = database.prepare<[string], { source_id: number; import_id: number; content_hash: string }>(
    'SELECT source_id, import_id, content_hash FROM dialogues WHERE external_id = ?',
  );
  const insertDialogue = database.prepare(
    `INSERT INTO dialogues (source_id, import_id, external_id, domains, extra, content_hash, rounds, utterances)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertRound = database.prepare('INSERT INTO rounds (dialogue_id, position, role) VALUES (?, ?, ?)');
  const insertUtterance = database.prepare(
    `INSERT INTO utterances (dialogue_id, round_id, position, speaker, kind, text, time, line, acts, extra)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSearch = database.prepare('INSERT INTO utterance_search (rowid, text) VALUES (?, ?)');
  const insertReject = database.prepare(
    'INSERT INTO rejects (import_id, line, reason, excerpt, records) VALUES (?, ?, ?, ?, ?)',
  );

  return {
    insert(dialogue: ImportedDialogue): InsertOutcome {
      const hash = contentHash(dialogue);
      for (const row of present.all(dialogue.externalId)) {
        if (row.content_hash === hash) return { kind: 'present', byThisImport: row.import_id === importId };
        if (row.source_id === source) return { kind: 'differs' };
      }
      const spans = roundsOf(
        dialogue.utterances.map((utterance) => utterance.role),
        join,
      );
      const dialogueId = insertDialogue.run(
        source,
        importId,
        dialogue.externalId,
        JSON.stringify(dialogue.domains),
        json(dialogue.extra),
        hash,
        spans.length,
        dialogue.utterances.length,
      ).lastInsertRowid;
      spans.forEach((span, position) => {
        const roundId = insertRound.run(dialogueId, position, ROLES.indexOf(span.role)).lastInsertRowid;
        for (const [at, utterance] of dialogue.utterances.slice(span.first, span.last + 1).entries()) {
          const utteranceId = insertUtterance.run(
            dialogueId,
            roundId,
            span.first + at,
            utterance.speaker,
            SPEAKER_KINDS.indexOf(utterance.speakerKind ?? kindOfSpeaker(utterance.role, utterance.speaker)),
            utterance.text,
            utterance.time,
            utterance.line,
            json(utterance.acts),
            json(utterance.extra),
          ).lastInsertRowid;
          insertSearch.run(utteranceId, utterance.text);
        }
      });
      return { kind: 'inserted' };
    },
    reject(line: number, reason: string, excerpt: string, records: number): void {
      insertReject.run(importId, line, reason, excerpt, records);
    },
  };
}

/** The source of that name, made where it is new. */
export function ensureSource(database: WriteDatabase, name: string, format: string): SourceId {
  change(database)`
    INSERT INTO sources (name, format) VALUES (${name}, ${format}) ON CONFLICT (name) DO NOTHING`;
  return theRow(oneValue<SourceId>(database)`SELECT id FROM sources WHERE name = ${name}`);
}

/**
 * The import of one path by one job. A job that goes on after a crash gets its own import back, with the
 * rejects cleared, since reading the file again finds them all anew.
 */
export function beginImport(
  database: WriteDatabase,
  row: { source: SourceId; jobId: string; path: string; options: unknown; join: boolean; startedAt: string },
): number {
  const existing = oneValue<number>(database)`
    SELECT id FROM imports WHERE job_id = ${row.jobId} AND path = ${row.path}`;
  if (existing !== undefined) {
    change(database)`DELETE FROM rejects WHERE import_id = ${existing}`;
    return existing;
  }
  // Read again, the same file finds the same rejects again.
  change(database)`
    DELETE FROM rejects WHERE import_id IN (SELECT id FROM imports WHERE source_id = ${row.source}
    AND path = ${row.path})`;
  return Number(
    change(database)`INSERT INTO imports (source_id, job_id, path, options, join_rounds, started_at)
      VALUES (${row.source}, ${row.jobId}, ${row.path}, ${JSON.stringify(row.options)},
      ${row.join ? 1 : 0}, ${row.startedAt})`.lastInsertRowid,
  );
}

export function finishImport(
  database: WriteDatabase,
  importId: number,
  row: { finishedAt: string; ignored: number; read: number; warnings: readonly string[] },
): void {
  change(database)`UPDATE imports
    SET finished_at = ${row.finishedAt}, ignored = ${row.ignored}, records_read = ${row.read},
    warnings = ${JSON.stringify(row.warnings)}
    WHERE id = ${importId}`;
}

/** The first records that an import could not take, in the order they were met. */
export function rejectsOf(
  database: WriteDatabase,
  importId: number,
  limit: number,
): readonly { readonly line: number; readonly reason: string }[] {
  return allRows<{ line: number; reason: string }>(database)`
    SELECT line, reason FROM rejects WHERE import_id = ${importId} ORDER BY rowid LIMIT ${limit}`;
}

/** What an import has brought in so far, counted from the rows themselves. */
export function importCounts(database: WriteDatabase, importId: number): ImportCounts {
  return theRow(
    oneRow<ImportCounts>(database)`
      SELECT count(*) AS dialogues, coalesce(sum(utterances), 0) AS utterances, coalesce(sum(rounds),
      0) AS rounds,
        (SELECT coalesce(sum(records), 0) FROM rejects WHERE import_id = ${importId}) AS rejected
      FROM dialogues WHERE import_id = ${importId}`,
  );
}
