import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldType, Worksheet } from '../../../domain/worksheet.ts';
import { readJsonTwin, writeJsonTwin } from './json-twin.ts';
import { readRows, writeRows } from './rows.ts';

const HEADER = [
  'Form Predicate',
  'Form Name',
  'Predicate',
  'Kind',
  'Type',
  'Name',
  'Enum Values',
  'Description',
  "Don't Ask",
  'Required',
  'Confirm',
  'Actions',
  'Form Actions',
]; // prettier-ignore

const text = fc.stringMatching(/^[a-zé>"'(),= \n]{0,12}$/).map((one) => one.trim());
const type: fc.Arbitrary<FieldType> = fc.oneof(
  fc
    .constantFrom('str', 'int', 'float', 'bool', 'date', 'time', 'confirm')
    .map((kind): FieldType => ({ kind })),
  fc
    .array(fc.stringMatching(/^[a-z][a-z ,/]{0,6}[a-z]$/), { minLength: 1, maxLength: 4 })
    .map((values): FieldType => ({ kind: 'enum', values })),
  fc.constant<FieldType>({ kind: 'list', of: { kind: 'str' } }),
  fc.constant<FieldType>({ kind: 'list', of: { kind: 'enum', values: ['a', 'b'] } }),
  fc.constant<FieldType>({ kind: 'sheet', name: 'Other' }),
);
const worksheets: fc.Arbitrary<Worksheet[]> = fc.array(
  fc.record({
    name: fc.stringMatching(/^[A-Z][a-z]{0,6}$/),
    type: fc.constantFrom('worksheet', 'db', 'type'),
    predicate: text,
    backend: fc.constantFrom('', 'send'),
    actions: text,
    fields: fc.array(
      fc.record({
        name: fc.stringMatching(/^[a-z]{1,6}$/),
        kind: fc.constantFrom('input', 'output', 'internal'),
        isPrimary: fc.boolean(),
        type,
        description: text,
        predicate: text,
        dontAsk: fc.boolean(),
        required: fc.boolean(),
        confirm: fc.boolean(),
        actions: text,
        validation: text,
      }),
      { maxLength: 5 },
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('worksheets in files', () => {
  it('come back from rows and from JSON as they were', () => {
    fc.assert(
      fc.property(worksheets, (sheets) => {
        expect(readRows(writeRows(sheets))).toEqual({ worksheets: sheets, notices: [] });
        const functions = [
          {
            name: 'send',
            description: '',
            parameters: ['x'],
            hasEffect: true,
            answers: [{ when: '', answer: 'x' }],
          },
        ];
        const json: unknown = JSON.parse(JSON.stringify(writeJsonTwin({ worksheets: sheets, functions })));
        expect(readJsonTwin(json)).toEqual({ worksheets: sheets, functions, notices: [] });
        expect(readJsonTwin(writeJsonTwin({ worksheets: sheets, functions: [] })).worksheets).toEqual(sheets);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  it('reads both spellings, columns in any order, and values on the rows below', () => {
    const paper = [
      'WS Name',
      'WS Predicate',
      'Name',
      'Type',
      'Kind',
      'Enum Values',
      'Required',
      'Confirmation',
      'WS Actions',
      'Actions',
      'Dont Ask',
      'Description',
      'Predicate',
    ];
    const read = readRows([
      paper,
      ['Main', '', '', '', 'Task', '', '', '', '>say("Done")'],
      ['', '', 'task', 'Enum', 'input', '', 'TRUE'],
      ['', '', '', '', '', 'Trouble Shoot'],
      ['', '', '', '', '', 'Credits'],
      ['', '', 'trouble_shoot', 'Trouble Shoot', 'input', '', 'yes', 'TRUE'],
      [],
      ['services_general_info', '', '', '', 'KB'],
    ]);
    expect(read.notices).toEqual([]);
    expect(read.worksheets).toMatchObject([
      {
        name: 'Main',
        type: 'worksheet',
        actions: '>say("Done")',
        fields: [
          { name: 'task', type: { kind: 'enum', values: ['Trouble Shoot', 'Credits'] }, required: true },
          {
            name: 'trouble_shoot',
            type: { kind: 'sheet', name: 'TroubleShoot' },
            required: true,
            confirm: true,
          },
        ],
      },
      { name: 'services_general_info', type: 'db', fields: [] },
    ]);
  });

  it('reads the first field from the row of its worksheet, as the paper prints it', () => {
    const read = readRows([
      HEADER,
      ['', 'Main', '', 'Task', 'Enum', 'student_task', '', '', '', 'TRUE'],
      ['', '', '', '', '', '', 'a'],
      ['', '', '', '', '', '', 'b'],
    ]);
    expect(read.worksheets[0]?.fields[0]).toMatchObject({
      name: 'student_task',
      required: true,
      type: { values: ['a', 'b'] },
    });
  });

  it('reads a header in another language by the places of its columns', () => {
    const german = [
      'Formularbedingung',
      'Formular',
      'Bedingung',
      'Art',
      'Typ',
      'Name',
      'Werte',
      'Beschreibung',
      'Nicht fragen',
      'Pflicht',
      'Bestätigen',
      'Aktionen',
      'Formularaktionen',
    ];
    const read = readRows([
      german,
      ['', 'Größe', '', '', 'worksheet'],
      ['', '', '', 'input', 'str', 'länge', '', 'Wie lang?', '', 'TRUE'],
    ]);
    expect(read.worksheets[0]).toMatchObject({
      name: 'Größe',
      fields: [{ name: 'länge', description: 'Wie lang?', required: true }],
    });
  });

  it('says what it could not read, and where', () => {
    const read = readRows([
      ['Form Name', 'Type', 'Name', 'Colour'],
      ['', 'str', 'lost'],
      ['Main', 'worksheet', 'send'],
      ['', 'str', 'a'],
      ['', '', '', 'red'],
      ['', 'str', '=SUM(A1:A3)'],
      ['Odd', 'sheet', ''],
    ]);
    expect(read.notices.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
      expect.stringMatching(/^1 Form Predicate, Predicate, Kind.* missing/),
      expect.stringMatching(/^1 Colour These columns were left out/),
      expect.stringMatching(/^2 Form Name This field was left out/),
      expect.stringMatching(/^5 Name This row was left out, because it has no field name/),
      expect.stringMatching(/^6 Name This cell has a formula/),
      expect.stringMatching(/^7 Type The type must be "worksheet", "db" or "type", not "sheet"\./),
    ]);
  });

  it.each<[string, readonly (readonly string[])[], RegExp]>([
    ['nothing', [], /empty/],
    ['blank rows', [['', ''], []], /empty/],
    [
      'another table',
      [
        ['date', 'amount'],
        ['1', '2'],
      ],
      /Row 1 is not a header of worksheets/,
    ],
    ['a million rows', Array.from({ length: 30_000 }, () => ['x']), /at most 20000/],
  ])('refuses %s', (_, rows, message) => {
    expect(() => readRows(rows)).toThrow(message);
  });

  it('refuses JSON that is none', () => {
    expect(() => readJsonTwin({ worksheets: 3 })).toThrow(/an array, or an object/);
    expect(readJsonTwin([{ fields: [] }, 7]).notices).toHaveLength(2);
  });
});
