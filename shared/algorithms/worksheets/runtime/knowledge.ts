import type { ReadTexts } from '../knowledge/open-conditions.ts';
import type { RecordValue, Value } from '../language/values.ts';

/** The records found, and a note on the search, for example that it stopped early. */
export interface Found {
  readonly records: readonly RecordValue[];
  readonly note: string | null;
}

/** The tables and documents that a turn may query. Implementations have no side effects and a time limit. */
export interface Knowledge {
  /**
   * Returns a page of records that match filters, best first.
   * @param read reads texts; otherwise words decide
   */
  query(worksheet: string, filters: Readonly<Record<string, Value>>, text: string, read?: ReadTexts): Found;
  /** Passages and records that answer a question in words. */
  search(text: string): Found;
  /** The record that a text names; null if there is none. */
  find(worksheet: string, text: string): RecordValue | null;
}

const NOTHING: Found = { records: [], note: null };
export const NO_KNOWLEDGE: Knowledge = { query: () => NOTHING, search: () => NOTHING, find: () => null };
