import type { DamagedFile } from './damaged-file.ts';
import { readPage, type StoredRow } from './read-page.ts';

/** A table or an index as the schema names it. */
interface Tree {
  readonly kind: 'table' | 'index';
  readonly name: string;
  readonly root: number;
}

/** The storage format of a table's rows. */
export interface TableShape {
  readonly name: string;
  /** False for a table WITHOUT ROWID, whose rows are entries of an index. */
  readonly hasRowNumbers: boolean;
  /** Returns true if a stored row can belong to this table. */
  fits(row: StoredRow): boolean;
}

/** The result of walking through a file. */
interface WalkResult {
  /** Tables of which a page or a row could not be read. */
  readonly broken: ReadonlySet<string>;
  /** Rows, by table, on pages that have changed since they were saved. They may contain wrong letters. */
  readonly altered: ReadonlyMap<string, number>;
}

/** Every table and index that the schema's pages name, in whichever state they are. */
function treesOf(file: DamagedFile, tables: readonly TableShape[]): Tree[] {
  const seen = new Map<string, Tree>();
  const take = ({ values: [kind, name, , root] }: StoredRow): void => {
    if ((kind !== 'table' && kind !== 'index') || typeof name !== 'string') return;
    if (typeof root === 'number' && root > 1 && root <= file.pages && !file.free.has(root))
      seen.set(name, { kind, name, root });
  };
  for (const number of pagesBelow(file, 1, new Set()))
    for (const row of readPage(file, number)?.rows ?? []) take(row);
  // If the path to the schema's pages is lost, they are found by their content.
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
 * Yields every row that can still be read, table by table. Pages without a known owner go to the table that
 * lost pages and has similar rows. Freed pages hold deleted data and are not read.
 */
export function eachStoredRow(
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
  /** Hands rows over; false if not all of them are taken. */
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
      // If the pointers of a page have changed, they may lead into other tables.
      if (!page.isLeaf && !file.isKept(number)) {
        broken.add(name);
        reached.add(number);
        if (shape) hand(shape, number, page.rows);
        continue;
      }
      reached.add(number);
      if (page.unreadable > 0) broken.add(name);
      // From left to right, in the order of the rows.
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
      const owners = losing.filter(isOf);
      // A row that could belong to several tables is assigned to none.
      const [owner] = owners;
      if (owner && owners.length === 1) hand(owner, number, page.rows);
    }
  return { broken, altered };
}
