/** The effect of a purge on a table's rows. */
type PurgeRule =
  /** Rows of what is purged go; `of` says what the column refers to. */
  | { readonly rows: 'go'; readonly of: PurgedOwner; readonly column: string }
  /** Rows go with the row of another table that they are part of. */
  | { readonly rows: 'part'; readonly of: string; readonly column: string }
  /** Rows are chosen or changed one by one, by the code of the purge. */
  | { readonly rows: 'chosen'; readonly why: string }
  /** Nothing of a dialogue can be in them. */
  | { readonly rows: 'stay'; readonly why: string };

/** A run goes with all that it wrote where it learned from what is purged. */
type PurgedOwner = 'source' | 'import' | 'dialogue' | 'round' | 'run';

interface PurgedTable {
  readonly rule: PurgeRule;
  /** The column that names a run whose rows go with it, where the rule goes by something else. */
  readonly runColumn?: string;
  /** Every column, so that one added later is looked at: those that may hold words or ids, and those that cannot. */
  readonly words: readonly string[];
  readonly plain: readonly string[];
}

/** Tables by name, each said once by the feature that owns it or, where many share it, by the store. */
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
