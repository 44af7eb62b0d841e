/** Worksheets as in Genie: what a task needs, what to ask, and what to do. A set is an application. */

/** The user gives `input`; `output` comes from a function or query; only the agent sets `internal`. */
export type FieldKind = 'input' | 'output' | 'internal';

export const BASIC_TYPES = ['str', 'int', 'float', 'bool', 'date', 'time', 'confirm'] as const;
type BasicType = (typeof BASIC_TYPES)[number];

export type FieldType =
  | { readonly kind: BasicType }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: FieldType }
  /** The name of another worksheet, whose result is the value. */
  | { readonly kind: 'sheet'; readonly name: string };

export interface WorksheetField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isPrimary: boolean;
  readonly type: FieldType;
  readonly description: string;
  /** The condition of the field; empty for always. In the language of worksheets, like actions. */
  readonly predicate: string;
  readonly dontAsk: boolean;
  readonly required: boolean;
  readonly confirm: boolean;
  readonly actions: string;
  /** A condition in the language, or words for a model. */
  readonly validation: string;
}

/** `worksheet`: a task; `db`: a table to search; `type`: a record in other worksheets. */
export type WorksheetType = 'worksheet' | 'db' | 'type';

export interface Worksheet {
  readonly name: string;
  readonly type: WorksheetType;
  /** When it begins; empty if only the user can begin it. */
  readonly predicate: string;
  readonly backend: string;
  readonly actions: string;
  readonly fields: readonly WorksheetField[];
}

export interface DeclaredFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly string[];
  /** True if it does something that cannot be undone. */
  readonly hasEffect: boolean;
  /**
   * The first answer with a true condition over the parameters. Both are in the language; an empty `when` is always
   * true.
   */
  readonly answers: readonly { readonly when: string; readonly answer: string }[];
}

export interface WorksheetSet {
  readonly worksheets: readonly Worksheet[];
  readonly functions: readonly DeclaredFunction[];
}

export function typeText(type: FieldType): string {
  if (type.kind === 'enum') return 'Enum';
  if (type.kind === 'list') return `List[${typeText(type.of)}]`;
  return type.kind === 'sheet' ? type.name : type.kind;
}

/** `CoursesToTake` as instances are called: `courses_to_take`. */
export const instanceName = (worksheet: string): string =>
  worksheet
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase();

/** The least share of dialogues in which agents ask for the same things; otherwise there is no common form. */
export const LEAST_FORM = 0.2;
