import type { ReadTexts } from '../knowledge/open-conditions.ts';
import type { RecordValue, Value } from '../language/values.ts';

export interface QueryResult {
  readonly records: readonly RecordValue[];
  readonly note: string | null;
}

/** The tables and documents that a turn may query. Implementations have no side effects and a time limit. */
export interface Knowledge {
  /** Returns a page of matching records, best first. `read` reads texts; without it, words decide. */
  query(
    worksheet: string,
    filters: Readonly<Record<string, Value>>,
    text: string,
    read?: ReadTexts,
  ): QueryResult;
  /** Passages and records that answer a question in words. */
  search(text: string): QueryResult;
  find(worksheet: string, text: string): RecordValue | null;
}

const NOTHING: QueryResult = { records: [], note: null };
export const NO_KNOWLEDGE: Knowledge = { query: () => NOTHING, search: () => NOTHING, find: () => null };

/** Plain data, like the whole state of a dialogue, so that it can be stored, compared and restored. */

export interface Instance {
  readonly name: string;
  readonly worksheet: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly confirmed: readonly string[];
  readonly done: readonly string[];
  readonly skipped: readonly string[];
  /** For each field that an action set, the field that has this action. */
  readonly setBy: Readonly<Record<string, string>>;
  readonly performed: boolean;
  /** True if one of its actions failed. They run again only after its values change. */
  readonly failed: boolean;
  readonly result: Value;
  readonly left: boolean;
  readonly within: { readonly instance: string; readonly field: string } | null;
}

export interface Query {
  readonly name: string;
  readonly worksheet: string | null;
  readonly text: string;
  readonly filters: Readonly<Record<string, Value>>;
  /** The field that a single result fills. */
  readonly fills: { readonly instance: string; readonly field: string } | null;
  readonly result: readonly RecordValue[] | null;
}

export type Act =
  | { readonly act: 'REPORT'; readonly instance: string; readonly result: Value }
  | { readonly act: 'CONFIRM'; readonly instance: string; readonly field: string; readonly value: Value }
  | { readonly act: 'SAY'; readonly text: string }
  | {
      readonly act: 'PROPOSE';
      readonly worksheet: string;
      readonly values: Readonly<Record<string, Value>>;
    }
  | { readonly act: 'ASK'; readonly instance: string; readonly field: string };

/** The acts that need an answer from the user. A turn has at most one of them. */
type Question = Extract<Act, { readonly act: 'CONFIRM' | 'PROPOSE' | 'ASK' }>;

export interface DialogueState {
  readonly instances: readonly Instance[];
  /** Names of top-level instances. The one mentioned last is at the end. */
  readonly order: readonly string[];
  readonly queries: readonly Query[];
  readonly asked: Question | null;
  /** Proposals that are made when no other question is open. */
  readonly proposals: readonly Extract<Act, { readonly act: 'PROPOSE' }>[];
}

export const START: DialogueState = { instances: [], order: [], queries: [], asked: null, proposals: [] };

export interface Note {
  /** The subject of the note: "main_1.student_task", "Main", "statements". */
  readonly place: string;
  readonly message: string;
}

export const isQuestion = (act: Act): act is Question => act.act !== 'REPORT' && act.act !== 'SAY';

export function actText(act: Act): string {
  switch (act.act) {
    case 'REPORT':
      return `REPORT(${act.instance})`;
    case 'SAY':
      return `SAY(${JSON.stringify(act.text)})`;
    case 'PROPOSE':
      return `PROPOSE(${[act.worksheet, ...Object.keys(act.values)].join(', ')})`;
    default:
      return `${act.act}(${act.instance}, ${act.field})`;
  }
}
