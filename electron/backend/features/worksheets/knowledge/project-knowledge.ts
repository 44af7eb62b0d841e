import { buildPassageIndex, type PassageIndex } from '#shared/algorithms/passages/passage-index.ts';
import {
  type Condition,
  conditionsOf,
  meets,
  plainWords,
  type ReadTexts,
  recordsAbout,
  recordsSaying,
} from '#shared/algorithms/worksheets/knowledge/open-conditions.ts';
import {
  asValue,
  nameOf,
  type RecordValue,
  recordOf,
  type Value,
  wordsOf,
} from '#shared/algorithms/worksheets/language/values.ts';
import type { Knowledge, QueryResult } from '#shared/algorithms/worksheets/runtime/state.ts';
import { readNumber } from '#shared/algorithms/worksheets/words/read-values.ts';
import { wordsSaid } from '#shared/algorithms/worksheets/words/spans.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { translateError } from '../../../errors.ts';
import { type Project, projectService } from '../../../project.ts';
import { openForReading, type ReadDatabase } from '../../../store/database.ts';
import {
  type KnowledgeBound,
  type KnowledgeRecord,
  recordsFrom,
  recordsWithin,
  recordsWithPhrases,
  recordsWithWords,
  scoresOfWords,
} from '../../../store/edits/designs/knowledge-search.ts';
import { type KnowledgeSource, listKnowledge } from '../../../store/edits/designs/knowledge-table.ts';
import { plainName } from '../../modules/index.ts';

/** Limits for rows, ranking and questions in words, and the time limit of a question. */
const MOST_ROWS = 20;
const MOST_CANDIDATES = 2000;
const MOST_FOUND = 200_000;
const LONGEST_MS = 500;
/** The maximum number of passages that are searched by meaning, and that are returned for a question in words. */
const MOST_INDEXED = 2000;
const MOST_PASSAGES = 3;

const reading = projectService(
  ({ path }) => {
    try {
      return { database: openForReading(path), indices: new Map<string, PassageIndex>() };
    } catch (error) {
      throw translateError(error, path);
    }
  },
  ({ database }) => {
    database.close();
  },
);

interface KnowledgeUser {
  readonly application: string;
  readonly tables: readonly string[];
}

/**
 * Text by a user is always a bound parameter. A query that reaches its time limit stops and says so.
 * @param asking null for tables only
 */
export function projectKnowledge(project: Project, asking: KnowledgeUser | null = null): Knowledge {
  const { database, indices } = project.use(reading);
  const sources = listKnowledge(database);
  const tableOf = (worksheet: string): KnowledgeSource | undefined =>
    sources.find(({ kind, name }) => kind === 'table' && name === worksheet);
  const documents = sources.filter(
    ({ kind, application }) =>
      kind === 'document' && asking !== null && (application === '' || application === asking.application),
  );
  return {
    query(worksheet, filters, text, read) {
      const table = tableOf(worksheet);
      if (table) return queryTable(database, table, filters, text, read ?? null);
      return { records: [], note: `There is no table called ${worksheet}. Import ${worksheet}.csv.` };
    },
    search(text) {
      const tables = (asking?.tables ?? []).flatMap((name) => tableOf(name) ?? []);
      return searchAll(database, indices, documents, tables, text);
    },
    find(worksheet, text) {
      const table = tableOf(worksheet);
      return table ? named(database, table, text) : null;
    },
  };
}

function taken<Record>(
  records: Iterable<Record | null>,
  most: number,
  fits: (record: Record) => boolean,
): { readonly taken: readonly Record[]; readonly isLate: boolean } {
  const end = performance.now() + LONGEST_MS;
  const found: Record[] = [];
  for (const record of records) {
    if (record !== null && fits(record)) found.push(record);
    if (found.length >= most) return { taken: found, isLate: false };
    if (performance.now() > end) return { taken: found, isLate: true };
  }
  return { taken: found, isLate: false };
}

const recordFrom = ({ name, kind }: KnowledgeSource, { position, content }: KnowledgeRecord): RecordValue => {
  const entries = Object.entries(content).map(([column, value]): [string, Value] => [column, asValue(value)]);
  const { place, ...passage } = Object.fromEntries(entries);
  if (kind === 'document' && typeof place === 'string') return recordOf(passage, place);
  return recordOf(Object.fromEntries(entries), `${name}, row ${position + 1}`);
};

const late = ({ name, records }: KnowledgeSource): string =>
  `The search of the ${formatCount(records)} records in ${name} took too long and was stopped. Ask for more specific values.`;

function queryTable(
  database: ReadDatabase,
  table: KnowledgeSource,
  filters: Readonly<Record<string, Value>>,
  text: string,
  read: ReadTexts | null,
): QueryResult {
  const columns = new Map(table.columns.map(({ name, type }) => [name, type]));
  const conditions = conditionsOf(filters, (column) => columns.get(column) === 'words');
  const unknown = conditions.find(({ column }) => !columns.has(column));
  if (unknown) {
    const there = [...columns.keys()].slice(0, 8).join(', ');
    return {
      records: [],
      note: `${table.name} has no column "${unknown.column}". Its columns are ${there}.`,
    };
  }
  const asked = wordsLeft(text, table, conditions);
  if (conditions.length === 0 && asked.length > 0) {
    const { ranked, isLate } = byWords(database, [table], asked);
    return { records: ranked.slice(0, MOST_ROWS), note: isLate ? late(table) : null };
  }
  const abouts = conditions.flatMap((one) => (one.test === 'about' ? [one] : []));
  const isRanked = abouts.length > 0 || asked.length > 0;
  const { taken: fitting, isLate } = taken(
    mapped(candidates(database, table, conditions), (record) => recordFrom(table, record)),
    isRanked ? MOST_CANDIDATES : MOST_ROWS,
    (record) => conditions.every((one) => meets(record, one)),
  );
  const said = recordsSaying(table.name, fitting, abouts, read);
  // The remaining words of the question select records, if any record contains them.
  const meant = asked.length === 0 ? [] : recordsAbout(said, valuesOf, asked.join(' '));
  const records = meant.length > 0 ? meant : said;
  return { records: records.slice(0, MOST_ROWS), note: isLate ? late(table) : null };
}

/** Yields records that may match: those that the word index finds, or all if it cannot be used. */
function candidates(
  database: ReadDatabase,
  { id, records }: KnowledgeSource,
  conditions: readonly Condition[],
): Iterable<KnowledgeRecord | null> {
  const phrases = conditions.flatMap((one) => {
    if (one.test !== 'is') return [];
    const { value } = one;
    const isIndexed = typeof value === 'string' || Number.isInteger(value);
    return isIndexed && plainWords(wordsOf(value)) !== '' ? [wordsOf(value)] : [];
  });
  if (phrases.length > 0) return recordsWithPhrases(database, id, phrases);
  const bounds = conditions.flatMap((one): KnowledgeBound[] =>
    one.test === 'at_least' || one.test === 'at_most'
      ? [{ column: one.column, side: one.test, value: one.value }]
      : [],
  );
  return recordsWithin(database, id, records, bounds);
}

const valuesOf = ({ entries }: RecordValue): string => Object.values(entries).map(wordsOf).join(' ');

function* mapped<From, To>(items: Iterable<From | null>, to: (item: From) => To): Generator<To | null> {
  for (const item of items) yield item === null ? null : to(item);
}

/** Leaves out names of the table and its columns, and values that are already conditions. */
function wordsLeft(text: string, table: KnowledgeSource, conditions: readonly Condition[]): string[] {
  const names = [table.name.replace(/([a-z\d])([A-Z])/g, '$1 $2'), ...table.columns.map(({ name }) => name)];
  const values = conditions.map((one) => (one.test === 'about' ? one.text : wordsOf(one.value)));
  const known = new Set([...names, ...values].flatMap((one) => wordsSaid(one).map(({ stem }) => stem)));
  return wordsSaid(text)
    .filter(({ word, stem }) => !known.has(stem) && !ASKING.has(word) && !/^\p{N}+$/u.test(word))
    .map(({ word }) => word);
}

/** Words that only make a question and have no content. */
const ASKING = new Set(
  'find show list look looking search recommend suggest please book reserve know tell give get go going let something anything thing place good best nice near one'.split(
    ' ',
  ),
);

/** Returns records with any of some words, sorted by BM25, best first. */
function byWords(
  database: ReadDatabase,
  sources: readonly KnowledgeSource[],
  words: readonly string[],
): { readonly ranked: readonly RecordValue[]; readonly isLate: boolean } {
  const found: { readonly source: KnowledgeSource; readonly position: number; readonly score: number }[] = [];
  let isLate = false;
  for (const source of words.length === 0 ? [] : sources) {
    const own = taken(scoresOfWords(database, source.id, words), MOST_FOUND, () => true);
    for (const { position, score } of own.taken) found.push({ source, position, score });
    isLate ||= own.isLate;
  }
  const ranked = found
    .sort((left, right) => right.score - left.score)
    .slice(0, MOST_ROWS)
    .flatMap(({ source, position }) =>
      recordsFrom(database, source.id, position, 1).map((record) => recordFrom(source, record)),
    );
  return { ranked, isLate };
}

/** Searches passages of documents by words and meaning, then records of tables by words. */
function searchAll(
  database: ReadDatabase,
  indices: Map<string, PassageIndex>,
  documents: readonly KnowledgeSource[],
  tables: readonly KnowledgeSource[],
  text: string,
): QueryResult {
  const words = wordsSaid(text).map(({ word }) => word);
  const passages = documents.reduce((sum, { records }) => sum + records, 0);
  const records =
    passages > MOST_INDEXED
      ? byWords(database, documents, words).ranked
      : byMeaning(database, indices, documents, words.join(' '));
  const { ranked } = byWords(database, tables, words);
  const found = [...records.slice(0, MOST_PASSAGES), ...ranked];
  return { records: found.slice(0, MOST_PASSAGES), note: null };
}

/** Ranks all passages of some documents by BM25 and latent semantic analysis. The index is cached. */
function byMeaning(
  database: ReadDatabase,
  indices: Map<string, PassageIndex>,
  documents: readonly KnowledgeSource[],
  text: string,
): readonly RecordValue[] {
  const passages = documents.flatMap((source) =>
    recordsFrom(database, source.id, 0, source.records).map((record) => recordFrom(source, record)),
  );
  const key = documents.map(({ id }) => id).join(' ');
  const index = indices.get(key) ?? buildPassageIndex(passages.map(wordsOf));
  if (!indices.has(key)) {
    indices.clear();
    indices.set(key, index);
  }
  return index.search(text, MOST_PASSAGES).flatMap(({ passage }) => passages[passage] ?? []);
}

function named(database: ReadDatabase, table: KnowledgeSource, text: string): RecordValue | null {
  const said = ` ${plainWords(text)} `;
  const words = said.trim().split(' ').slice(0, MOST_WORDS);
  if (said.trim() === '') return null;
  let best: { readonly record: RecordValue; readonly length: number } | null = null;
  const { taken: all } = taken(recordsWithWords(database, table.id, words), MOST_FOUND, () => true);
  for (const found of all) {
    const record = recordFrom(table, found);
    const name = plainWords(wordsOf(nameOf(record)));
    if (name.length > 1 && said.includes(` ${name} `) && name.length > (best?.length ?? 0))
      best = { record, length: name.length };
  }
  return best?.record ?? null;
}

/** Only this many words at the start of a longer sentence are searched for. */
const MOST_WORDS = 60;

/** Returns the first record with the given values; null without such a table. Rows and time are limited. */
export function tableLookup(
  project: Project,
): (
  name: string,
  values: Readonly<Record<string, Value>>,
) => { readonly record: RecordValue | null; readonly note: string | null } | null {
  const tables = new Map(
    listKnowledge(project.database).flatMap((one) =>
      one.kind === 'table' ? [[plainName(one.name), one]] : [],
    ),
  );
  const knowledge = projectKnowledge(project);
  return (name, values) => {
    const table = tables.get(plainName(name));
    if (!table) return null;
    const given = new Map(Object.entries(values).map(([own, value]) => [plainName(own), value]));
    const filters = table.columns.flatMap(({ name: column, type }): [string, Value][] => {
      const value = given.get(plainName(column)) ?? null;
      if (value === null) return [];
      return [
        [column, type === 'number' && typeof value === 'string' ? (readNumber(value) ?? value) : value],
      ];
    });
    const [record = null] = knowledge.query(table.name, Object.fromEntries(filters), '').records;
    return { record, note: record ? null : `${table.name} has no record with these values.` };
  };
}
