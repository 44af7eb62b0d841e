import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { field, setOf, sheet } from '../../../../tests/fixtures/worksheet-runs.ts';
import { describeChange } from './describe-change.ts';
import { writeRows } from './rows.ts';
import {
  addField,
  addFunction,
  addWorksheet,
  answersOf,
  answersText,
  cellsOfClipboard,
  cellText,
  moveRow,
  pasteCells,
  removeRow,
  rowsOf,
  withCell,
} from './table.ts';

const SET = setOf([
  sheet('Main', [field('kind', 'Enum', { values: ['a', 'b'] }), field('people', 'int')]),
  sheet('Other', [field('day', 'date')]),
]);
const KIND = { sheet: 0, field: 0 };
const names = (set: typeof SET): string[] =>
  set.worksheets.map(({ name, fields }) => `${name}: ${fields.map((one) => one.name).join(' ')}`);

describe('worksheets as a table', () => {
  it('have a row for each worksheet and field, with the cells that it can have', () => {
    expect(rowsOf(SET)).toHaveLength(5);
    expect(cellText(SET, KIND, 'type')).toBe('Enum');
    expect(cellText(SET, KIND, 'enumValues')).toBe('a\nb');
    expect(cellText(SET, KIND, 'wsName')).toBeNull();
    expect(cellText(SET, { sheet: 1, field: null }, 'wsName')).toBe('Other');
    expect(cellText(SET, { sheet: 1, field: null }, 'required')).toBeNull();
    expect(cellText(SET, { sheet: 7, field: 3 }, 'name')).toBeNull();
  });

  it('take a text in a cell, and nothing where there is none', () => {
    const people = { sheet: 0, field: 1 };
    expect(cellText(withCell(SET, people, 'enumValues', 'one\n\n two'), people, 'type')).toBe('Enum');
    expect(cellText(withCell(SET, people, 'type', 'List[Other]'), people, 'type')).toBe('List[Other]');
    expect(cellText(withCell(SET, people, 'kind', 'internal; primary'), people, 'kind')).toBe(
      'internal; primary',
    );
    expect(cellText(withCell(SET, people, 'confirm', 'yes'), people, 'confirm')).toBe('TRUE');
    expect(withCell(SET, people, 'wsName', 'x')).toBe(SET);
    expect(names(withCell(SET, { sheet: 1, field: null }, 'wsName', 'New one'))[1]).toBe('Newone: day');
  });

  it('gain, lose and move rows', () => {
    expect(names(addField(SET, KIND).set)[0]).toBe('Main: kind field people');
    expect(names(addField(addField(SET, KIND).set, KIND).set)[0]).toBe('Main: kind field_2 field people');
    expect(names(addWorksheet(SET, KIND).set)).toEqual([
      'Main: kind people',
      'Worksheet: field',
      'Other: day',
    ]);
    expect(names(removeRow(SET, KIND).set)[0]).toBe('Main: people');
    expect(names(removeRow(SET, { sheet: 0, field: null }).set)).toEqual(['Other: day']);
    expect(names(moveRow(SET, KIND, 1)!.set)[0]).toBe('Main: people kind');
    expect(names(moveRow(SET, { sheet: 0, field: 1 }, 1)!.set)).toEqual(['Main: kind', 'Other: people day']);
    expect(names(moveRow(SET, { sheet: 1, field: null }, -1)!.set)).toEqual([
      'Other: day',
      'Main: kind people',
    ]);
    expect(moveRow(SET, { sheet: 1, field: 0 }, 1)).toBeNull();
  });

  it('take cells of a spreadsheet, past their end too', () => {
    const pasted = pasteCells(
      SET,
      { sheet: 1, field: 0 },
      'type',
      cellsOfClipboard('date\tevening\nEnum\tseat\tin\n\t\tout\r\n'),
    );
    expect(names(pasted)[1]).toBe('Other: evening seat');
    expect(cellText(pasted, { sheet: 1, field: 1 }, 'enumValues')).toBe('in\nout');
  });

  it('take a whole sheet in place of worksheets of its names', () => {
    const rows = writeRows([sheet('Other', [field('hour', 'time')]), sheet('Third', [field('x', 'str')])]);
    expect(names(pasteCells(SET, KIND, 'name', rows))).toEqual([
      'Main: kind people',
      'Other: hour',
      'Third: x',
    ]);
  });

  it('leaves quotes that are around no cell', () => {
    expect(cellsOfClipboard('"a\t"b"c"')).toEqual([['"a', '"b"c"']]);
  });

  it('reads what a spreadsheet copied, line breaks and quotes in cells too', () => {
    const quoted = (cell: string): string =>
      /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    const cells = fc.array(
      fc.array(fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ') }), {
        minLength: 2,
        maxLength: 4,
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(cells, (rows) => {
        const text = rows.map((row) => row.map(quoted).join('\t')).join('\n');
        expect(cellsOfClipboard(text)).toEqual(rows);
        expect(cellsOfClipboard(`${text}\r\n`)).toEqual(rows);
      }),
    );
  });
});

describe('new rows and functions', () => {
  it('requires a new field of a task, but not of a table', () => {
    const set = setOf([sheet('Main', []), sheet('Hotel', [], { type: 'db' })]);
    const required = [0, 1].map(
      (at) => addField(set, { sheet: at, field: null }).set.worksheets[at]?.fields[0]?.required,
    );
    expect(required).toEqual([true, false]);
  });

  it('declares the function that a worksheet calls, with its fields as arguments', () => {
    const set = setOf([
      sheet(
        'Main',
        [field('day', 'date'), field('id', 'str', { kind: 'internal' }), field('ok', 'confirm')],
        {
          backend: 'book',
        },
      ),
    ]);
    const once = addFunction(set);
    expect(once.functions).toEqual([
      { name: 'book', description: '', parameters: ['day'], hasEffect: true, answers: [] },
    ]);
    expect(addFunction(once).functions.map(({ name }) => name)).toEqual(['book', 'function']);
    expect(describeChange('shop', set, once)).toBe('Change the function book of the worksheets shop');
    expect(describeChange('shop', once, set)).toBe('Remove the function book from the worksheets shop');
  });

  it('reads and writes answers as lines', () => {
    const answers = [
      { when: 'people > 8', answer: '"on request"' },
      { when: '', answer: '{"booking": "made", "people": people}' },
    ];
    expect(answersText(answers)).toBe('people > 8 => "on request"\n{"booking": "made", "people": people}');
    expect(answersOf(answersText(answers))).toEqual(answers);
    expect(answersOf(' \n ')).toEqual([]);
  });
});

describe('describeChange', () => {
  it('names the row that was changed, or how many', () => {
    expect(describeChange('shop', null, SET)).toBe('Create the worksheets shop');
    expect(describeChange('shop', SET, withCell(SET, KIND, 'required', ''))).toBe(
      'Change Main.kind of the worksheets shop',
    );
    expect(describeChange('shop', SET, withCell(SET, KIND, 'name', 'sort'))).toBe(
      'Change Main.sort of the worksheets shop',
    );
    expect(describeChange('shop', SET, removeRow(SET, KIND).set)).toBe(
      'Remove Main.kind from the worksheets shop',
    );
    expect(describeChange('shop', SET, moveRow(SET, KIND, 1)!.set)).toBe('Move rows of the worksheets shop');
    expect(describeChange('shop', SET, removeRow(SET, { sheet: 0, field: null }).set)).toBe(
      'Change 3 rows of the worksheets shop',
    );
  });
});
