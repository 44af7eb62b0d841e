import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { type PurgedRows, type PurgedUtterance, purgedDialogueIds, purgedNames } from './purge-selection.ts';

const WORD = /[\p{L}\p{N}\p{Co}]+/gu;
const DIALOGUES_PER_STEP = 200;

/** Words as the search index has them: runs of letters and digits, folded, without diacritics. */
export function indexWords(text: string): string[] {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? [];
}

/** Returns true if a text mentions purged data: a word only they have, a dialogue's id, or a source's name. */
export type Mentions = (text: string) => boolean;

/** If there are at most this many ids, they are also looked for inside the words of a text. */
const FEW_IDS = 1000;
const SHORTEST_ID_WITHIN = 4;

/**
 * Reads the words of purged data and keeps those that occur nowhere else. The search index tells if another
 * message has a word, so purging a few of many dialogues does not read them all.
 * @param report called between small steps with the number of dialogues read
 */
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
  /** Words of speakers, annotations and other fields. */
  readonly elsewhere: Set<string>;
}

function readWords(
  database: ReadDatabase,
  purged: PurgedRows,
  report: (done: number, total: number) => void,
): Words {
  const inTexts = new Map<string, number>();
  const elsewhere = new Set<string>();
  const rows = database.prepare<[DialogueId], PurgedUtterance & { readonly original: string | null }>(
    `SELECT u.text, u.speaker, u.acts, u.extra, o.text AS original FROM utterances u
     LEFT JOIN utterance_originals o ON o.utterance_id = u.id WHERE u.dialogue_id = ?`,
  );
  const heads = database.prepare<[DialogueId], { domains: string; extra: string | null }>(
    'SELECT domains, extra FROM dialogues WHERE id = ?',
  );
  const take = (text: string | null): void => {
    if (text !== null) for (const word of indexWords(text)) elsewhere.add(word);
  };
  const ids = purgedDialogueIds(database, purged);
  for (const [index, id] of ids.entries()) {
    for (const { text, speaker, acts, extra, original } of rows.all(id)) {
      for (const word of new Set(indexWords(text))) inTexts.set(word, (inTexts.get(word) ?? 0) + 1);
      take(speaker);
      take(acts);
      take(extra);
      take(original);
    }
    const head = heads.get(id);
    take(head?.domains ?? null);
    take(head?.extra ?? null);
    if (index % DIALOGUES_PER_STEP === 0) report(index, ids.length);
  }
  return { inTexts, elsewhere };
}

/** Returns words of the remaining short fields: speakers, annotations, domains, ids, names of sources. */
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

/** Returns the number of messages that have a word, according to the search index. */
function indexedWords(database: WriteDatabase): (word: string) => number {
  database.exec(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.indexed_words USING fts5vocab(main, utterance_search, row)',
  );
  const find = database
    .prepare<[string], number>('SELECT doc FROM temp.indexed_words WHERE term = ?')
    .pluck();
  return (word) => find.get(word) ?? 0;
}
