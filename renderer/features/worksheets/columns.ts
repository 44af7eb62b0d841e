import { COLUMNS, type ColumnKey } from '#shared/algorithms/worksheets/files/columns.ts';
import { BASIC_TYPES, type WorksheetSet } from '#shared/domain/worksheet.ts';

interface ColumnOnPage {
  readonly key: ColumnKey;
  readonly title: string;
  /** Width in px, if the column has content. */
  readonly width: number;
  /** Explanation of the column; `aboutSheet` replaces it in the row of a worksheet. */
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
  predicate: { width: 170, isCode: true, about: 'When the field counts; empty for always.' },
  kind: {
    width: 86,
    about:
      'input: the customer gives it. output: a function or table gives it. internal: only actions set it.',
  },
  type: {
    width: 110,
    about: 'str, int, float, bool, date, time, Enum, confirm, List[…] or the name of a worksheet.',
    aboutSheet: 'worksheet is a task, db a table that is asked, type a record that others hold.',
  },
  name: {
    width: 150,
    about: 'The name of the field, as conditions and actions call it.',
    aboutSheet: 'The function that is called with the values once the worksheet is complete.',
  },
  enumValues: { width: 140, about: 'The values of an enumeration, one a line.' },
  description: {
    width: 230,
    about: 'What is asked; one that ends with a question mark is the question itself.',
  },
  dontAsk: { width: 76, isMark: true, about: 'Never asked for.' },
  required: { width: 70, isMark: true, about: 'Nothing is done without it.' },
  confirm: { width: 66, isMark: true, about: 'Shown and agreed to before its actions run.' },
  actions: { width: 190, isCode: true, about: 'What is done when the field is filled.' },
  wsActions: { width: 190, isCode: true, about: 'What is done once the worksheet is complete.' },
  validation: {
    width: 170,
    isCode: true,
    about: 'What a value has to meet, such as 0 < self.people <= 20. Words in a language are not checked.',
  },
};

/** The columns of the table, in the paper's order. */
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
