/** The columns of a worksheet file, in the order of the paper's repository, with their other names. */
export const COLUMNS = [
  { key: 'wsPredicate', title: 'Form Predicate', other: ['wspredicate', 'worksheetpredicate'] },
  { key: 'wsName', title: 'Form Name', other: ['wsname', 'worksheetname'] },
  { key: 'predicate', title: 'Predicate', other: ['fieldpredicate'] },
  { key: 'kind', title: 'Kind', other: ['fieldkind'] },
  { key: 'type', title: 'Type', other: ['fieldtype'] },
  { key: 'name', title: 'Name', other: ['fieldname', 'variablename'] },
  { key: 'enumValues', title: 'Enum Values', other: ['variableenums', 'enums', 'enum', 'enumvalue'] },
  { key: 'description', title: 'Description', other: ['fielddescription'] },
  { key: 'dontAsk', title: "Don't Ask", other: ['donotask'] },
  { key: 'required', title: 'Required', other: [] },
  { key: 'confirm', title: 'Confirm', other: ['confirmation', 'fieldconfirmation'] },
  { key: 'actions', title: 'Actions', other: ['action', 'fieldactions', 'fieldaction'] },
  {
    key: 'wsActions',
    title: 'Form Actions',
    other: ['wsactions', 'wsaction', 'formaction', 'worksheetactions'],
  },
  { key: 'validation', title: 'Validation', other: ['fieldvalidation'] },
] as const;

export type ColumnKey = (typeof COLUMNS)[number]['key'];

const plain = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const KEYS: ReadonlyMap<string, ColumnKey> = new Map(
  COLUMNS.flatMap(({ key, title, other }) => [plain(title), ...other].map((name) => [name, key] as const)),
);

interface Layout {
  readonly at: ReadonlyMap<ColumnKey, number>;
  /** Columns that are missing, by their titles. */
  readonly missing: readonly string[];
  /** Titles that say nothing of a worksheet. */
  readonly unknown: readonly string[];
}

/** Without these two there is nothing to read. */
const NEEDED: readonly ColumnKey[] = ['wsName', 'name'];

/** Finds the columns by their titles or, for other languages, by the package's positions. Null if neither works. */
export function layoutOf(header: readonly string[]): Layout | null {
  const keys = header.map((title) => KEYS.get(plain(title)));
  const found = new Set(keys.filter((key) => key !== undefined));
  if (NEEDED.every((key) => found.has(key))) {
    return {
      at: new Map([...found].map((key) => [key, keys.indexOf(key)])),
      missing: COLUMNS.filter(({ key }) => !found.has(key) && key !== 'validation').map(({ title }) => title),
      unknown: header.filter((title, at) => keys[at] === undefined && title.trim() !== ''),
    };
  }
  if (found.size > 2 || header.filter((title) => title.trim() !== '').length < 13) return null;
  return { at: new Map(COLUMNS.map(({ key }, at) => [key, at])), missing: [], unknown: [] };
}
