import {
  BASIC_TYPES,
  type FieldKind,
  type FieldType,
  typeText,
  type Worksheet,
  type WorksheetField,
  type WorksheetType,
} from '../../../domain/worksheet.ts';

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
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** Without these two columns, nothing can be read. */
const NEEDED: readonly ColumnKey[] = ['wsName', 'name'];

/** Finds columns by their titles, or else by their positions in the package's tables; null if neither works. */
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

/** A remark about the file; `row` counts the table's rows from 1, including the header. */
export interface Notice {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

export interface ReadWorksheets {
  readonly worksheets: readonly Worksheet[];
  readonly notices: readonly Notice[];
}

/** A longer table is not one of worksheets. */
const MOST_ROWS = 20_000;

export const worksheetTypeOf = (cell: string): WorksheetType | undefined => WS_TYPES[cell.toLowerCase()];

const WS_TYPES: Readonly<Record<string, WorksheetType>> = {
  worksheet: 'worksheet',
  task: 'worksheet',
  db: 'db',
  kb: 'db',
  knowledge: 'db',
  type: 'type',
};

export const isYes = (cell: string): boolean => /^(true|yes|y|1|x|✓|✔)$/i.test(cell);

/** Returns the type in a cell of the column `Type`. It is an enumeration if there are `values`. */
export function typeOf(cell: string, values: readonly string[] = []): FieldType {
  const text = cell.replace(/\s/g, '');
  const list = /^list\[(.*)\]$/i.exec(text);
  if (list) return { kind: 'list', of: typeOf(list[1] ?? '', values) };
  if (/^enum$/i.test(text)) return { kind: 'enum', values };
  const named = /^enum\[(.*)\]$/i.exec(cell.trim());
  if (named) {
    const own = (named[1] ?? '').split(',').map((value) => value.trim().replace(/^(["'])(.*)\1$/, '$2'));
    return { kind: 'enum', values: own.filter((value) => value !== '') };
  }
  const basic = BASIC_TYPES.find((name) => name === text.toLowerCase());
  return basic ? { kind: basic } : { kind: 'sheet', name: text };
}

/** Parses a cell of the column `Kind`, such as "internal; primary". */
export function kindOf(cell: string): { readonly kind: FieldKind; readonly isPrimary: boolean } {
  const text = cell.toLowerCase();
  const kind = text.includes('output')
    ? 'output'
    : text === '' || text.includes('input')
      ? 'input'
      : 'internal';
  return { kind, isPrimary: text.includes('primary') };
}

const isEnum = (type: FieldType): boolean =>
  type.kind === 'enum' || (type.kind === 'list' && isEnum(type.of));

/** Reads worksheets from the rows of a table. @throws Error with a plain sentence if it is no table of worksheets */
export function readRows(rows: readonly (readonly string[])[]): ReadWorksheets {
  const start = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''));
  if (start < 0) throw new Error('The table is empty.');
  if (rows.length > MOST_ROWS)
    throw new Error(`The table has ${rows.length} rows; worksheets have at most ${MOST_ROWS}.`);
  const layout = layoutOf(rows[start]!);
  if (!layout) {
    throw new Error(
      `Row ${start + 1} is not a header of worksheets. The columns are ${COLUMNS.map(({ title }) => title).join(', ')}. At least "Form Name" and "Name" are needed.`,
    );
  }
  const notices: Notice[] = [];
  const notice = (row: number, column: string, message: string): void => {
    notices.push({ row: row + 1, column, message });
  };
  if (layout.missing.length > 0)
    notice(start, layout.missing.join(', '), 'These columns are missing, so they count as empty.');
  if (layout.unknown.length > 0)
    notice(
      start,
      layout.unknown.join(', '),
      'These columns were left out, because worksheets do not have them.',
    );

  const sheets: { head: Omit<Worksheet, 'fields'>; fields: WorksheetField[] }[] = [];
  const cellsOf = (row: number) => {
    const cells = rows[row] ?? [];
    return (key: ColumnKey): string => {
      const at = layout.at.get(key);
      return at === undefined ? '' : (cells[at] ?? '').trim();
    };
  };
  /** Returns the values below an enumeration, up to the next row of another kind, and the index of that row. */
  const valuesBelow = (row: number): { values: string[]; next: number } => {
    const values: string[] = [];
    let next = row + 1;
    for (; next < rows.length; next++) {
      const cell = cellsOf(next);
      if (cell('wsName') !== '' || cell('type') !== '' || cell('name') !== '') break;
      if (cell('enumValues') !== '') values.push(cell('enumValues'));
      else if (rows[next]!.some((text) => text.trim() !== '')) break;
    }
    return { values, next };
  };

  for (let row = start + 1; row < rows.length; ) {
    const cell = cellsOf(row);
    const formulas = COLUMNS.filter(({ key }) => /^=[A-Z]+\(|^=\$?[A-Z]+\$?\d/.test(cell(key)));
    for (const { title } of formulas)
      notice(row, title, 'This cell has a formula. The formula was imported as text and not computed.');
    const own = cell('enumValues')
      .split('\n')
      .map((value) => value.trim())
      .filter((value) => value !== '');
    const { values, next } = /enum/i.test(cell('type')) ? valuesBelow(row) : { values: [], next: row + 1 };
    const here = row;
    row = next;
    const isHead = cell('wsName') !== '';
    const said = worksheetTypeOf(cell('type')) ?? worksheetTypeOf(cell('kind'));
    const isBoth = isHead && worksheetTypeOf(cell('type')) === undefined && cell('type') !== '';
    if (isHead) {
      if (said === undefined)
        notice(
          here,
          'Type',
          `The type must be "worksheet", "db" or "type", not "${cell('type')}". Dialogram uses "worksheet" instead.`,
        );
      sheets.push({
        head: {
          name: cell('wsName').replace(/\s/g, ''),
          type: said ?? 'worksheet',
          predicate: cell('wsPredicate'),
          backend: isBoth ? '' : cell('name'),
          actions: cell('wsActions'),
        },
        fields: [],
      });
      if (!isBoth) continue;
    }
    const sheet = sheets.at(-1);
    if (cell('name') === '' && cell('type') === '' && !isBoth) {
      if (rows[here]!.some((text) => text.trim() !== ''))
        notice(
          here,
          'Name',
          'This row was left out, because it has no field name. Merged cells belong to their first row.',
        );
      continue;
    }
    if (!sheet) {
      notice(here, 'Form Name', 'This field was left out, because it comes before the first worksheet.');
      continue;
    }
    sheet.fields.push({
      name: cell('name') || `output_${sheet.fields.length + 1}`,
      ...kindOf(isBoth ? '' : cell('kind')),
      type: typeOf(cell('type'), [...own, ...values]),
      description: cell('description'),
      predicate: cell('predicate'),
      dontAsk: isYes(cell('dontAsk')),
      required: isYes(cell('required')),
      confirm: isYes(cell('confirm')),
      actions: cell('actions'),
      validation: cell('validation'),
    });
  }
  return { worksheets: sheets.map(({ head, fields }) => ({ ...head, fields })), notices };
}

export const kindText = ({ kind, isPrimary }: WorksheetField): string =>
  isPrimary ? `${kind}; primary` : kind;
const yesText = (value: boolean): string => (value ? 'TRUE' : 'FALSE');

/** Returns the values of an enumeration, or of a list of such values. */
export function enumValuesOf(type: FieldType): readonly string[] {
  if (type.kind === 'list') return enumValuesOf(type.of);
  return type.kind === 'enum' ? type.values : [];
}

/** Returns rows, the header first. As in the package, each value of an enumeration has its own row. */
export function writeRows(worksheets: readonly Worksheet[]): string[][] {
  const row = (cells: Partial<Record<ColumnKey, string>>): string[] =>
    COLUMNS.map(({ key }) => cells[key] ?? '');
  return [
    COLUMNS.map(({ title }) => title),
    ...worksheets.flatMap((sheet) => [
      row({
        wsPredicate: sheet.predicate,
        wsName: sheet.name,
        type: sheet.type,
        name: sheet.backend,
        wsActions: sheet.actions,
      }),
      ...sheet.fields.flatMap((field) => {
        const { type } = field;
        // The package has no rows for lists of enumeration values, so they stay in one cell.
        const values = enumValuesOf(type);
        const isListed = type.kind === 'list' && isEnum(type);
        return [
          row({
            predicate: field.predicate,
            kind: kindText(field),
            type: isListed ? `List[Enum]` : typeText(type),
            name: field.name,
            description: field.description,
            dontAsk: yesText(field.dontAsk),
            required: yesText(field.required),
            confirm: yesText(field.confirm),
            actions: field.actions,
            validation: field.validation,
          }),
          ...values.map((value) => row({ enumValues: value })),
        ];
      }),
    ]),
  ];
}
