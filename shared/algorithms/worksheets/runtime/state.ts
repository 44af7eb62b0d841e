import type { ReadTexts } from '../knowledge/open-conditions.ts';
import type { RecordValue, Value } from '../language/values.ts';

/** The records found, and a note, for example that the search stopped early. */
export interface QueryResult {
  readonly records: readonly RecordValue[];
  readonly note: string | null;
}

/** The tables and documents that a turn may query. Implementations have no side effects and a time limit. */
export interface Knowledge {
  /**
   * Returns a page of matching records, best first.
   * @param read reads texts; otherwise words decide
   */
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

/** The state of a dialogue: plain data, so it can be stored, compared and restored. */

export interface Instance {
  /** `courses_to_take_1`. */
  readonly name: string;
  readonly worksheet: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly confirmed: readonly string[];
  /** Fields whose actions ran for the current value. */
  readonly done: readonly string[];
  /** Optional fields that the user did not want to fill. */
  readonly skipped: readonly string[];
  /** By field, the field with the action that set it. */
  readonly setBy: Readonly<Record<string, string>>;
  /** True if the actions of the worksheet have run. */
  readonly performed: boolean;
  /** True if one of its actions failed. It is tried again only after a change of its values. */
  readonly failed: boolean;
  readonly result: Value;
  readonly left: boolean;
  readonly within: { readonly instance: string; readonly field: string } | null;
}

export interface Query {
  /** `answer`, or `answer_2` for the turn's second one. */
  readonly name: string;
  /** Null for a question that any table or document may answer. */
  readonly worksheet: string | null;
  /** The user's words; empty if only filters were said. */
  readonly text: string;
  readonly filters: Readonly<Record<string, Value>>;
  /** The field that a single result fills. */
  readonly fills: { readonly instance: string; readonly field: string } | null;
  /** Null before it is answered. */
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

/** The acts that wait for the user; a turn has at most one of them. */
type Question = Extract<Act, { readonly act: 'CONFIRM' | 'PROPOSE' | 'ASK' }>;

export interface DialogueState {
  readonly instances: readonly Instance[];
  /** Names of top-level instances, the last mentioned at the end. */
  readonly order: readonly string[];
  readonly queries: readonly Query[];
  /** The question of the last turn. A confirmation counts only if it was asked for. */
  readonly asked: Question | null;
  /** Proposals that wait until no other question is open. */
  readonly proposals: readonly Extract<Act, { readonly act: 'PROPOSE' }>[];
}

export const START: DialogueState = { instances: [], order: [], queries: [], asked: null, proposals: [] };

/** Something that a person should know about a turn: a predicate that failed, a value that did not fit. */
export interface Note {
  /** "main_1.student_task", "Main", "statements". */
  readonly place: string;
  readonly message: string;
}

export const isQuestion = (act: Act): act is Question => act.act !== 'REPORT' && act.act !== 'SAY';

/** `ASK(main_1, student_task)`, as the paper writes acts. */
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
