import type { DialogueId, RoundId, SourceId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allValues, countOf, sql } from '../statements.ts';

/** The purged rows, as temporary tables of one column `id`, for joins. They hold numbers only; see `drop`. */
export interface PurgedRows {
  /** Names of the tables. */
  readonly sources: string;
  readonly imports: string;
  readonly dialogues: string;
  readonly rounds: string;
  readonly counts: {
    readonly sources: number;
    readonly dialogues: number;
    readonly rounds: number;
    readonly utterances: number;
  };
  drop(): void;
}

let selections = 0;

const CHOSEN_SOURCES = 'SELECT id FROM sources WHERE id IN (SELECT value FROM json_each(?))';
const CHOSEN_DIALOGUES = `SELECT id FROM dialogues WHERE source_id IN (${CHOSEN_SOURCES}) OR id IN (SELECT value FROM json_each(?))`;

/** Returns the size of a selection, without making it. */
export function countSelected(
  database: ReadDatabase,
  sources: readonly SourceId[],
  dialogues: readonly DialogueId[],
): { readonly sources: number; readonly dialogues: number } {
  const count = (select: string, ...values: readonly string[]): number =>
    countOf(database, `SELECT count(*) FROM (${select})`, ...values);
  return {
    sources: count(CHOSEN_SOURCES, JSON.stringify(sources)),
    dialogues: count(CHOSEN_DIALOGUES, JSON.stringify(sources), JSON.stringify(dialogues)),
  };
}

/** Whole sources with their dialogues, and chosen dialogues. Ids that are not there are left out. */
export function selectPurged(
  database: WriteDatabase,
  sources: readonly SourceId[],
  dialogues: readonly DialogueId[],
): PurgedRows {
  const suffix = ++selections;
  const name = (what: string): string => `temp.purged_${what}_${suffix}`;
  const tables = ['sources', 'imports', 'dialogues', 'rounds'] as const;
  for (const what of tables) database.exec(`CREATE TABLE ${name(what)} (id INTEGER PRIMARY KEY)`);
  const fill = (what: (typeof tables)[number], select: string, ...values: readonly string[]): void => {
    database.prepare(`INSERT OR IGNORE INTO ${name(what)} ${select}`).run(...values);
  };
  fill('sources', CHOSEN_SOURCES, JSON.stringify(sources));
  fill('imports', `SELECT id FROM imports WHERE source_id IN (SELECT id FROM ${name('sources')})`);
  fill('dialogues', CHOSEN_DIALOGUES, JSON.stringify(sources), JSON.stringify(dialogues));
  fill('rounds', `SELECT id FROM rounds WHERE dialogue_id IN (SELECT id FROM ${name('dialogues')})`);
  const count = (sql: string): number => countOf(database, sql);
  return {
    sources: name('sources'),
    imports: name('imports'),
    dialogues: name('dialogues'),
    rounds: name('rounds'),
    counts: {
      sources: count(`SELECT count(*) FROM ${name('sources')}`),
      dialogues: count(`SELECT count(*) FROM ${name('dialogues')}`),
      rounds: count(`SELECT count(*) FROM ${name('rounds')}`),
      utterances: count(
        `SELECT coalesce(sum(utterances), 0) FROM dialogues WHERE id IN (SELECT id FROM ${name('dialogues')})`,
      ),
    },
    drop() {
      for (const what of tables) database.exec(`DROP TABLE IF EXISTS ${name(what)}`);
    },
  };
}

/** Sources that are purged as a whole or in part. */
export function touchedSources(database: ReadDatabase, purged: PurgedRows): SourceId[] {
  return allValues<SourceId>(database)`SELECT id FROM ${sql(purged.sources)} UNION
    SELECT DISTINCT source_id FROM dialogues WHERE id IN (SELECT id FROM ${sql(purged.dialogues)})`;
}

/** The name of the only purged source or dialogue; null if there are several. */
export function onlyName(database: ReadDatabase, { sources, dialogues, counts }: PurgedRows): string | null {
  const nameIn = (sql: string): string | null => database.prepare<[], string>(sql).pluck().get() ?? null;
  const elsewhere = countOf(
    database,
    `SELECT count(*) FROM dialogues WHERE id IN (SELECT id FROM ${dialogues})
     AND source_id NOT IN (SELECT id FROM ${sources})`,
  );
  if (counts.sources === 1 && elsewhere === 0)
    return nameIn(`SELECT name FROM sources WHERE id IN (SELECT id FROM ${sources})`);
  if (counts.sources === 0 && counts.dialogues === 1)
    return nameIn(`SELECT external_id FROM dialogues WHERE id IN (SELECT id FROM ${dialogues})`);
  return null;
}

/** Names that identify purged data: purged sources, their files, and ids of dialogues. */
export function purgedNames(
  database: ReadDatabase,
  purged: PurgedRows,
): { readonly sources: string[]; readonly paths: string[]; readonly externalIds: string[] } {
  const all = (sql: string): string[] => database.prepare<[], string>(sql).pluck().all();
  return {
    sources: all(`SELECT name FROM sources WHERE id IN (SELECT id FROM ${purged.sources})`),
    paths: all(`SELECT DISTINCT path FROM imports WHERE id IN (SELECT id FROM ${purged.imports})`),
    externalIds: all(`SELECT external_id FROM dialogues WHERE id IN (SELECT id FROM ${purged.dialogues})`),
  };
}

/** Files that dialogues of these sources were read from, of whichever import. */
export function pathsOfSources(database: ReadDatabase, sources: readonly SourceId[]): string[] {
  return allValues<string>(database)`SELECT DISTINCT path FROM imports WHERE source_id IN (SELECT value
    FROM json_each(${JSON.stringify(sources)})) ORDER BY path`;
}

/** A purged dialogue's messages with everything that may contain text, dialogue by dialogue. */
export interface PurgedUtterance {
  readonly text: string;
  readonly speaker: string;
  readonly acts: string | null;
  readonly extra: string | null;
}

export function purgedDialogueIds(database: ReadDatabase, purged: PurgedRows): DialogueId[] {
  return allValues<DialogueId>(database)`SELECT id FROM ${sql(purged.dialogues)} ORDER BY id`;
}

export function purgedRoundIds(database: ReadDatabase, purged: PurgedRows): RoundId[] {
  return allValues<RoundId>(database)`SELECT id FROM ${sql(purged.rounds)} ORDER BY id`;
}
