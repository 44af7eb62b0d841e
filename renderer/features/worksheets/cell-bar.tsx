import { cellText, type TableRow } from '#shared/algorithms/worksheets/files/table.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';
import { TABLE_COLUMNS } from './columns.ts';
import { namesOf, type ProblemsByRow, placeText } from './problems.ts';

/** Shows the active cell in full, with an explanation of its column and its problems. */
export function CellBar({
  set,
  row,
  column,
  problems,
  unchecked,
  written,
}: {
  readonly set: WorksheetSet;
  readonly row: TableRow;
  readonly column: number;
  readonly problems: ProblemsByRow;
  readonly unchecked: readonly { readonly worksheet: string; readonly field: string }[];
  readonly written: string | null;
}) {
  const shown = TABLE_COLUMNS[column];
  const { worksheet, field } = namesOf(set, row);
  if (!shown) return null;
  const text = written ?? cellText(set, row, shown.key);
  const own = problems.of(set, row).filter(({ cell }) => cell === shown.title || cell === null);
  const isUnchecked =
    shown.key === 'validation' && unchecked.some((one) => one.worksheet === worksheet && one.field === field);
  const about = (field === null && shown.aboutSheet) || shown.about;
  return (
    <div className="worksheets-cell">
      <p className="small">
        <strong>
          {shown.title} of {field === null ? worksheet : `${worksheet}.${field}`}
        </strong>{' '}
        <span className="quiet">
          {text === null
            ? field === null
              ? 'Worksheets do not use this cell.'
              : 'Fields do not use this cell.'
            : about}
        </span>
      </p>
      <pre className={shown.isCode ? 'mono worksheets-cell-text' : 'worksheets-cell-text'}>{text}</pre>
      <div role="status" className="small">
        {own.map((problem) => (
          <p
            key={`${problem.line} ${problem.column} ${problem.message}`}
            className={problem.level === 'error' ? 'worksheets-errors' : 'worksheets-warnings'}
          >
            {[placeText(problem), problem.message].filter(Boolean).join(': ')}
          </p>
        ))}
        {isUnchecked && <p className="quiet">This is text, not a condition. It is saved but not checked.</p>}
      </div>
    </div>
  );
}
