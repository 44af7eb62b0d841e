import { z } from 'zod';
import { createCleaner, type SpokenText } from '#shared/algorithms/cleaning/rules.ts';
import { type Role, roleAt, type SpeakerKind, speakerKindAt } from '#shared/domain/dialogue.ts';
import type { DialogueId, SourceId, TurnId, UtteranceId } from '#shared/domain/ids.ts';
import { CLEANING_RULES } from '#shared/domain/import-formats.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { bumpVersion, readMeta, writeMeta } from '../file/meta-table.ts';
import { vectorForgetter } from '../runs/vector-table.ts';
import { allRows, change, countOf, oneRow, parseJson, sql } from '../statements.ts';

export const CLEANING = 'cleaning';

const cleaningSchema = z.object({
  rules: z.array(z.enum(CLEANING_RULES)),
  repeated: z.array(z.string()),
  before: z.array(z.enum(CLEANING_RULES)),
  at: z.string(),
  done: z.boolean(),
});
export type Cleaning = z.infer<typeof cleaningSchema>;

export function readCleaning(database: ReadDatabase): Cleaning | null {
  const text = readMeta(database, CLEANING);
  return text === null ? null : parseJson(cleaningSchema, text);
}

export const writeCleaning = (database: WriteDatabase, cleaning: Cleaning): void =>
  writeMeta(database, CLEANING, JSON.stringify(cleaning));

const rulesInForceSchema = cleaningSchema.pick({ rules: true, repeated: true });
export type RulesInForce = z.infer<typeof rulesInForceSchema>;

export const cleaningChangeSchema = z.object({
  table: z.literal('cleaning'),
  before: rulesInForceSchema,
  after: rulesInForceSchema,
});

/** Sets the rules and rewrites all texts, in one transaction. For a worker. */
export function putCleaning(database: WriteDatabase, { rules, repeated }: RulesInForce): void {
  const was = readCleaning(database);
  const isSame = (one: readonly string[], other: readonly string[] = []): boolean =>
    one.length === other.length && one.every((value, at) => value === other[at]);
  if (was?.done && isSame(rules, was.rules) && isSame(repeated, was.repeated)) return;
  const at = new Date().toISOString();
  writeCleaning(database, { rules, repeated, before: was?.rules ?? [], at, done: true });
  cleanAgain(database, originalsAfter);
  for (const version of ['corpus_version', 'words_version'] as const) bumpVersion(database, version);
}

/** Returns a function that cleans new messages by the current rules. */
export function cleanerInForce(database: ReadDatabase): (said: SpokenText) => string {
  const cleaning = readCleaning(database);
  if (!cleaning || cleaning.rules.length === 0) return ({ text }) => text;
  return createCleaner(cleaning.rules, new Set(cleaning.repeated));
}

export const countCleaned = (database: ReadDatabase): number =>
  countOf(database, 'SELECT count(*) FROM utterance_originals');

interface OriginalText {
  readonly id: UtteranceId;
  readonly dialogue: DialogueId;
  readonly role: Role;
  readonly kind: SpeakerKind;
  readonly text: string;
}

type SpokenRow = Omit<OriginalText, 'role' | 'kind'> & { readonly role: number; readonly kind: number };

const ORIGINALS =
  sql(`SELECT u.id, u.dialogue_id AS dialogue, r.role, u.kind, coalesce(o.text, u.text) AS text
  FROM utterances u JOIN rounds r ON r.id = u.round_id LEFT JOIN utterance_originals o ON o.utterance_id = u.id`);

const toOriginal = (row: SpokenRow): OriginalText => ({
  ...row,
  role: roleAt(row.role),
  kind: speakerKindAt(row.kind),
});

export const originalsAfter = (database: ReadDatabase, after: number, limit: number): OriginalText[] =>
  allRows<SpokenRow>(database)`${ORIGINALS} WHERE u.id > ${after} ORDER BY u.id LIMIT ${limit}`.map(
    toOriginal,
  );

const sourceOriginalsAfter =
  (source: SourceId) =>
  (database: ReadDatabase, after: number, limit: number): OriginalText[] =>
    allRows<SpokenRow>(database)`${ORIGINALS} JOIN dialogues d ON d.id = u.dialogue_id
      WHERE d.source_id = ${source} AND u.id > ${after} ORDER BY u.id LIMIT ${limit}`.map(toOriginal);

const AT_ONCE = 1000;

/** Rewrites texts by the current rules. */
function cleanAgain(database: WriteDatabase, rowsAfter: typeof originalsAfter): void {
  const clean = cleanerInForce(database);
  const write = textWriter(database);
  for (let after = 0; ; ) {
    const rows = rowsAfter(database, after, AT_ONCE);
    for (const row of rows) write(row.id, row.text, clean(row));
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

export const cleanSource = (database: WriteDatabase, source: SourceId): void =>
  cleanAgain(database, sourceOriginalsAfter(source));

/** Replaces a text for reading and search, and stores the original. */
export function textWriter(database: WriteDatabase) {
  const keep = originalKeeper(database);
  const forgetVectors = vectorForgetter(database);
  return (id: UtteranceId, original: string, text: string): void => {
    const { before, turn } =
      oneRow<{ before: string; turn: TurnId }>(database)`
        SELECT text AS before, round_id AS turn FROM utterances WHERE id = ${id}` ?? {};
    if (before === undefined || turn === undefined || before === text) return;
    forgetVectors(turn);
    change(database)`
      INSERT INTO utterance_search (utterance_search, rowid, text) VALUES ('delete', ${id}, ${before})`;
    change(database)`UPDATE utterances SET text = ${text} WHERE id = ${id}`;
    change(database)`INSERT INTO utterance_search (rowid, text) VALUES (${id}, ${text})`;
    if (text === original) change(database)`DELETE FROM utterance_originals WHERE utterance_id = ${id}`;
    else keep(id, original);
  };
}

export function originalKeeper(database: WriteDatabase): (id: UtteranceId, original: string) => void {
  return (id, original) =>
    void change(database)`
      INSERT INTO utterance_originals (utterance_id, text) VALUES (${id}, ${original})
      ON CONFLICT (utterance_id) DO UPDATE SET text = excluded.text`;
}
