import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { translateError } from '../../errors.ts';
import {
  checkPathIsFree,
  createDatabase,
  emptyProject,
  type ReadDatabase,
  type WriteDatabase,
} from '../database.ts';
import { readMeta, writeMeta } from '../file/meta-table.ts';
import { migrate } from '../file/migrate.ts';
import type { ProjectCounts } from '../file/page-sums.ts';
import { countContents } from '../file/project-counts.ts';
import { allRows, allValues } from '../statements.ts';
import { type Cell, type DamagedFile, openDamaged, readPage, type StoredRow } from './read-page.ts';
import { rebuildDerived, restoreReferences } from './rebuild.ts';

interface Tree {
  readonly kind: 'table' | 'index';
  readonly name: string;
  readonly root: number;
}

interface TableShape {
  readonly name: string;
  readonly hasRowNumbers: boolean;
  readonly width: number;
  fits(row: StoredRow): boolean;
}

interface WalkResult {
  readonly broken: ReadonlySet<string>;
  /**
   * The number of rows, by table, on pages that changed since they were saved. These rows may contain wrong letters.
   */
  readonly altered: ReadonlyMap<string, number>;
}

/** Returns every table and index that the pages of the schema name, whether it can be read or not. */
function treesOf(file: DamagedFile, tables: readonly TableShape[]): Tree[] {
  const seen = new Map<string, Tree>();
  const take = ({ values: [kind, name, , root] }: StoredRow): void => {
    if ((kind !== 'table' && kind !== 'index') || typeof name !== 'string') return;
    if (typeof root === 'number' && root > 1 && root <= file.pages && !file.free.has(root))
      seen.set(name, { kind, name, root });
  };
  for (const number of pagesBelow(file, 1, new Set()))
    for (const row of readPage(file, number)?.rows ?? []) take(row);
  // If the pages of the schema cannot be reached, they are found by their content.
  if (tables.some(({ name }) => !seen.has(name)))
    for (let number = 2; number <= file.pages; number++) {
      if (file.free.has(number)) continue;
      const page = readPage(file, number);
      if (page?.holds === 'rows' && page.isLeaf)
        for (const row of page.rows)
          if (row.values.length === 5 && typeof row.values[4] === 'string') take(row);
    }
  return [...seen.values()];
}

function* pagesBelow(file: DamagedFile, root: number, seen: Set<number>): Generator<number> {
  const waiting = [root];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (seen.has(number) || file.free.has(number)) continue;
    seen.add(number);
    yield number;
    waiting.push(...(readPage(file, number, false)?.children ?? []));
  }
}

/**
 * Yields every readable row, table by table. Rows of an unassigned page go to the table that lost pages and has similar
 * rows. Freed pages contain deleted data and are not read.
 */
function eachStoredRow(
  file: DamagedFile,
  tables: readonly TableShape[],
  take: (table: string, row: StoredRow) => boolean,
): WalkResult {
  const trees = treesOf(file, tables);
  const shapes = new Map(tables.map((shape) => [shape.name, shape]));
  const broken = new Set(
    tables.map(({ name }) => name).filter((name) => !trees.some((tree) => tree.name === name)),
  );
  const reached = new Set<number>([1]);
  const altered = new Map<string, number>();
  const hand = (shape: TableShape, number: number, rows: readonly StoredRow[]): boolean => {
    const taken = rows.filter((row) => shape.fits(row) && take(shape.name, row)).length;
    if (taken > 0 && !file.isKept(number)) altered.set(shape.name, (altered.get(shape.name) ?? 0) + taken);
    return taken === rows.length;
  };
  const walk = ({ name, root }: Tree, shape: TableShape | undefined): void => {
    const waiting = [root];
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const isLost = reached.has(number) || file.free.has(number);
      const page = isLost ? null : readPage(file, number, shape !== undefined);
      const isOurs = page !== null && (!shape || (page.holds === 'rows') === shape.hasRowNumbers);
      if (!isOurs) {
        broken.add(name);
        continue;
      }
      // If the pointers on a page have changed, they may lead to other tables.
      if (!page.isLeaf && !file.isKept(number)) {
        broken.add(name);
        reached.add(number);
        if (shape) hand(shape, number, page.rows);
        continue;
      }
      reached.add(number);
      if (page.unreadable > 0) broken.add(name);
      // Reads from left to right, in the order of the rows.
      waiting.push(...page.children.toReversed());
      if (shape && !hand(shape, number, page.rows)) broken.add(name);
    }
  };
  for (const tree of trees) walk(tree, shapes.get(tree.name));
  const losing = tables.filter(({ name }) => broken.has(name));
  if (losing.length > 0)
    for (let number = 2; number <= file.pages; number++) {
      if (reached.has(number) || file.free.has(number)) continue;
      const page = readPage(file, number);
      if (page === null || (page.holds === 'rows' && !page.isLeaf) || page.rows.length === 0) continue;
      const isOf = (shape: TableShape): boolean =>
        shape.hasRowNumbers === (page.holds === 'rows') && page.rows.every((row) => shape.fits(row));
      const owner = only(losing.filter(isOf), ({ width }) =>
        page.rows.every(({ values }) => values.length === width),
      );
      if (owner) hand(owner, number, page.rows);
    }
  return { broken, altered };
}

/** Returns the only item, or the only certain one. A row that could belong to several tables is assigned to none. */
function only<Item>(items: readonly Item[], isCertain: (item: Item) => boolean): Item | undefined {
  const candidates = items.length > 1 ? items.filter(isCertain) : items;
  return candidates.length === 1 ? candidates[0] : undefined;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly preset: string | null;
  readonly pk: number;
}

interface SalvagedTable extends TableShape {
  insert(row: StoredRow): boolean;
}

function tablesOf(database: ReadDatabase): SalvagedTable[] {
  const names = allValues<string>(database)`SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`;
  const whole = allValues<string>(database)`SELECT name FROM pragma_table_list WHERE wr = 0`;
  return names.map((name) => {
    const columns = allRows<Column>(
      database,
    )`SELECT name, type, "notnull", dflt_value AS preset, pk FROM pragma_table_info(${name})`;
    const hasRowNumbers = whole.includes(name);
    const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    // A table without row numbers stores its key columns first.
    const stored = hasRowNumbers ? columns : [...keys, ...columns.filter(({ pk }) => pk === 0)];
    const [key] = keys;
    const numbered =
      hasRowNumbers && keys.length === 1 && key?.type === 'INTEGER' ? columns.indexOf(key) : null;
    const valuesOf = ({ rowid, values }: StoredRow): readonly Cell[] =>
      numbered === null ? values : values.with(numbered, rowid);
    const statements = new Map<number, (values: readonly Cell[]) => boolean>();
    const inserting = (width: number): ((values: readonly Cell[]) => boolean) => {
      const named = stored.slice(0, width).map((column) => `"${column.name}"`);
      const statement = database.prepare(
        `INSERT OR IGNORE INTO "${name}" (${named.join(', ')}) VALUES (${named.map(() => '?').join(', ')})`,
      );
      return (values) => statement.run(...values).changes === 1;
    };
    return {
      name,
      hasRowNumbers,
      width: stored.length,
      fits(row) {
        const { length } = row.values;
        // Columns that later versions added come last, and older rows lack them.
        if (length === 0 || length > stored.length) return false;
        if (stored.slice(length).some(({ notnull, preset }) => notnull === 1 && preset === null))
          return false;
        if (numbered !== null && (length <= numbered || row.values[numbered] !== null)) return false;
        const values = valuesOf(row);
        return values.every((value, at) => isOf(stored[at] as Column, value));
      },
      insert(row) {
        const values = valuesOf(row);
        let statement = statements.get(values.length);
        if (!statement) {
          statement = inserting(values.length);
          statements.set(values.length, statement);
        }
        return statement(values);
      },
    };
  });
}

const columnsOf = (database: ReadDatabase, table: string): string[] =>
  allValues<string>(database)`SELECT name FROM pragma_table_info(${table})`;

function isOf({ type, notnull }: Column, value: Cell): boolean {
  if (value === null) return notnull === 0;
  if (type === 'TEXT') return typeof value === 'string';
  if (type === 'INTEGER') return typeof value === 'bigint' || Number.isInteger(value);
  if (type === 'REAL') return typeof value === 'bigint' || typeof value === 'number';
  if (type === 'BLOB') return Buffer.isBuffer(value);
  return true;
}

export interface SalvageResult extends ProjectCounts {
  readonly notes: readonly string[];
}

/**
 * Writes the readable part of a damaged project to a new one. SQLite would stop at the first bad page. @throws
 * ALREADY_EXISTS, NOT_FOUND, or the file system's error
 */
export function salvageProject(path: string, out: string): SalvageResult {
  checkPathIsFree(out);
  const temporary = join(dirname(out), `.${randomUUID().slice(0, 8)}.part`);
  let database: WriteDatabase | null = null;
  try {
    const file = openDamaged(path);
    try {
      database = createDatabase(temporary, file.version);
      const salvaged = fill(database, file);
      database.pragma('journal_mode = DELETE');
      database.close();
      checkPathIsFree(out);
      renameSync(temporary, out);
      return salvaged;
    } finally {
      file.close();
    }
  } catch (error) {
    if (database?.open) database.close();
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(temporary + suffix, { force: true });
    throw translateError(error, out);
  }
}

function fill(database: WriteDatabase, file: DamagedFile): SalvageResult {
  database.pragma('foreign_keys = OFF');
  database.pragma('synchronous = OFF');
  const tables = tablesOf(database);
  const { broken, removed, altered } = database.transaction(() => {
    const inserting = new Map(tables.map((table) => [table.name, table]));
    const walked = eachStoredRow(file, tables, (table, row) => inserting.get(table)?.insert(row) ?? false);
    if (readMeta(database, 'created_at') === null)
      writeMeta(database, 'created_at', new Date().toISOString());
    return { ...walked, removed: restoreReferences(database) };
  })();
  migrate(database);
  const lost = new Set([...broken, ...removed.keys()]);
  database.pragma('foreign_keys = OFF');
  const { leftOut, sources } = database.transaction(() => rebuildDerived(database, lost))();
  database.pragma('foreign_keys = ON');
  database.pragma('synchronous = FULL');
  const counted = (count: number, one: string, many?: string): string[] =>
    count === 0 ? [] : [formatAmount(count, one, many)];
  const notes: string[] = [];
  if (leftOut || removed.has('automata'))
    notes.push(
      'Automata are left out, because dialogues or tags that they were learned from are lost. Learn again.',
    );
  if (sources > 0) notes.push(`${counted(sources, 'removed source')} can no longer be restored.`);
  const changed =
    (altered.get('utterances') ?? 0) + (altered.get('edits') ?? 0) + (altered.get('dialogues') ?? 0);
  if (changed > 0)
    notes.push(
      `${counted(changed, 'dialogue, message or edit', 'dialogues, messages and edits')} ${changed === 1 ? 'comes' : 'come'} from damaged pages. Some letters may be wrong.`,
    );
  return { ...countContents(database), notes };
}

/** A dialogue counts if it has at least one readable message. */
export function countReadable(file: DamagedFile): {
  dialogues: Set<number>;
  edits: Set<number>;
  utterances: number;
} {
  const empty = emptyProject(file.version);
  try {
    const tables = tablesOf(empty);
    const dialogues = new Set<number>();
    const edits = new Set<number>();
    const utterances = new Set<number>();
    const dialogueAt = columnsOf(empty, 'utterances').indexOf('dialogue_id');
    eachStoredRow(file, tables, (table, { rowid, values }) => {
      if (table === 'edits') edits.add(Number(rowid));
      else if (table === 'utterances') {
        utterances.add(Number(rowid));
        dialogues.add(Number(values[dialogueAt]));
      }
      return true;
    });
    return { dialogues, edits, utterances: utterances.size };
  } finally {
    empty.close();
  }
}
