import type { TableRow } from '#shared/algorithms/worksheets/files/table.ts';
import type { WorksheetProblem } from '#shared/contract/worksheets.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';

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
