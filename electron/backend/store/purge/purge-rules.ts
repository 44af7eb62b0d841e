/** The effect of a purge on a table's rows. */
type PurgeRule =
  /** Rows of purged data are deleted; `of` names the table that the column refers to. */
  | { readonly rows: 'go'; readonly of: PurgedOwner; readonly column: string }
  /** Rows go with the row of another table that they are part of. */
  | { readonly rows: 'part'; readonly of: string; readonly column: string }
  /** Rows are chosen or changed one by one, by the code of the purge. */
  | { readonly rows: 'chosen'; readonly why: string }
  /** They cannot contain anything of a dialogue. */
  | { readonly rows: 'stay'; readonly why: string };

/** A run is deleted with all its results if it learned from purged data. */
type PurgedOwner = 'source' | 'import' | 'dialogue' | 'round' | 'run';

interface PurgedTable {
  readonly rule: PurgeRule;
  /** The column of a run whose rows are deleted with it, if the rule uses something else. */
  readonly runColumn?: string;
  /** Every column, so new columns must be considered: those that may hold text or ids, and others. */
  readonly words: readonly string[];
  readonly plain: readonly string[];
}

/** Tables by name, each declared by the feature that owns it or, if many share it, by the store. */
export type PurgedTables = Readonly<Record<string, PurgedTable>>;

/** Columns between spaces. */
const tableOf = (rule: PurgeRule, words: string, plain: string): PurgedTable => ({
  rule,
  words: words.split(' ').filter(Boolean),
  plain: plain.split(' ').filter(Boolean),
});

export const go = (of: PurgedOwner, column: string, words: string, plain = ''): PurgedTable =>
  tableOf({ rows: 'go', of, column }, words, plain);

export const partOf = (of: string, column: string, words: string, plain = ''): PurgedTable =>
  tableOf({ rows: 'part', of, column }, words, plain);

export const chosen = (why: string, words: string, plain = ''): PurgedTable =>
  tableOf({ rows: 'chosen', why }, words, plain);

export const stay = (why: string, plain: string): PurgedTable => tableOf({ rows: 'stay', why }, '', plain);

/** The rows go with their run, too. */
export const withRun = (table: PurgedTable, runColumn = 'run_id'): PurgedTable => ({ ...table, runColumn });
