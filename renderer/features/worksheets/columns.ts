import { COLUMNS, type ColumnKey } from '#shared/algorithms/worksheets/files/rows.ts';
import type { TableRow } from '#shared/algorithms/worksheets/files/table.ts';
import { BASIC_TYPES, type WorksheetProblem, type WorksheetSet } from '#shared/domain/worksheet.ts';

/** Problems by row: by the names of the worksheet and of the field. */
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

/** Returns the row of a problem; the first row for a problem of the whole application. */
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

/** Returns the position of a problem in its cell: "line 2, column 7". */
export const placeText = ({ line, column }: WorksheetProblem): string =>
  line === null || column === null ? '' : line === 1 ? `column ${column}` : `line ${line}, column ${column}`;

interface ColumnOnPage {
  readonly key: ColumnKey;
  readonly title: string;
  /** Width in px, if the column has content. */
  readonly width: number;
  readonly about: string;
  readonly aboutSheet?: string;
  readonly isCode?: boolean;
  /** True if the cells are yes or no. */
  readonly isMark?: boolean;
}

const ON_PAGE: Readonly<Record<ColumnKey, Omit<ColumnOnPage, 'key' | 'title'>>> = {
  wsPredicate: {
    width: 150,
    isCode: true,
    about: 'When the worksheet begins. If empty, only the customer begins it.',
  },
  wsName: { width: 130, about: 'The name of the worksheet.' },
  predicate: { width: 170, isCode: true, about: 'When the field applies. Empty means always.' },
  kind: {
    width: 86,
    about:
      'input: the customer gives it. output: a function or table gives it. internal: only actions set it.',
  },
  type: {
    width: 110,
    about: 'str, int, float, bool, date, time, Enum, confirm, List[…] or the name of a worksheet.',
    aboutSheet: 'worksheet is a task, db a table to search, type a record used in other worksheets.',
  },
  name: {
    width: 150,
    about: 'The name of the field in conditions and actions.',
    aboutSheet: 'The function that is called with the values once the worksheet is complete.',
  },
  enumValues: { width: 140, about: 'The values of an enumeration, one per line.' },
  description: {
    width: 230,
    about: 'What to ask for. If it ends with a question mark, it is asked word for word.',
  },
  dontAsk: { width: 76, isMark: true, about: 'The customer is never asked for it.' },
  required: { width: 70, isMark: true, about: 'The worksheet is not complete without it.' },
  confirm: { width: 66, isMark: true, about: 'The customer has to confirm it before its actions run.' },
  actions: { width: 190, isCode: true, about: 'Actions that run when the field is filled.' },
  wsActions: { width: 190, isCode: true, about: 'Actions that run when the worksheet is complete.' },
  validation: {
    width: 170,
    isCode: true,
    about: 'A condition for the value, such as 0 < self.people <= 20. A condition in words needs a model.',
  },
};

export const TABLE_COLUMNS: readonly ColumnOnPage[] = COLUMNS.map(({ key, title }) => ({
  key,
  title,
  ...ON_PAGE[key],
}));

/** Returns the values that a cell may have; null if any text is allowed. */
export function choicesOf(set: WorksheetSet, key: ColumnKey, isSheet: boolean): readonly string[] | null {
  if (key === 'kind') return ['input', 'output', 'internal', 'input; primary', 'internal; primary'];
  if (key !== 'type') return null;
  if (isSheet) return ['worksheet', 'db', 'type'];
  return [...BASIC_TYPES, 'Enum', 'List[str]', ...set.worksheets.map(({ name }) => name)];
}
