import { hash } from 'node:crypto';
import { sameButMasks } from '#shared/algorithms/privacy/personal-data.ts';
import {
  type ImportedDialogue,
  kindOfSpeaker,
  ROLES,
  SPEAKER_KINDS,
  type SpeakerKind,
  type TurnSpan,
  turnsOf,
} from '#shared/domain/dialogue.ts';
import type { DialogueId, SourceId, TurnId, UtteranceId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import type { WriteDatabase } from '../database.ts';
import { newId } from '../removal/removed-table.ts';
import { vectorForgetter } from '../runs/vector-table.ts';
import { allRows, allValues, change, oneRow, oneValue, theRow } from '../statements.ts';
import { cleanerInForce, originalKeeper, textWriter } from './original-table.ts';

interface ImportCounts {
  readonly dialogues: number;
  readonly utterances: number;
  readonly turns: number;
  readonly rejected: number;
}

type InsertOutcome =
  | { readonly kind: 'inserted' }
  /** The project already has the dialogue word for word, and perhaps more of it. */
  | {
      readonly kind: 'present';
      readonly byThisImport: boolean;
      /** True if the file has other data about the dialogue than before. They replaced the old data. */
      readonly isDescribedAnew: boolean;
    }
  /** The dialogue has continued, and its new messages are added. */
  | { readonly kind: 'continued'; readonly byThisImport: boolean; readonly utterances: number }
  /** The source has a different dialogue with this id. */
  | {
      readonly kind: 'differs';
      /** The number of the first message that differs, from 1. */
      readonly turn: number;
    };

interface PresentDialogue {
  readonly id: DialogueId;
  readonly source_id: SourceId;
  readonly import_id: number;
  readonly content_hash: string;
  readonly extra: string | null;
  readonly turns: number;
  readonly utterances: number;
}

/** Returns a hash of who said what, in order. */
function contentHash(utterances: ImportedDialogue['utterances']): string {
  let said = '';
  for (const { role, text } of utterances) said += `${role}\u0000${text}\u0001`;
  return hash('sha256', said, 'hex').slice(0, 32);
}

const kindOf = ({ role, speaker, speakerKind }: ImportedDialogue['utterances'][number]): SpeakerKind =>
  speakerKind ?? kindOfSpeaker(role, speaker);

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The number of characters to index at once. Smaller steps block the thread for less time, but each needs a merge. */
const INDEXED_CHARACTERS = 400_000;

/** Adds new messages to the search index. Adding many at once takes half the time. */
export function indexMessages(database: WriteDatabase): void {
  change(database)`
    INSERT INTO utterance_search (rowid, text) SELECT id, text FROM utterances
    WHERE id > coalesce((SELECT max(id) FROM utterance_search_docsize), 0)`;
}

/**
 * Writes an import. Call it in a transaction, and call `indexWords` when it is due and at the end. If a crash leaves
 * rows without an index, they are indexed later.
 */
export function importWriter(database: WriteDatabase, importId: number, join: boolean, isMasked: boolean) {
  const source = theRow(oneValue<SourceId>(database)`SELECT source_id FROM imports WHERE id = ${importId}`);
  const clean = cleanerInForce(database);
  const keepOriginal = originalKeeper(database);
  const writeText = textWriter(database);
  const forgetVectors = vectorForgetter(database);
  const [newTurn, newUtterance] = [newId('rounds'), newId('utterances')];

  /** The number of characters that were inserted but not indexed yet. */
  let unindexedCharacters = 0;
  const indexWords = (): void => {
    indexMessages(database);
    unindexedCharacters = 0;
  };

  const insertUtterances = (
    dialogueId: DialogueId,
    turnId: TurnId,
    utterances: ImportedDialogue['utterances'],
    from: number,
    to: number,
  ): void => {
    for (let position = from; position <= to; position++) {
      const utterance = required(utterances[position], 'utterance at its place');
      const kind = kindOf(utterance);
      const text = clean({ ...utterance, kind });
      const { speaker, time, line, acts, extra } = utterance;
      const { lastInsertRowid } = change(database)`
        INSERT INTO utterances (id, dialogue_id, round_id, position, speaker, kind, text, time, line, acts, extra)
        VALUES (${newUtterance}, ${dialogueId}, ${turnId}, ${position}, ${speaker},
          ${SPEAKER_KINDS.indexOf(kind)}, ${text}, ${time}, ${line}, ${json(acts)}, ${json(extra)})`;
      const id = Number(lastInsertRowid) as UtteranceId;
      if (text !== utterance.text) keepOriginal(id, utterance.text);
      unindexedCharacters += text.length;
    }
  };

  const turnsFrom = ({ utterances }: ImportedDialogue, first: number): TurnSpan[] =>
    turnsOf(
      utterances.slice(first).map(({ role }) => role),
      join,
    );

  const insertTurns = (
    dialogueId: DialogueId,
    { utterances }: ImportedDialogue,
    spans: readonly TurnSpan[],
    first: number,
    position: number,
  ): void => {
    for (const [at, span] of spans.entries()) {
      const { lastInsertRowid } = change(database)`
        INSERT INTO rounds (id, dialogue_id, position, role)
        VALUES (${newTurn}, ${dialogueId}, ${position + at}, ${ROLES.indexOf(span.role)})`;
      const turnId = Number(lastInsertRowid) as TurnId;
      insertUtterances(dialogueId, turnId, utterances, first + span.first, first + span.last);
    }
  };

  const grow = (there: PresentDialogue, dialogue: ImportedDialogue, hash: string): void => {
    const { utterances } = dialogue;
    let first = there.utterances;
    const last = oneRow<{ id: TurnId; role: number }>(database)`
      SELECT id, role FROM rounds WHERE dialogue_id = ${there.id} ORDER BY position DESC LIMIT 1`;
    if (join && last) {
      const next = utterances.findIndex(
        ({ role }, at) => at >= there.utterances && ROLES.indexOf(role) !== last.role,
      );
      first = next < 0 ? utterances.length : next;
      if (first > there.utterances) forgetVectors(last.id);
      insertUtterances(there.id, last.id, utterances, there.utterances, first - 1);
    }
    const spans = turnsFrom(dialogue, first);
    insertTurns(there.id, dialogue, spans, first, there.turns);
    change(database)`
      UPDATE dialogues SET extra = ${json(dialogue.extra)}, content_hash = ${hash},
        rounds = ${there.turns + spans.length}, utterances = ${utterances.length}
      WHERE id = ${there.id}`;
  };

  const describe = (there: PresentDialogue, dialogue: ImportedDialogue): boolean => {
    const extra = json(dialogue.extra);
    if (there.source_id !== source || there.extra === extra) return false;
    change(database)`UPDATE dialogues SET extra = ${extra} WHERE id = ${there.id}`;
    return true;
  };

  /** Updates a message if more of it has to be masked now. */
  const maskMore = (id: UtteranceId, utterance: ImportedDialogue['utterances'][number] | undefined): void => {
    if (!utterance) return;
    // Only text that has been indexed can be removed from the index.
    indexWords();
    writeText(id, utterance.text, clean({ ...utterance, kind: kindOf(utterance) }));
    change(database)`
      UPDATE utterances SET acts = ${json(utterance.acts)}, extra = ${json(utterance.extra)} WHERE id = ${id}`;
  };

  const meet = (there: PresentDialogue, dialogue: ImportedDialogue, hash: string): InsertOutcome => {
    const byThisImport = there.import_id === importId;
    const { utterances } = dialogue;
    const more = utterances.length - there.utterances;
    if (more > 0 && contentHash(utterances.slice(0, there.utterances)) === there.content_hash) {
      grow(there, dialogue, hash);
      return { kind: 'continued', byThisImport, utterances: more };
    }
    const known = allRows<{ id: UtteranceId; role: number; text: string }>(database)`
      SELECT u.id, r.role, coalesce(o.text, u.text) AS text FROM utterances u JOIN rounds r ON r.id = u.round_id
      LEFT JOIN utterance_originals o ON o.utterance_id = u.id
      WHERE u.dialogue_id = ${there.id} ORDER BY u.position`;
    const isOther = isMasked
      ? (was: string, now: string): boolean => !sameButMasks(was, now)
      : (was: string, now: string): boolean => was !== now;
    const other = utterances
      .slice(0, known.length)
      .findIndex(
        ({ role, text }, at) =>
          known[at]?.role !== ROLES.indexOf(role) || isOther(known[at]?.text ?? '', text),
      );
    if (other >= 0) return { kind: 'differs', turn: other + 1 };
    // A later export may be incomplete, so known messages stay.
    if (more <= 0) return { kind: 'present', byThisImport, isDescribedAnew: false };
    for (const [at, { id }] of known.entries()) maskMore(id, utterances[at]);
    grow(there, dialogue, hash);
    return { kind: 'continued', byThisImport, utterances: more };
  };

  return {
    indexWords,
    /** True if waiting longer would block the thread for too long. */
    isIndexDue: () => unindexedCharacters >= INDEXED_CHARACTERS,
    insert(dialogue: ImportedDialogue): InsertOutcome {
      const hash = contentHash(dialogue.utterances);
      const same = allRows<PresentDialogue>(database)`
        SELECT id, source_id, import_id, content_hash, extra, rounds AS turns, utterances FROM dialogues
        WHERE external_id = ${dialogue.externalId}`;
      const equal = same.find((row) => row.content_hash === hash);
      if (equal) {
        const byThisImport = equal.import_id === importId;
        return { kind: 'present', byThisImport, isDescribedAnew: describe(equal, dialogue) };
      }
      const there = same.find((row) => row.source_id === source);
      if (there) return meet(there, dialogue, hash);
      const spans = turnsFrom(dialogue, 0);
      const { lastInsertRowid } = change(database)`
        INSERT INTO dialogues (id, source_id, import_id, external_id, domains, extra, content_hash, rounds, utterances)
        VALUES (${newId('dialogues')}, ${source}, ${importId}, ${dialogue.externalId},
          ${JSON.stringify(dialogue.domains)}, ${json(dialogue.extra)}, ${hash}, ${spans.length},
          ${dialogue.utterances.length})`;
      insertTurns(Number(lastInsertRowid) as DialogueId, dialogue, spans, 0, 0);
      return { kind: 'inserted' };
    },
    reject(line: number, reason: string, excerpt: string, records: number): void {
      change(database)`
        INSERT INTO rejects (id, import_id, line, reason, excerpt, records)
        VALUES (${newId('rejects')}, ${importId}, ${line}, ${reason}, ${excerpt}, ${records})`;
    },
  };
}

export function ensureSource(database: WriteDatabase, name: string, format: string): SourceId {
  change(database)`
    INSERT INTO sources (id, name, format) VALUES (${newId('sources')}, ${name}, ${format})
    ON CONFLICT (name) DO NOTHING`;
  return theRow(oneValue<SourceId>(database)`SELECT id FROM sources WHERE name = ${name}`);
}

/** Returns a job's import of a path. After a crash, the job gets the same import again, without its rejects. */
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
  // The job reads the same file again and finds the same rejects.
  change(database)`
    DELETE FROM rejects WHERE import_id IN (SELECT id FROM imports WHERE source_id = ${row.source}
    AND path = ${row.path})`;
  change(database)`
    UPDATE imports SET ignored = 0 WHERE source_id = ${row.source} AND path = ${row.path}`;
  return Number(
    change(database)`INSERT INTO imports (id, source_id, job_id, path, options, join_rounds, started_at)
      VALUES (${newId('imports')}, ${row.source}, ${row.jobId}, ${row.path}, ${JSON.stringify(row.options)},
      ${row.join ? 1 : 0}, ${row.startedAt})`.lastInsertRowid,
  );
}

/** At most this many dialogues are changed at once, so that the thread is not blocked for long. */
const SEPARATED_AT_ONCE = 500;

/**
 * Makes each message a turn, in at most 500 dialogues per call. Call it in a transaction until it returns false. The
 * import must have no tags and no dialogue with two sides.
 */
export function separateMessages(database: WriteDatabase, importId: number): boolean {
  const dialogues = allValues<DialogueId>(database)`
    SELECT id FROM dialogues WHERE import_id = ${importId} AND rounds = 1 AND utterances > 1
    LIMIT ${SEPARATED_AT_ONCE}`;
  for (const dialogue of dialogues) {
    const messages = allRows<{ id: UtteranceId; position: number; role: number }>(database)`
      SELECT u.id, u.position, r.role FROM utterances u JOIN rounds r ON r.id = u.round_id
      WHERE u.dialogue_id = ${dialogue} ORDER BY u.position LIMIT -1 OFFSET 1`;
    for (const [at, { id, role }] of messages.entries()) {
      const { lastInsertRowid } = change(database)`
        INSERT INTO rounds (id, dialogue_id, position, role)
        VALUES (${newId('rounds')}, ${dialogue}, ${at + 1}, ${role})`;
      change(database)`UPDATE utterances SET round_id = ${lastInsertRowid} WHERE id = ${id}`;
    }
    change(database)`UPDATE dialogues SET rounds = utterances WHERE id = ${dialogue}`;
  }
  // Messages that are added later become turns, too.
  change(database)`UPDATE imports SET join_rounds = 0, options = json_set(options, '$.join', json('false'))
    WHERE id = ${importId}`;
  return dialogues.length === SEPARATED_AT_ONCE;
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

export function rejectsOf(
  database: WriteDatabase,
  importId: number,
  limit: number,
): readonly { readonly line: number; readonly reason: string }[] {
  return allRows<{ line: number; reason: string }>(database)`
    SELECT line, reason FROM rejects WHERE import_id = ${importId} ORDER BY rowid LIMIT ${limit}`;
}

/** Returns what an import has added so far, counted in the tables. */
export function importCounts(database: WriteDatabase, importId: number): ImportCounts {
  return theRow(
    oneRow<ImportCounts>(database)`
      SELECT count(*) AS dialogues, coalesce(sum(utterances), 0) AS utterances, coalesce(sum(rounds),
      0) AS turns,
        (SELECT coalesce(sum(records), 0) FROM rejects WHERE import_id = ${importId}) AS rejected
      FROM dialogues WHERE import_id = ${importId}`,
  );
}
