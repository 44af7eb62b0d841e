import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { cellText, type TableRow } from '#shared/algorithms/worksheets/files/table.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';
import { Suggestions } from '../../../ui/inputs/field.tsx';
import { RowGap, useTableRows } from '../../../ui/lists/virtual-list.tsx';
import { choicesOf, namesOf, type ProblemsByRow, TABLE_COLUMNS } from '../columns.ts';
import { CellField } from './cell-field.tsx';

/** Width in px of a column without content. */
const EMPTY_PX = 58;
const NUMBER_PX = 36;

interface At {
  readonly row: number;
  readonly column: number;
}

interface UncheckedField {
  readonly worksheet: string;
  readonly field: string;
}

/** Arrows move, Enter or a letter edits, Tab moves along the row and out, Space toggles, Delete clears. */
export function WorksheetTable({
  name,
  set,
  rows,
  row,
  column,
  problems,
  unchecked,
  written,
  onGo,
  onWrite,
  onPut,
  onPaste,
}: {
  readonly name: string;
  readonly set: WorksheetSet;
  readonly rows: readonly TableRow[];
  readonly row: number;
  readonly column: number;
  readonly problems: ProblemsByRow;
  readonly unchecked: readonly UncheckedField[];
  readonly written: string | null;
  readonly onGo: (to: At) => void;
  readonly onWrite: (text: string | null) => void;
  readonly onPut: (text: string) => void;
  readonly onPaste: (text: string) => void;
}) {
  const choices = useId();
  const { box, items, gapBefore, gapAfter, move, scrollTo } = useTableRows(rows.length, row, (next) =>
    onGo({ row: next, column }),
  );
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (written !== null || !wantsFocus.current) return;
    wantsFocus.current = false;
    box.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  });
  const lastRow = useRef(row);
  useEffect(() => {
    if (lastRow.current !== row) scrollTo(row);
    lastRow.current = row;
  });

  const go = (to: At): void => {
    wantsFocus.current = true;
    onGo(to);
  };
  const own = rows[row];
  const shown = TABLE_COLUMNS[column];
  const text = own && shown ? cellText(set, own, shown.key) : null;
  const side = (by: -1 | 1): boolean => {
    const next = column + by;
    if (next < 0 || next >= TABLE_COLUMNS.length) return false;
    go({ row, column: next });
    return true;
  };
  const put = (given: string, then: At): void => {
    onPut(given);
    go(then);
  };
  const below: At = { row: Math.min(rows.length - 1, row + 1), column };

  const onKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => {
    if (altKey) return false;
    if (ctrlKey || metaKey) {
      if (key === 'Home') go({ row: 0, column: 0 });
      else if (key === 'End') go({ row: rows.length - 1, column: TABLE_COLUMNS.length - 1 });
      else return false;
      return true;
    }
    if (key === 'Tab') return side(shiftKey ? -1 : 1);
    if (key === 'ArrowRight') return side(1) || true;
    if (key === 'ArrowLeft') return side(-1) || true;
    if (key === 'Home' || key === 'End') {
      go({ row, column: key === 'Home' ? 0 : TABLE_COLUMNS.length - 1 });
      return true;
    }
    if (move(key)) {
      wantsFocus.current = true;
      return true;
    }
    if (text === null) return false;
    if (key === 'Delete' || key === 'Backspace') put('', { row, column });
    else if (shown?.isMark && (key === ' ' || key === 'Enter'))
      put(text === '' ? 'TRUE' : '', { row, column });
    else if (key === 'Enter' || key === 'F2') onWrite(text);
    else if (key.length === 1 && !shown?.isMark) onWrite(key);
    else return false;
    return true;
  };

  const widths = TABLE_COLUMNS.map(({ key, width }) =>
    rows.some((one) => (cellText(set, one, key) ?? '') !== '') ? width : Math.min(width, EMPTY_PX),
  );
  const total = widths.reduce((sum, width) => sum + width, NUMBER_PX);
  const options = own && shown ? choicesOf(set, shown.key, own.field === null) : null;
  return (
    <div ref={box} className="long-table worksheets-table">
      {options && <Suggestions id={choices} of={options} />}
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells with keyboard control make a grid
        role="grid"
        aria-label={`Worksheets ${name}`}
        aria-rowcount={rows.length + 1}
        aria-colcount={TABLE_COLUMNS.length + 1}
        style={{ width: total }}
        onPaste={(event) => {
          if (written !== null) return;
          event.preventDefault();
          onPaste(event.clipboardData.getData('text/plain'));
        }}
        onCopy={(event) => {
          if (written !== null || text === null) return;
          event.preventDefault();
          event.clipboardData.setData('text/plain', text);
        }}
      >
        <colgroup>
          <col style={{ width: NUMBER_PX }} />
          {TABLE_COLUMNS.map(({ key }, index) => (
            <col key={key} style={{ width: widths[index] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <span className="visually-hidden">Row</span>
            </th>
            {TABLE_COLUMNS.map(({ key, title, about, isMark }) => (
              <th
                key={key}
                scope="col"
                title={`${title}: ${about}`}
                className={`clip ${isMark ? 'worksheets-mark' : ''} ${key === 'wsName' ? 'worksheets-pinned' : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          onKeyDown={(event) => {
            if (written === null && onKey(event)) event.preventDefault();
          }}
        >
          {items.map(({ index }, position) => {
            const one = rows[index];
            if (!one) return null;
            const found = problems.of(set, one);
            const { worksheet, field } = namesOf(set, one);
            const isWords = unchecked.some((words) => words.worksheet === worksheet && words.field === field);
            return [
              <RowGap key={`gap ${index}`} px={gapBefore(position)} columns={TABLE_COLUMNS.length + 1} />,
              <tr
                key={index}
                aria-rowindex={index + 2}
                className={
                  field === null ? 'anchor long-row lights worksheets-sheet' : 'anchor long-row lights'
                }
              >
                <th scope="row" className="worksheets-number">
                  <span aria-hidden="true">{index + 1}</span>
                  <span className="visually-hidden">{field ?? worksheet}</span>
                </th>
                {TABLE_COLUMNS.map(({ key, title, isCode, isMark }, place) => {
                  const said = cellText(set, one, key);
                  const isActive = index === row && place === column;
                  const own = found.filter(({ cell }) => cell === title);
                  const level = own.some((problem) => problem.level === 'error') ? 'error' : own[0]?.level;
                  const isQuiet = key === 'validation' && isWords;
                  const className = [
                    'worksheets-td',
                    said === null && 'worksheets-none',
                    isCode && 'mono',
                    isMark && 'worksheets-mark',
                    key === 'wsName' && 'worksheets-pinned',
                    level && `worksheets-td-${level}`,
                    isQuiet && 'worksheets-unchecked',
                  ];
                  const isWritten = isActive && written !== null;
                  return (
                    <td
                      key={key}
                      aria-colindex={place + 2}
                      aria-invalid={level === 'error' || undefined}
                      data-cell={`${index} ${place}`}
                      data-row={place === column ? index : undefined}
                      tabIndex={isActive ? 0 : -1}
                      className={className.filter(Boolean).join(' ')}
                      title={own.map(({ message }) => message).join('\n') || (said ?? undefined)}
                      onMouseDown={() => {
                        if (isWritten) return;
                        if (written !== null) onPut(written);
                        onGo({ row: index, column: place });
                      }}
                      onDoubleClick={() => {
                        if (isMark && said !== null) put(said === '' ? 'TRUE' : '', { row, column });
                        else if (said !== null) onWrite(said);
                      }}
                    >
                      {isWritten ? (
                        <CellField
                          label={`${title} of ${field ?? worksheet}`}
                          start={written}
                          isCode={isCode ?? false}
                          choices={options ? choices : null}
                          onWrite={onWrite}
                          onPut={(given, to) => {
                            const next =
                              to === 'below'
                                ? below
                                : { row, column: Math.min(column + 1, TABLE_COLUMNS.length - 1) };
                            put(given, to === 'here' ? { row, column } : next);
                          }}
                          onLeave={(given) => onPut(given)}
                          onCancel={() => {
                            onWrite(null);
                            wantsFocus.current = true;
                          }}
                        />
                      ) : isMark ? (
                        said === 'TRUE' && '✓'
                      ) : (
                        said?.replaceAll('\n', key === 'enumValues' ? ', ' : ' ⏎ ')
                      )}
                    </td>
                  );
                })}
              </tr>,
            ];
          })}
          <RowGap px={gapAfter} columns={TABLE_COLUMNS.length + 1} />
        </tbody>
      </table>
    </div>
  );
}
