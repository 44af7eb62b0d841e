import {
  type DeclaredFunction,
  type FieldType,
  typeText,
  type Worksheet,
  type WorksheetField,
  type WorksheetSet,
} from '../../../domain/worksheet.ts';
import {
  COLUMNS,
  type ColumnKey,
  enumValuesOf,
  isYes,
  kindOf,
  kindText,
  layoutOf,
  readRows,
  typeOf,
  worksheetTypeOf,
} from './rows.ts';

/** A row per worksheet and per field. Functions that change the table return changed copies. */

export interface TableRow {
  readonly sheet: number;
  readonly field: number | null;
}

export const rowsOf = ({ worksheets }: WorksheetSet): readonly TableRow[] =>
  worksheets.flatMap(({ fields }, sheet) => [
    { sheet, field: null },
    ...fields.map((_, field) => ({ sheet, field })),
  ]);

export const EMPTY_FIELD: WorksheetField = {
  name: '',
  kind: 'input',
  isPrimary: false,
  type: { kind: 'str' },
  description: '',
  predicate: '',
  dontAsk: false,
  required: false,
  confirm: false,
  actions: '',
  validation: '',
};

const yes = (value: boolean): string => (value ? 'TRUE' : '');

const ofSheet: Partial<Record<ColumnKey, (sheet: Worksheet) => string>> = {
  wsPredicate: ({ predicate }) => predicate,
  wsName: ({ name }) => name,
  type: ({ type }) => type,
  name: ({ backend }) => backend,
  wsActions: ({ actions }) => actions,
};

/** All values of an enumeration are in one cell, one per line. */
const ofField: Partial<Record<ColumnKey, (field: WorksheetField) => string>> = {
  predicate: ({ predicate }) => predicate,
  kind: (field) => kindText(field),
  type: ({ type }) => typeText(type),
  name: ({ name }) => name,
  enumValues: ({ type }) => enumValuesOf(type).join('\n'),
  description: ({ description }) => description,
  dontAsk: ({ dontAsk }) => yes(dontAsk),
  required: ({ required }) => yes(required),
  confirm: ({ confirm }) => yes(confirm),
  actions: ({ actions }) => actions,
  validation: ({ validation }) => validation,
};

export function cellText({ worksheets }: WorksheetSet, row: TableRow, column: ColumnKey): string | null {
  const sheet = worksheets[row.sheet];
  if (!sheet) return null;
  if (row.field === null) return ofSheet[column]?.(sheet) ?? null;
  const field = sheet.fields[row.field];
  return field ? (ofField[column]?.(field) ?? null) : null;
}

export function withCell(set: WorksheetSet, row: TableRow, column: ColumnKey, text: string): WorksheetSet {
  if (cellText(set, row, column) === null) return set;
  return withSheet(set, row.sheet, (sheet) => {
    if (row.field === null) return { ...sheet, ...headCell(column, text.trim()) };
    const at = row.field;
    return {
      ...sheet,
      fields: sheet.fields.map((field, place) =>
        place === at ? { ...field, ...fieldCell(field, column, text.trim()) } : field,
      ),
    };
  });
}

function headCell(column: ColumnKey, text: string): Partial<Worksheet> {
  switch (column) {
    case 'wsPredicate':
      return { predicate: text };
    case 'wsName':
      return { name: text.replace(/\s/g, '') };
    case 'type':
      return { type: worksheetTypeOf(text) ?? 'worksheet' };
    case 'name':
      return { backend: text };
    default:
      return { actions: text };
  }
}

function fieldCell(field: WorksheetField, column: ColumnKey, text: string): Partial<WorksheetField> {
  switch (column) {
    case 'kind':
      return kindOf(text);
    case 'type':
      return { type: typeOf(text === '' ? 'str' : text, enumValuesOf(field.type)) };
    case 'enumValues':
      return { type: withValues(field.type, linesOf(text)) };
    case 'dontAsk':
    case 'required':
    case 'confirm':
      return { [column]: isYes(text) };
    default:
      return { [column]: text };
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function withValues(type: FieldType, values: readonly string[]): FieldType {
  if (type.kind === 'list') return { kind: 'list', of: withValues(type.of, values) };
  return type.kind === 'enum' || values.length > 0 ? { kind: 'enum', values } : type;
}

const withSheet = (
  { worksheets, ...rest }: WorksheetSet,
  at: number,
  change: (sheet: Worksheet) => Worksheet,
): WorksheetSet => ({
  ...rest,
  worksheets: worksheets.map((sheet, place) => (place === at ? change(sheet) : sheet)),
});

const free = (names: readonly string[], wanted: string): string => {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    if (!names.includes(name)) return name;
  }
};

export interface TableChange {
  readonly set: WorksheetSet;
  readonly row: TableRow;
}

export function addField(set: WorksheetSet, { sheet: at, field }: TableRow): TableChange {
  const place = field === null ? 0 : field + 1;
  // By default, the fields of a task are required.
  const empty = { ...EMPTY_FIELD, required: set.worksheets[at]?.type === 'worksheet' };
  return {
    set: withSheet(set, at, (sheet) => {
      const names = sheet.fields.map(({ name }) => name);
      const added = { ...empty, name: free(names, 'field') };
      return { ...sheet, fields: sheet.fields.toSpliced(place, 0, added) };
    }),
    row: { sheet: at, field: place },
  };
}

export function addWorksheet(set: WorksheetSet, { sheet: at }: TableRow): TableChange {
  const names = set.worksheets.map(({ name }) => name);
  const field = { ...EMPTY_FIELD, name: 'field', required: true };
  const added: Worksheet = {
    name: free(names, 'Worksheet'),
    type: 'worksheet',
    predicate: '',
    backend: '',
    actions: '',
    fields: [field],
  };
  const place = Math.min(at + 1, set.worksheets.length);
  return {
    set: { ...set, worksheets: set.worksheets.toSpliced(place, 0, added) },
    row: { sheet: place, field: null },
  };
}

/** Adds a function, named after one that a worksheet calls and nobody has declared. */
export function addFunction(set: WorksheetSet): WorksheetSet {
  const names = set.functions.map(({ name }) => name);
  const called = set.worksheets.map(({ backend }) => backend);
  const name = called.find((one) => one !== '' && !names.includes(one)) ?? free(names, 'function');
  const parameters = set.worksheets
    .find(({ backend }) => backend === name)
    ?.fields.flatMap(({ name: field, kind, type }) =>
      kind === 'input' && type.kind !== 'confirm' ? [field] : [],
    );
  const added = { name, description: '', parameters: parameters ?? [], hasEffect: true, answers: [] };
  return { ...set, functions: [...set.functions, added] };
}

export const answersText = (answers: DeclaredFunction['answers']): string =>
  answers
    .map(({ when, answer }) => (when === '' ? answer : `${when} => ${answer}`).replace(/\s*\n\s*/g, ' '))
    .join('\n');

export const answersOf = (text: string): DeclaredFunction['answers'] =>
  linesOf(text).map((line) => {
    const [, when = '', answer = line] = /^(.*?)\s*=>\s*(.*)$/.exec(line) ?? [];
    return { when, answer };
  });

export function removeRow(set: WorksheetSet, { sheet: at, field }: TableRow): TableChange {
  if (field === null) {
    return {
      set: { ...set, worksheets: set.worksheets.toSpliced(at, 1) },
      row: { sheet: Math.max(0, at - 1), field: null },
    };
  }
  return {
    set: withSheet(set, at, (sheet) => ({ ...sheet, fields: sheet.fields.toSpliced(field, 1) })),
    row: { sheet: at, field: field === 0 ? null : field - 1 },
  };
}

/** Moves a worksheet with its fields, or a field, which may move to the next worksheet. Null if it cannot move. */
export function moveRow(set: WorksheetSet, { sheet: at, field }: TableRow, by: -1 | 1): TableChange | null {
  const { worksheets } = set;
  const sheet = worksheets[at];
  if (!sheet) return null;
  const other = worksheets[at + by];
  if (field === null) {
    if (!other) return null;
    const rest = worksheets.toSpliced(at, 1);
    return {
      set: { ...set, worksheets: rest.toSpliced(at + by, 0, sheet) },
      row: { sheet: at + by, field: null },
    };
  }
  const moved = sheet.fields[field];
  if (!moved) return null;
  const fields = sheet.fields.toSpliced(field, 1);
  const to = field + by;
  if (to >= 0 && to < sheet.fields.length) {
    const next = fields.toSpliced(to, 0, moved);
    return { set: withSheet(set, at, (own) => ({ ...own, fields: next })), row: { sheet: at, field: to } };
  }
  if (!other) return null;
  const place = by < 0 ? other.fields.length : 0;
  const without = withSheet(set, at, (own) => ({ ...own, fields }));
  return {
    set: withSheet(without, at + by, (own) => ({ ...own, fields: own.fields.toSpliced(place, 0, moved) })),
    row: { sheet: at + by, field: place },
  };
}

/** Splits copied text into cells: separated by tabs, quoted if they contain tabs, line breaks or quotes. */
export function cellsOfClipboard(given: string): string[][] {
  const text = given.replace(/\r?\n$/, '');
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    const [, quoted, plain = '', end] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}

/**
 * Pastes cells to the right and down. A table with column names replaces worksheets with the same name. Rows after the
 * last one become fields; values of an enumeration belong to the field above them.
 */
export function pasteCells(
  set: WorksheetSet,
  row: TableRow,
  column: ColumnKey,
  cells: readonly (readonly string[])[],
): WorksheetSet {
  if (layoutOf(cells[0] ?? []) !== null) return withWorksheets(set, readRows(cells).worksheets);
  const from = COLUMNS.findIndex(({ key }) => key === column);
  let next = set;
  let at = rowsOf(set).findIndex((one) => one.sheet === row.sheet && one.field === row.field);
  let last: TableRow | null = null;
  for (const texts of cells) {
    const said = texts.flatMap((text, place) => {
      const key = COLUMNS[from + place]?.key;
      return key && text.trim() !== '' ? [[key, text] as const] : [];
    });
    if (last && texts.length > 1 && said.length === 1 && said[0]?.[0] === 'enumValues') {
      const values = cellText(next, last, 'enumValues') ?? '';
      next = withCell(next, last, 'enumValues', `${values}\n${said[0][1]}`);
      continue;
    }
    const rows = rowsOf(next);
    let here = rows[at];
    if (!here) {
      const added = addField(next, rows.at(-1) ?? row);
      next = added.set;
      here = added.row;
    }
    for (const [place, text] of texts.entries()) {
      const key = COLUMNS[from + place]?.key;
      if (key) next = withCell(next, here, key, text);
    }
    last = here;
    at++;
  }
  return next;
}

/** Replaces worksheets with the same name, and appends all others. */
function withWorksheets(set: WorksheetSet, given: readonly Worksheet[]): WorksheetSet {
  const byName = new Map(given.map((sheet) => [sheet.name, sheet]));
  const kept = set.worksheets.map((sheet) => byName.get(sheet.name) ?? sheet);
  const names = new Set(kept.map(({ name }) => name));
  return { ...set, worksheets: [...kept, ...given.filter(({ name }) => !names.has(name))] };
}
