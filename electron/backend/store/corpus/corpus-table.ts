import type { DialogueRow, Source } from '#shared/contract/corpus.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { DialogueId, RoundId, SourceId, UtteranceId } from '#shared/domain/ids.ts';
import { SPEAKER_KINDS, type SpeakerKind } from '#shared/domain/speaker.ts';
import type { ReadDatabase } from '../database.ts';

const EXCERPT_CHARACTERS = 200;

export function listSources(database: ReadDatabase): Source[] {
  const rows = database
    .prepare(
      `SELECT s.id, s.name, s.format, i.path, i.join_rounds AS joinRounds, i.started_at AS importedAt,
         (SELECT count(*) FROM dialogues WHERE source_id = s.id) AS dialogues,
         (SELECT coalesce(sum(utterances), 0) FROM dialogues WHERE source_id = s.id) AS utterances,
         (SELECT coalesce(sum(r.records), 0) FROM rejects r JOIN imports x ON x.id = r.import_id WHERE x.source_id = s.id) AS rejected,
         (SELECT coalesce(sum(ignored), 0) FROM imports WHERE source_id = s.id) AS ignored
       FROM sources s JOIN imports i ON i.id = (SELECT max(id) FROM imports WHERE source_id = s.id)
       ORDER BY s.name`,
    )
    .all() as (Omit<Source, 'join'> & { joinRounds: number })[];
  return rows.map(({ joinRounds, ...row }) => ({ ...row, join: joinRounds === 1 }));
}

export function listRejects(database: ReadDatabase, source: SourceId | null, offset: number, limit: number) {
  const where = source === null ? '' : 'WHERE i.source_id = @source';
  const total = database
    .prepare(`SELECT count(*) FROM rejects r JOIN imports i ON i.id = r.import_id ${where}`)
    .pluck()
    .get({ source }) as number;
  const items = database
    .prepare(
      `SELECT s.name AS source, r.line, r.reason, r.excerpt, r.records
       FROM rejects r JOIN imports i ON i.id = r.import_id JOIN sources s ON s.id = i.source_id
       ${where} ORDER BY r.id LIMIT @limit OFFSET @offset`,
    )
    .all({ source, offset, limit }) as {
    source: string;
    line: number;
    reason: string;
    excerpt: string;
    records: number;
  }[];
  return { total, items };
}

/**
 * A person's search as an FTS5 query: every word must occur (in any order), the last one as a prefix, since it
 * may still be being typed. Null where nothing searchable was typed.
 */
export function searchExpression(query: string): string | null {
  const words = query.match(/[\p{L}\p{N}]+/gu);
  if (!words) return null;
  return words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ');
}

/** Dialogues in which some utterance matches, with the first utterance that does. */
export function searchDialogues(database: ReadDatabase, query: string): Map<DialogueId, UtteranceId> | null {
  const expression = searchExpression(query);
  if (expression === null) return query.trim() === '' ? null : new Map();
  const rows = database
    .prepare(
      `SELECT u.dialogue_id, min(u.id) FROM utterance_search f JOIN utterances u ON u.id = f.rowid
       WHERE utterance_search MATCH ? GROUP BY u.dialogue_id`,
    )
    .raw()
    .all(expression) as [DialogueId, UtteranceId][];
  return new Map(rows);
}

/** All dialogues in canonical order: by source name, then external id. */
export function allDialogueIds(database: ReadDatabase): DialogueId[] {
  return database
    .prepare(
      'SELECT d.id FROM dialogues d JOIN sources s ON s.id = d.source_id ORDER BY s.name, d.external_id',
    )
    .pluck()
    .all() as DialogueId[];
}

/** Rows for a list, in the order of `ids`; the excerpt is the matching utterance where there is one. */
export function dialogueRows(
  database: ReadDatabase,
  ids: readonly DialogueId[],
  matches: ReadonlyMap<DialogueId, UtteranceId> | null,
): DialogueRow[] {
  const head = database.prepare<
    [number],
    { externalId: string; source: string; domains: string; rounds: number }
  >(
    `SELECT d.external_id AS externalId, s.name AS source, d.domains, d.rounds
     FROM dialogues d JOIN sources s ON s.id = d.source_id WHERE d.id = ?`,
  );
  const first = database
    .prepare("SELECT text FROM utterances WHERE dialogue_id = ? ORDER BY trim(text) = '', position LIMIT 1")
    .pluck();
  const matching = database.prepare('SELECT text FROM utterances WHERE id = ?').pluck();
  return ids.flatMap((id) => {
    const row = head.get(id);
    if (!row) return [];
    const match = matches?.get(id);
    const text = ((match === undefined ? first.get(id) : matching.get(match)) as string | undefined) ?? '';
    return [{ ...row, id, domains: JSON.parse(row.domains), excerpt: text.slice(0, EXCERPT_CHARACTERS) }];
  });
}

export interface StoredRound {
  readonly id: RoundId;
  readonly index: number;
  readonly role: Role;
  readonly utterances: readonly {
    readonly id: UtteranceId;
    readonly speaker: string;
    readonly kind: SpeakerKind;
    readonly text: string;
    readonly time: string | null;
    readonly line: number;
  }[];
}

export interface StoredDialogue {
  readonly id: DialogueId;
  readonly externalId: string;
  readonly source: string;
  readonly domains: readonly string[];
  readonly rounds: readonly StoredRound[];
}

export function findDialogue(database: ReadDatabase, id: DialogueId): StoredDialogue | null {
  const head = database
    .prepare<[number], { externalId: string; source: string; domains: string }>(
      `SELECT d.external_id AS externalId, s.name AS source, d.domains
       FROM dialogues d JOIN sources s ON s.id = d.source_id WHERE d.id = ?`,
    )
    .get(id);
  if (!head) return null;
  const rounds = database
    .prepare<[number], { id: RoundId; index: number; role: number }>(
      'SELECT id, position AS "index", role FROM rounds WHERE dialogue_id = ? ORDER BY position',
    )
    .all(id);
  const utterances = database
    .prepare<[number], Omit<StoredRound['utterances'][number], 'kind'> & { roundId: RoundId; kind: number }>(
      'SELECT id, round_id AS roundId, speaker, kind, text, time, line FROM utterances WHERE dialogue_id = ? ORDER BY position',
    )
    .all(id);
  return {
    id,
    externalId: head.externalId,
    source: head.source,
    domains: JSON.parse(head.domains),
    rounds: rounds.map((round) => ({
      id: round.id,
      index: round.index,
      role: ROLES[round.role],
      utterances: utterances
        .filter((utterance) => utterance.roundId === round.id)
        .map(({ roundId: _, kind, ...utterance }) => ({ ...utterance, kind: SPEAKER_KINDS[kind] })),
    })),
  };
}

/** By external id; where several sources have it, the first by source name. */
export function dialogueByExternalId(database: ReadDatabase, externalId: string): DialogueId | null {
  return (
    (database
      .prepare(
        'SELECT d.id FROM dialogues d JOIN sources s ON s.id = d.source_id WHERE d.external_id = ? ORDER BY s.name LIMIT 1',
      )
      .pluck()
      .get(externalId) as DialogueId | undefined) ?? null
  );
}

/** Where a round stands, for messages: "round 3 of star-12". */
export function placeOfRound(
  database: ReadDatabase,
  round: RoundId,
): { externalId: string; index: number } | null {
  return (
    (database
      .prepare(
        'SELECT d.external_id AS externalId, r.position AS "index" FROM rounds r JOIN dialogues d ON d.id = r.dialogue_id WHERE r.id = ?',
      )
      .get(round) as { externalId: string; index: number } | undefined) ?? null
  );
}

export interface CorpusCounts {
  readonly sources: number;
  readonly dialogues: number;
  readonly utterances: number;
  readonly rounds: number;
  readonly rejected: number;
}

export function corpusCounts(database: ReadDatabase): CorpusCounts {
  return database
    .prepare(
      `SELECT (SELECT count(*) FROM sources) AS sources, count(*) AS dialogues,
         coalesce(sum(utterances), 0) AS utterances, coalesce(sum(rounds), 0) AS rounds,
         (SELECT coalesce(sum(records), 0) FROM rejects) AS rejected
       FROM dialogues`,
    )
    .get() as CorpusCounts;
}

/** Changes exactly when the set of dialogues does; part of every run's input fingerprint. */
export function corpusFingerprint(database: ReadDatabase): string {
  const row = database
    .prepare(
      'SELECT count(*) AS n, coalesce(max(id), 0) AS last, coalesce(sum(rounds), 0) AS rounds FROM dialogues',
    )
    .get() as { n: number; last: number; rounds: number };
  return `${row.n}-${row.last}-${row.rounds}`;
}
