import {
  asValue,
  isList,
  type RecordValue,
  recordOf,
  type Value,
  wordsOf,
} from '#shared/algorithms/worksheets/language/values.ts';
import type { Knowledge } from '#shared/algorithms/worksheets/runtime/knowledge.ts';
import { rankPassages } from '#shared/algorithms/worksheets/words/rank-passages.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { eachKnowledgeRow, knowledgeTables } from '../../store/edits/worksheet-table.ts';

/** Records that an answer holds, and the time that a question may take. */
const MOST_ROWS = 20;
const LONGEST_MS = 250;

/**
 * The tables and documents of a project. Filters are compared here, record by record: nothing that a user said becomes a
 * part of a statement, and a question ends when its time is over.
 */
export function projectKnowledge(database: ReadDatabase): Knowledge {
  const tables = new Map(knowledgeTables(database).map(({ worksheet }) => [worksheet, worksheet]));
  const records = function* (worksheet: string): Generator<RecordValue> {
    const end = performance.now() + LONGEST_MS;
    for (const row of eachKnowledgeRow(database, worksheet)) {
      yield recordOf(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asValue(value)])));
      if (performance.now() > end) return;
    }
  };
  return {
    query(worksheet, filters, text) {
      const wanted = Object.entries(filters).filter(([, value]) => value !== null);
      const found: RecordValue[] = [];
      for (const row of records(worksheet))
        if (wanted.every(([name, value]) => fits(row.entries[name] ?? null, value))) found.push(row);
      return (wanted.length === 0 && text !== '' ? rankPassages(found, text) : found).slice(0, MOST_ROWS);
    },
    search(text) {
      const all = [...tables.keys()].flatMap((worksheet) => [...records(worksheet)]);
      return rankPassages(all, text).slice(0, 3);
    },
    find(worksheet, text) {
      let best: { readonly row: RecordValue; readonly length: number } | null = null;
      const said = plain(text);
      for (const row of records(worksheet)) {
        const name = plain(
          wordsOf(row.entries.name ?? row.entries.title ?? Object.values(row.entries)[0] ?? ''),
        );
        if (name.length > 1 && ` ${said} `.includes(` ${name} `) && name.length > (best?.length ?? 0))
          best = { row, length: name.length };
      }
      return best?.row ?? null;
    },
  };
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Texts compare by their words; a list holds one of its items. */
function fits(own: Value, wanted: Value): boolean {
  if (isList(own)) return own.some((one) => fits(one, wanted));
  if (typeof own === 'number' && typeof wanted === 'number') return own === wanted;
  return ` ${plain(wordsOf(own))} `.includes(` ${plain(wordsOf(wanted))} `);
}
