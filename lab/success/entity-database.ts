import { comparedForm, isFuzzySlot, isUnconstrained, slotKey } from './slot-values.ts';

/** Less similar names are different; the published evaluation also requires 90 of 100. */
export const SAME_NAME = 0.9;

/**
 * Returns one minus the least edit distance to a substring, divided by the length (Sellers 1980).
 * O(m·n) time, O(m) space. Replaces the published evaluation's "partial ratio".
 */
export function likenessWithin(left: string, right: string): number {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length === 0) return long.length === 0 ? 1 : 0;
  if (long.includes(short)) return 1;
  let column = Int32Array.from({ length: short.length + 1 }, (_, at) => at);
  let next = new Int32Array(short.length + 1);
  let least = short.length;
  for (let at = 0; at < long.length; at++) {
    next[0] = 0;
    for (let row = 1; row <= short.length; row++) {
      const substitution = column[row - 1] + (short[row - 1] === long[at] ? 0 : 1);
      next[row] = Math.min(substitution, column[row] + 1, next[row - 1] + 1);
    }
    least = Math.min(least, next[short.length]);
    [column, next] = [next, column];
  }
  return 1 - least / short.length;
}

export function isOneEditApart(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

export interface TextWord {
  readonly start: number;
  readonly end: number;
  /** Spellings, most likely first; none for a placeholder, which no value may cross. */
  readonly forms: readonly string[];
}

const WORD = /\[[^[\]\n]{1,60}\]|[\p{L}\p{N}]+(?: ?['’`]s(?![\p{L}\p{N}])|['’`][\p{L}\p{N}]+)*|&/gu;

/** Words with two spellings. Both sides use the second. */
const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['&', ['and']],
  ['center', ['centre']],
  ['theater', ['theatre']],
]);

/** Returns the lower-case words of a text. A genitive counts with and without its ending ("rosa 's": `rosas`, `rosa`). */
export function textWords(text: string): TextWord[] {
  return [...text.matchAll(WORD)].map((match) => {
    const start = match.index;
    const end = start + match[0].length;
    if (match[0].startsWith('[')) return { start, end, forms: [] };
    const word = match[0].toLowerCase();
    const plain = word.replace(/[ '’`]/g, '');
    const base = word.replace(/ ?['’`]s$/, '');
    return { start, end, forms: SPELLINGS.get(plain) ?? (base === word ? [plain] : [plain, base]) };
  });
}

export type Constraints = ReadonlyMap<string, readonly string[]>;

export interface EntityRows {
  readonly domain: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface EntityTable {
  readonly domain: string;
  readonly rows: readonly ReadonlyMap<string, string>[];
  /** The slot that identifies an entity: a venue's name, a train's id; null for none. */
  readonly identity: 'name' | 'trainid' | null;
}

export interface EntityDatabase {
  readonly tables: ReadonlyMap<string, EntityTable>;
  /** True if the domain has entities to choose among: at least two, that can be named. */
  canOffer(domain: string): boolean;
  find(domain: string, constraints: Constraints): readonly number[];
}

/** Columns that describe an entity but are never asked for. */
const NOT_ASKED_FOR = new Set([
  'id',
  'location',
  'openhours',
  'introduction',
  'signature',
  'takesbookings',
  'extra',
]);

function entityTable({ domain, rows }: EntityRows): EntityTable {
  const read = rows.map((row) => {
    const values = new Map<string, string>();
    for (const [column, value] of Object.entries(row)) {
      const slot = slotKey(column);
      if (NOT_ASKED_FOR.has(slot)) continue;
      const text = typeof value === 'number' ? String(value) : value;
      if (typeof text === 'string' && !isUnconstrained(text)) values.set(slot, text);
    }
    return values;
  });
  const has = (slot: string): boolean => read.some((row) => row.has(slot));
  return { domain, rows: read, identity: has('trainid') ? 'trainid' : has('name') ? 'name' : null };
}

/**
 * Searches tables like the published evaluation of MultiWOZ. Results are cached.
 * `arriveby`: at the time or before. `leaveat`: at the time or later. Names, food and places: likeness of at least 0.9.
 * Missing values meet everything; unknown slots, free values and unreadable times constrain nothing.
 */
export function createEntityDatabase(tables: readonly EntityRows[]): EntityDatabase {
  const byDomain = new Map(tables.map((rows) => [rows.domain, entityTable(rows)]));
  const found = new Map<string, readonly number[]>();
  const likeness = new Map<string, boolean>();

  function isAlike(left: string, right: string): boolean {
    const key = `${left}\n${right}`;
    let alike = likeness.get(key);
    if (alike === undefined) {
      alike = likenessWithin(left, right) >= SAME_NAME - 1e-9;
      likeness.set(key, alike);
    }
    return alike;
  }

  function meets(slot: string, value: string | undefined, allowed: readonly string[]): boolean {
    if (value === undefined) return true;
    const own = comparedForm(slot, value);
    return allowed.some((one) => {
      if (slot === 'arriveby') return Number(own) <= Number(one);
      if (slot === 'leaveat') return Number(own) >= Number(one);
      return isFuzzySlot(slot) ? isAlike(own, one) : own === one;
    });
  }

  function search(table: EntityTable, constraints: Constraints): number[] {
    const asked: [string, string[]][] = [];
    for (const [slot, values] of constraints) {
      if (!table.rows.some((row) => row.has(slot))) continue;
      const forms = values.map((value) => comparedForm(slot, value)).filter((form) => form !== '');
      if (forms.length > 0) asked.push([slot, forms]);
    }
    return table.rows.flatMap((row, at) =>
      asked.every(([slot, allowed]) => meets(slot, row.get(slot), allowed)) ? [at] : [],
    );
  }

  return {
    tables: byDomain,
    canOffer(domain) {
      const table = byDomain.get(domain);
      return table !== undefined && table.identity !== null && table.rows.length > 1;
    },
    find(domain, constraints) {
      const table = byDomain.get(domain);
      if (!table) return [];
      const sorted = [...constraints].sort(([left], [right]) => (left < right ? -1 : 1));
      const key = `${domain}\n${JSON.stringify(sorted)}`;
      let rows = found.get(key);
      if (!rows) {
        rows = search(table, constraints);
        found.set(key, rows);
      }
      return rows;
    },
  };
}
