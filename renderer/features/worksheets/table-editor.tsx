import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ColumnKey } from '#shared/algorithms/worksheets/files/rows.ts';
import {
  addField,
  addWorksheet,
  cellsOfClipboard,
  cellText,
  moveRow,
  pasteCells,
  removeRow,
  rowsOf,
  type TableChange,
  type TableRow,
  withCell,
} from '#shared/algorithms/worksheets/files/table.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { WorksheetProblem, WorksheetSet } from '#shared/domain/worksheet.ts';
import { client } from '../../client/api.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { namesOf, ProblemsByRow, placeText, rowOfProblem, TABLE_COLUMNS } from './columns.ts';
import { WorksheetTable } from './table/worksheet-table.tsx';
import { TableHead } from './table-head.tsx';
import { WorksheetFunctions } from './worksheet-functions.tsx';
import { worksheetCommands, worksheetQueries } from './worksheets-state.ts';

const MOST = 200;

interface ProblemListProps {
  readonly set: WorksheetSet;
  readonly problems: readonly WorksheetProblem[];
  readonly onGo: (index: number) => void;
}

export function ProblemList({ set, problems, onGo }: ProblemListProps) {
  if (problems.length === 0 || set.worksheets.length === 0) return null;
  return (
    <section className="worksheets-problems rigid scrolls line-above" aria-label="Problems">
      <ul>
        {problems.slice(0, MOST).map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows of one name may have the same problem
          <li key={`${index} ${problem.message}`}>
            <button
              type="button"
              className="worksheets-problem lights wide gap-2 no-border grid no-fill pointer to-start"
              onClick={() => onGo(index)}
            >
              <span className={problem.level === 'error' ? 'worksheets-errors' : 'worksheets-warnings'}>
                {problem.level === 'error' ? 'Error' : 'Warning'}
              </span>
              <span className="mono">{[problem.worksheet, problem.field].filter(Boolean).join('.')}</span>
              <span className="clip" title={problem.message}>
                {[problem.cell, placeText(problem)].filter(Boolean).join(', ')}
                {problem.cell !== null && ': '}
                {problem.message}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {problems.length > MOST && (
        <p className="quiet small">and {formatAmount(problems.length - MOST, 'problem')} more</p>
      )}
    </section>
  );
}

interface CellBarProps {
  readonly set: WorksheetSet;
  readonly row: TableRow;
  readonly column: number;
  readonly problems: ProblemsByRow;
  readonly unchecked: readonly { readonly worksheet: string; readonly field: string }[];
  readonly written: string | null;
}

export function CellBar({ set, row, column, problems, unchecked, written }: CellBarProps) {
  const shown = TABLE_COLUMNS[column];
  const { worksheet, field } = namesOf(set, row);
  if (!shown) return null;
  const text = written ?? cellText(set, row, shown.key);
  const own = problems.of(set, row).filter(({ cell }) => cell === shown.title || cell === null);
  const isUnchecked =
    shown.key === 'validation' && unchecked.some((one) => one.worksheet === worksheet && one.field === field);
  const about = (field === null && shown.aboutSheet) || shown.about;
  return (
    <div className="worksheets-cell rigid pad-2-3 scrolls line-above">
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
      <pre
        className={
          shown.isCode
            ? 'mono worksheets-cell-text no-margin pre-wrap'
            : 'worksheets-cell-text no-margin pre-wrap'
        }
      >
        {text}
      </pre>
      <div role="status" className="small">
        {own.map((problem) => (
          <p
            key={`${problem.line} ${problem.column} ${problem.message}`}
            className={problem.level === 'error' ? 'worksheets-errors' : 'worksheets-warnings'}
          >
            {[placeText(problem), problem.message].filter(Boolean).join(': ')}
          </p>
        ))}
        {isUnchecked && (
          <p className="quiet">
            This is text, not a condition. Dialogram saves the text but does not check it.
          </p>
        )}
      </div>
    </div>
  );
}

const QUIET_MS = 150;

export function TableEditor({ name }: { readonly name: string }) {
  const read = useQuery(worksheetQueries.read(name));
  const { sent, save, isPending, submittedAt } = useSave(name, read.data?.edit ?? null);
  const [active, setActive] = useState({ row: 0, column: 1 });
  const [written, setWritten] = useState<string | null>(null);
  const settled = useSettledValue(written, QUIET_MS);

  const set = sent ?? read.data?.set ?? null;
  const rows = set ? rowsOf(set) : [];
  const at = Math.min(active.row, Math.max(0, rows.length - 1));
  const row: TableRow = rows[at] ?? { sheet: 0, field: null };
  const column = TABLE_COLUMNS[active.column]?.key ?? 'name';
  const draft =
    set && settled !== null && written !== null && settled !== cellText(set, row, column)
      ? withCell(set, row, column, settled)
      : null;
  const check = useQuery({
    ...worksheetQueries.check(
      [name, submittedAt, row, column, settled],
      draft ?? { worksheets: [], functions: [] },
    ),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
  });
  const checked = draft === null ? read.data : (check.data ?? read.data);

  const make = (changed: TableChange | null): void => {
    if (!changed) return;
    save(changed.set);
    goTo(changed.row, changed.set);
  };
  const goTo = (to: TableRow, within = set, key?: ColumnKey): void => {
    if (!within) return;
    const index = rowsOf(within).findIndex((one) => one.sheet === to.sheet && one.field === to.field);
    const place = key ? TABLE_COLUMNS.findIndex((one) => one.key === key) : active.column;
    setActive({ row: Math.max(0, index), column: place });
  };
  const free = set !== null && written === null;
  const problems = checked?.problems ?? [];
  const goToProblem = (index: number): void => {
    const problem = problems[index];
    if (!set || !problem) return;
    const to = rowOfProblem(set, problem);
    const titled = TABLE_COLUMNS.find(({ title }) => title === problem.cell)?.key;
    goTo(to, set, titled ?? (to.field === null ? 'wsName' : 'name'));
    setProblem(index);
  };
  const [problem, setProblem] = useState(-1);
  useCommand(worksheetCommands.addField, free && rows.length > 0 ? () => make(addField(set, row)) : null);
  useCommand(worksheetCommands.addWorksheet, free ? () => make(addWorksheet(set, row)) : null);
  useCommand(worksheetCommands.removeRow, free && rows.length > 0 ? () => make(removeRow(set, row)) : null);
  useCommand(worksheetCommands.moveUp, free ? () => make(moveRow(set, row, -1)) : null);
  useCommand(worksheetCommands.moveDown, free ? () => make(moveRow(set, row, 1)) : null);
  useCommand(
    worksheetCommands.nextProblem,
    problems.length > 0 ? () => goToProblem((problem + 1) % problems.length) : null,
  );

  if (!set || !read.data) return <Unanswered of={read} loading="Loading the worksheets…" />;
  const byRow = new ProblemsByRow(problems);
  const put = (text: string): void => {
    setWritten(null);
    const next = withCell(set, row, column, text);
    if (cellText(next, row, column) !== cellText(set, row, column)) save(next);
  };
  return (
    <section className="panel worksheets-editor grow shrink shrink-down" aria-label={`Worksheets ${name}`}>
      <TableHead name={name} set={set} problems={problems} isSaving={isPending} />
      <WorksheetTable
        name={name}
        set={set}
        rows={rows}
        row={at}
        column={active.column}
        problems={byRow}
        unchecked={read.data.unchecked}
        written={written}
        onGo={(next) => setActive(next)}
        onWrite={setWritten}
        onPut={put}
        onPaste={(text) => {
          const next = pasteCells(set, row, column, cellsOfClipboard(text));
          if (next !== set) save(next);
        }}
      />
      <CellBar
        set={set}
        row={row}
        column={active.column}
        problems={byRow}
        unchecked={read.data.unchecked}
        written={written}
      />
      <WorksheetFunctions set={set} onSave={save} />
      <ProblemList set={set} problems={problems} onGo={goToProblem} />
    </section>
  );
}

/**
 * Saves in sequence: each save waits for the one before and builds on its result.
 * `sent` is the last change until the backend returns it; the next change starts from it.
 */
function useSave(name: string, edit: EditId | null) {
  const from = useRef({ read: edit, last: edit });
  if (from.current.read !== edit) from.current = { read: edit, last: edit };
  const [sent, setSent] = useState<{ readonly set: WorksheetSet; readonly isSaved: boolean } | null>(null);
  const { mutate, isPending, submittedAt } = useAction(
    async (set: WorksheetSet) => {
      const outcome = await client.worksheets.save({ name, set, from: from.current.last });
      if (outcome.edit) from.current.last = outcome.edit.id;
    },
    {
      scope: { id: `worksheets ${name}` },
      meta: { topics: ['worksheets'] },
      onSettled: (_, error, set) => {
        const ended = error === null ? { set, isSaved: true } : null;
        setSent((last) => (last?.set === set ? ended : last));
      },
    },
  );
  return {
    isPending,
    submittedAt,
    sent: sent && (!sent.isSaved || from.current.last !== edit) ? sent.set : null,
    save: (set: WorksheetSet): void => {
      setSent({ set, isSaved: false });
      mutate(set);
    },
  };
}
