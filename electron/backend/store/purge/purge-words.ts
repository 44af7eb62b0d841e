import type { DialogueId, SourceId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, allValues, countOf, oneRow, oneValue, sql } from '../statements.ts';

/** The purged rows, as temporary tables with one column `id`, for joins. They contain only numbers; see `drop`. */
export interface PurgedRows {
  /** The name of the table with the ids of sources; the others likewise. */
  readonly sources: string;
  readonly imports: string;
  readonly dialogues: string;
  readonly turns: string;
  readonly counts: {
    readonly sources: number;
    readonly dialogues: number;
    readonly turns: number;
    readonly utterances: number;
  };
  drop(): void;
}

let selections = 0;

const CHOSEN_SOURCES = 'SELECT id FROM sources WHERE id IN (SELECT value FROM json_each(?))';
const CHOSEN_DIALOGUES = `SELECT id FROM dialogues WHERE source_id IN (${CHOSEN_SOURCES}) OR id IN (SELECT value FROM json_each(?))`;

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

export function selectPurged(
  database: WriteDatabase,
  sources: readonly SourceId[],
  dialogues: readonly DialogueId[],
): PurgedRows {
  const suffix = ++selections;
  const name = (what: string): string => `temp.purged_${what}_${suffix}`;
  const tables = ['sources', 'imports', 'dialogues', 'turns'] as const;
  for (const what of tables) database.exec(`CREATE TABLE ${name(what)} (id INTEGER PRIMARY KEY)`);
  const fill = (what: (typeof tables)[number], select: string, ...values: readonly string[]): void => {
    database.prepare(`INSERT OR IGNORE INTO ${name(what)} ${select}`).run(...values);
  };
  fill('sources', CHOSEN_SOURCES, JSON.stringify(sources));
  fill('imports', `SELECT id FROM imports WHERE source_id IN (SELECT id FROM ${name('sources')})`);
  fill('dialogues', CHOSEN_DIALOGUES, JSON.stringify(sources), JSON.stringify(dialogues));
  fill('turns', `SELECT id FROM rounds WHERE dialogue_id IN (SELECT id FROM ${name('dialogues')})`);
  const count = (sql: string): number => countOf(database, sql);
  return {
    sources: name('sources'),
    imports: name('imports'),
    dialogues: name('dialogues'),
    turns: name('turns'),
    counts: {
      sources: count(`SELECT count(*) FROM ${name('sources')}`),
      dialogues: count(`SELECT count(*) FROM ${name('dialogues')}`),
      turns: count(`SELECT count(*) FROM ${name('turns')}`),
      utterances: count(
        `SELECT coalesce(sum(utterances), 0) FROM dialogues WHERE id IN (SELECT id FROM ${name('dialogues')})`,
      ),
    },
    drop() {
      for (const what of tables) database.exec(`DROP TABLE IF EXISTS ${name(what)}`);
    },
  };
}

export function touchedSources(database: ReadDatabase, purged: PurgedRows): SourceId[] {
  return allValues<SourceId>(database)`SELECT id FROM ${sql(purged.sources)} UNION
    SELECT DISTINCT source_id FROM dialogues WHERE id IN (SELECT id FROM ${sql(purged.dialogues)})`;
}

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

export function pathsOfSources(database: ReadDatabase, sources: readonly SourceId[]): string[] {
  return allValues<string>(database)`SELECT DISTINCT path FROM imports WHERE source_id IN (SELECT value
    FROM json_each(${JSON.stringify(sources)})) ORDER BY path`;
}

interface PurgedUtterance {
  readonly text: string;
  readonly speaker: string;
  readonly acts: string | null;
  readonly extra: string | null;
}

export function purgedDialogueIds(database: ReadDatabase, purged: PurgedRows): DialogueId[] {
  return allValues<DialogueId>(database)`SELECT id FROM ${sql(purged.dialogues)} ORDER BY id`;
}

export function purgedTurnIds(database: ReadDatabase, purged: PurgedRows): TurnId[] {
  return allValues<TurnId>(database)`SELECT id FROM ${sql(purged.turns)} ORDER BY id`;
}

const WORD = /[\p{L}\p{N}\p{Co}]+/gu;
const DIALOGUES_PER_STEP = 200;

/** Returns the words as the search index stores them: letters and digits in lower case, without diacritics. */
export function indexWords(text: string): string[] {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? [];
}

/** True if a text contains a word that occurs only in purged data, the id of a dialogue, or the name of a source. */
export type Mentions = (text: string) => boolean;

const FEW_IDS = 1000;
const SHORTEST_ID_WITHIN = 4;

/** Finds the words that occur only in purged data. Uses the search index, so that a small purge reads few dialogues. */
export function readMentions(
  database: WriteDatabase,
  purged: PurgedRows,
  report: (done: number, total: number) => void = () => {},
): Mentions {
  const { inTexts, elsewhere } = readWords(database, purged, report);
  const names = purgedNames(database, purged);
  for (const name of [...names.sources, ...names.externalIds])
    for (const word of indexWords(name)) elsewhere.add(word);
  const others = otherWords(database, purged);
  const own = new Set<string>();
  const utterancesWith = indexedWords(database);
  for (const word of new Set([...inTexts.keys(), ...elsewhere])) {
    if (!others.has(word) && utterancesWith(word) <= (inTexts.get(word) ?? 0)) own.add(word);
  }
  const ids = new Set(names.externalIds);
  const within = [
    ...names.sources,
    ...names.paths,
    ...(ids.size <= FEW_IDS ? [...ids].filter((id) => id.length >= SHORTEST_ID_WITHIN) : []),
  ];
  return (text) =>
    indexWords(text).some((word) => own.has(word)) ||
    text.split(/[\s,;"'()[\]{}]+/u).some((part) => ids.has(part) || ids.has(part.replace(/[.:!?]+$/u, ''))) ||
    within.some((name) => text.includes(name));
}

interface Words {
  readonly inTexts: Map<string, number>;
  /** Words of speakers, annotations and other short fields of the remaining data. */
  readonly elsewhere: Set<string>;
}

function readWords(
  database: ReadDatabase,
  purged: PurgedRows,
  report: (done: number, total: number) => void,
): Words {
  const inTexts = new Map<string, number>();
  const elsewhere = new Set<string>();
  const take = (text: string | null): void => {
    if (text !== null) for (const word of indexWords(text)) elsewhere.add(word);
  };
  const ids = purgedDialogueIds(database, purged);
  for (const [index, id] of ids.entries()) {
    for (const { text, speaker, acts, extra, original } of allRows<
      PurgedUtterance & { readonly original: string | null }
    >(database)`
      SELECT u.text, u.speaker, u.acts, u.extra, o.text AS original
      FROM utterances u LEFT JOIN utterance_originals o ON o.utterance_id = u.id
      WHERE u.dialogue_id = ${id}`) {
      for (const word of new Set(indexWords(text))) inTexts.set(word, (inTexts.get(word) ?? 0) + 1);
      take(speaker);
      take(acts);
      take(extra);
      take(original);
    }
    const head = oneRow<{ domains: string; extra: string | null }>(database)`
      SELECT domains, extra FROM dialogues WHERE id = ${id}`;
    take(head?.domains ?? null);
    take(head?.extra ?? null);
    if (index % DIALOGUES_PER_STEP === 0) report(index, ids.length);
  }
  return { inTexts, elsewhere };
}

/** Returns the words in the remaining short fields: speakers, annotations, domains, ids, and names of sources. */
function otherWords(database: ReadDatabase, purged: PurgedRows): Set<string> {
  const words = new Set<string>();
  for (const sql of [
    `SELECT DISTINCT speaker FROM utterances WHERE dialogue_id NOT IN (SELECT id FROM ${purged.dialogues})`,
    `SELECT DISTINCT acts FROM utterances
     WHERE acts IS NOT NULL AND dialogue_id NOT IN (SELECT id FROM ${purged.dialogues})`,
    `SELECT DISTINCT domains FROM dialogues WHERE id NOT IN (SELECT id FROM ${purged.dialogues})`,
    `SELECT external_id FROM dialogues WHERE id NOT IN (SELECT id FROM ${purged.dialogues})`,
    `SELECT name FROM sources WHERE id NOT IN (SELECT id FROM ${purged.sources})`,
  ]) {
    for (const text of database.prepare<[], string>(sql).pluck().iterate())
      for (const word of indexWords(text)) words.add(word);
  }
  return words;
}

/** Returns a function that counts the messages with a word, by the search index. */
function indexedWords(database: WriteDatabase): (word: string) => number {
  database.exec(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.indexed_words USING fts5vocab(main, utterance_search, row)',
  );
  return (word) => oneValue<number>(database)`SELECT doc FROM temp.indexed_words WHERE term = ${word}` ?? 0;
}
