import { COLUMNS, type ColumnKey } from '#shared/algorithms/worksheets/files/rows.ts';
import type { TableRow } from '#shared/algorithms/worksheets/files/table.ts';
import { BASIC_TYPES, type WorksheetProblem, type WorksheetSet } from '#shared/domain/worksheet.ts';

export class ProblemsByRow {
  readonly #byRow = new Map<string, WorksheetProblem[]>();

  constructor(problems: readonly WorksheetProblem[]) {
    for (const problem of problems) {
      const key = keyOf(problem.worksheet, problem.field);
      const own = this.#byRow.get(key);
      if (own) own.push(problem);
      else this.#byRow.set(key, [problem]);
    }
  }

  of(set: WorksheetSet, row: TableRow): readonly WorksheetProblem[] {
    const { worksheet, field } = namesOf(set, row);
    return this.#byRow.get(keyOf(worksheet, field)) ?? [];
  }
}

const keyOf = (worksheet: string, field: string | null): string => `${worksheet}\n${field ?? ''}`;

export function namesOf({ worksheets }: WorksheetSet, { sheet, field }: TableRow) {
  const own = worksheets[sheet];
  return {
    worksheet: own?.name ?? '',
    field: field === null ? null : (own?.fields[field]?.name ?? ''),
  };
}

export function rowOfProblem(
  { worksheets }: WorksheetSet,
  { worksheet, field }: Pick<WorksheetProblem, 'worksheet' | 'field'>,
): TableRow {
  const sheet = Math.max(
    0,
    worksheets.findIndex(({ name }) => name === worksheet),
  );
  const at = worksheets[sheet]?.fields.findIndex(({ name }) => name === field) ?? -1;
  return { sheet, field: field === null || at < 0 ? null : at };
}

export const placeText = ({ line, column }: WorksheetProblem): string =>
  line === null || column === null ? '' : line === 1 ? `column ${column}` : `line ${line}, column ${column}`;

interface ColumnOnPage {
  readonly key: ColumnKey;
  readonly title: string;
  /** The width in px of a column that has content. */
  readonly width: number;
  readonly about: string;
  readonly aboutSheet?: string;
  readonly isCode?: boolean;
  readonly isMark?: boolean;
}

const ON_PAGE: Readonly<Record<ColumnKey, Omit<ColumnOnPage, 'key' | 'title'>>> = {
  wsPredicate: {
    width: 150,
    isCode: true,
    about:
      'The condition that starts the worksheet. If this cell is empty, only the customer can start the worksheet.',
  },
  wsName: { width: 130, about: 'The name of the worksheet.' },
  predicate: {
    width: 170,
    isCode: true,
    about: 'The condition for using the field. If this cell is empty, the field is always used.',
  },
  kind: {
    width: 86,
    about:
      'Where the value comes from: “input” (the customer), “output” (a function or table) or “internal” (actions only).',
  },
  type: {
    width: 110,
    about: 'str, int, float, bool, date, time, Enum, confirm, List[…] or the name of a worksheet.',
    aboutSheet: 'worksheet: a task. db: a table to search. type: a record that other worksheets use.',
  },
  name: {
    width: 150,
    about: 'The name of the field in conditions and actions.',
    aboutSheet: 'The function to call with the values once the worksheet is complete.',
  },
  enumValues: { width: 140, about: 'The values of an enumeration, one per line.' },
  description: {
    width: 230,
    about: 'What to ask for. Text that ends with a question mark is asked word for word.',
  },
  dontAsk: { width: 76, isMark: true, about: 'Never ask the customer for this value.' },
  required: { width: 70, isMark: true, about: 'The worksheet is complete only with this value.' },
  confirm: {
    width: 66,
    isMark: true,
    about: 'The customer has to confirm the value before its actions run.',
  },
  actions: { width: 190, isCode: true, about: 'Actions that run when the field is filled.' },
  wsActions: { width: 190, isCode: true, about: 'Actions that run when the worksheet is complete.' },
  validation: {
    width: 170,
    isCode: true,
    about:
      'A condition that the value must meet, such as 0 < self.people <= 20. A condition in plain words needs a model.',
  },
};

export const TABLE_COLUMNS: readonly ColumnOnPage[] = COLUMNS.map(({ key, title }) => ({
  key,
  title,
  ...ON_PAGE[key],
}));

export function choicesOf(set: WorksheetSet, key: ColumnKey, isSheet: boolean): readonly string[] | null {
  if (key === 'kind') return ['input', 'output', 'internal', 'input; primary', 'internal; primary'];
  if (key !== 'type') return null;
  if (isSheet) return ['worksheet', 'db', 'type'];
  return [...BASIC_TYPES, 'Enum', 'List[str]', ...set.worksheets.map(({ name }) => name)];
}
