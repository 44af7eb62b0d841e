import type { RecordValue, Value } from '../language/values.ts';

/** What a turn may ask of tables and documents. Whoever answers changes nothing and takes its time within bounds. */
export interface Knowledge {
  /** Records of a table that fit filters, at most a page of them. */
  query(worksheet: string, filters: Readonly<Record<string, Value>>, text: string): readonly RecordValue[];
  /** Passages and records that answer a question in words. */
  search(text: string): readonly RecordValue[];
  /** The record of a table that a text names; null where there is none. */
  find(worksheet: string, text: string): RecordValue | null;
}

export const NO_KNOWLEDGE: Knowledge = { query: () => [], search: () => [], find: () => null };
