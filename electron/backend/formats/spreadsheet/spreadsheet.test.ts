import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { collect, scratchFile, scratchFolder } from '../../../../tests/fixtures/formats/collect.ts';
import { filesInZip, pathInside } from '../bytes/zip.ts';
import { detectFormat } from '../detect.ts';
import { previewFile } from '../preview.ts';
import { sheetNames, sheetsOf } from './sheet-names.ts';
import { dateText, numberText } from './write-sheet.ts';

type Cell = string | number | Date | boolean | null;

const HEADER = ['ticket', 'sent at', 'from', 'message'];
const TICKETS: readonly (readonly Cell[])[] = [
  HEADER,
  [123456789012345, new Date('2024-03-04T09:30:00Z'), 'customer', 'My order, "A-1", is late'],
  [123456789012345, new Date('2024-03-04T09:31:30Z'), 'agent', 'Sorry!\nI look into it'],
  ['0042', new Date('2024-03-05T00:00:00Z'), 'customer', 'Danke für die Hilfe'],
  ['0042', new Date('2024-03-05T08:00:00Z'), 'agent', 4.2],
];

const cellsOf = (rows: readonly (readonly Cell[])[]) =>
  rows.map((row) =>
    row.map((value) =>
      value instanceof Date
        ? { value, type: Date, format: 'dd/mm/yyyy hh:mm:ss' }
        : value === null
          ? null
          : { value },
    ),
  );

async function excel(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  name = 'tickets.xlsx',
): Promise<string> {
  const written = Object.entries(sheets).map(([sheet, rows]) => ({ sheet, data: cellsOf(rows) }));
  return scratchFile(name, await writeXlsxFile(written as never).toBuffer());
}

const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** As LibreOffice writes it: with repeated cells, comments, and a million empty rows at the end. */
function openDocument(
  sheets: Readonly<Record<string, readonly string[]>>,
  name = 'tickets.ods',
): Promise<string> {
  const tables = Object.entries(sheets).map(
    ([sheet, rows]) =>
      `<table:table table:name="${xmlText(sheet)}"><table:table-column table:number-columns-repeated="4"/>${rows
        .map(
          (row) =>
            `<table:table-row>${row}<table:table-cell table:number-columns-repeated="1020"/></table:table-row>`,
        )
        .join(
          '',
        )}<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>`,
  );
  const content = `<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`;
  const encode = (text: string) => new TextEncoder().encode(text);
  return scratchFile(
    name,
    zipSync({
      mimetype: [encode('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
      'content.xml': encode(content),
    }),
  );
}

const text = (value: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const header = HEADER.map(text).join('');

async function only(path: string): Promise<string> {
  const [first = '', ...more] = sheetsOf(path) ?? [];
  expect(more).toEqual([]);
  return first;
}

describe('an Excel workbook', () => {
  it('gives ids as text, dates as they were entered, and line ends in cells', async () => {
    const path = await only(await excel({ Tickets: TICKETS }));
    expect(await detectFormat(path)).toMatchObject({ format: 'long-csv', confidence: 0.9 });
    const { dialogues, rejects, warnings } = await collect(path, 'long-csv');
    expect(rejects).toEqual([]);
    expect(warnings).toEqual([
      'Times without a time zone: 4, the first in row 2. These times are read as UTC.',
    ]);
    expect(dialogues.map(({ externalId }) => externalId)).toEqual(['123456789012345', '0042']);
    expect(dialogues[0]?.utterances).toMatchObject([
      { line: 2, text: 'My order, "A-1", is late', time: '2024-03-04T09:30:00.000Z', role: 'user' },
      { line: 3, text: 'Sorry!\nI look into it', time: '2024-03-04T09:31:30.000Z', role: 'system' },
    ]);
    expect(dialogues[1]?.utterances).toMatchObject([
      { line: 4, text: 'Danke für die Hilfe', time: '2024-03-05T00:00:00.000Z' },
      { line: 5, text: '4.2' },
    ]);
  });

  it('leaves out what stands above the header, and names sheet, row and value of what it rejects', async () => {
    const rows: (readonly Cell[])[] = [
      ['Report of March'],
      [null],
      ...TICKETS,
      [null, null, null, null],
      [null, new Date('2024-03-05T08:00:00Z'), 'agent', 'To nobody'],
    ];
    const { dialogues, rejects } = await collect(await only(await excel({ 'March 2024': rows })), 'long-csv');
    expect(dialogues[0]?.utterances[0]?.line).toBe(4);
    expect(rejects).toMatchObject([
      {
        line: 9,
        reason: expect.stringMatching(
          /^Row 9 of sheet "March 2024" has no dialogue id\. Fill in the cell\.$/,
        ),
        excerpt: expect.stringContaining('To nobody'),
      },
    ]);
  });

  it('shows the first sheet that holds dialogues, and the others to choose from', async () => {
    const path = await excel({
      Notes: [['What this is'], ['Made by Ann']],
      Tickets: TICKETS,
      'R&D "x"': TICKETS,
    });
    expect(sheetNames(path)).toEqual(['Notes', 'Tickets', 'R&D "x"']);
    const shown = await previewFile(path);
    expect(shown).toMatchObject({
      sheet: 'Tickets',
      sheets: ['Notes', 'Tickets', 'R&D "x"'],
      format: 'long-csv',
    });
    expect(shown.dialogues).toHaveLength(2);
    expect((await previewFile(path, { sheet: 'R&D "x"' })).dialogues).toHaveLength(2);
    await expect(previewFile(path, { sheet: 'Tikets' })).rejects.toMatchObject({
      message: '"tickets.xlsx" has no sheet "Tikets".',
      nextStep: 'Choose one of these sheets: "Notes", "Tickets", "R&D "x"".',
    });
  });

  it('can be queried like a table', async () => {
    const path = await only(await excel({ Tickets: TICKETS }));
    const query = { sql: "select * from data where ticket = '0042'", limit: null, sample: null };
    const { dialogues } = await collect(path, 'query-table', { query });
    expect(dialogues.map(({ externalId }) => externalId)).toEqual(['0042']);
  });

  it('says in words what is damaged, and what to do', async () => {
    const whole = await excel({ Tickets: TICKETS }, 'whole.xlsx');
    const { unzipSync, strFromU8, strToU8 } = await import('fflate');
    const { readFile } = await import('node:fs/promises');
    const parts = unzipSync(await readFile(whole));
    const sheet = 'xl/worksheets/sheet1.xml';
    const broken = strFromU8(parts[sheet]!).replace(/(<c r="D2"[^>]*t="s"[^>]*><v>)\d+/, '$1999');
    expect(broken).not.toBe(strFromU8(parts[sheet]!));
    const path = await only(
      await scratchFile('broken.xlsx', zipSync({ ...parts, [sheet]: strToU8(broken) })),
    );
    await expect(collect(path, 'long-csv')).rejects.toMatchObject({
      code: 'CANNOT_READ',
      message: 'Sheet "Tickets" of "broken.xlsx" cannot be read: the cell D2 is damaged (value invalid).',
      nextStep: expect.stringContaining('save it again as .xlsx'),
    });
  });
});

describe('an OpenDocument spreadsheet', () => {
  it('gives the same as an Excel workbook, and no comments', async () => {
    const date = (value: string, shown: string): string =>
      `<table:table-cell office:value-type="date" office:date-value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
    const number = (value: string, shown: string): string =>
      `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
    const note = '<office:annotation><text:p>Ask Ann</text:p></office:annotation>';
    const path = await openDocument({
      Other: [text('x')],
      'A & B': [
        header,
        `${number('1.23456789012345E+14', '1,23E+14')}${date('2024-03-04T09:30:00', '04.03.24')}${text('customer')}<table:table-cell office:value-type="string">${note}<text:p>My  order<text:s text:c="2"/>&lt;1&gt;</text:p><text:p>is late</text:p></table:table-cell>`,
        `${number('42', '0042')}${date('2024-03-05', '05.03.24')}${text('customer')}${text('Hi')}`,
        `${number('42', '0042')}${date('2024-03-06', '06.03.24')}${text('agent')}${number('4.2000000000000002', '4,2')}`,
      ],
    });
    expect(sheetNames(path)).toEqual(['Other', 'A & B']);
    const { dialogues, rejects } = await collect(pathInside(path, 'A & B'), 'long-csv');
    expect(rejects).toEqual([]);
    expect(dialogues.map(({ externalId }) => externalId)).toEqual(['123456789012345', '0042']);
    expect(dialogues[0]?.utterances).toMatchObject([
      { line: 2, text: 'My  order  <1>\nis late', time: '2024-03-04T09:30:00.000Z' },
    ]);
    expect(dialogues[1]?.utterances.map((said) => said.text)).toEqual(['Hi', '4.2']);
  });

  it('refuses a few bytes that stand for a billion cells', async () => {
    const wide = `<table:table-cell office:value-type="string" table:number-columns-repeated="16000"><text:p>x</text:p></table:table-cell>`;
    const path = await openDocument({
      A: [header, `</table:table-row><table:table-row table:number-rows-repeated="1000000">${wide}`],
    });
    await expect(collect(pathInside(path, 'A'), 'long-csv')).rejects.toMatchObject({
      message: 'Sheet "A" of "tickets.ods" cannot be read: it has more than 20,000,000 cells.',
    });
  });
});

describe('a file that only looks like a workbook', () => {
  it('is named for what it is, with the next step', async () => {
    const zipped = (names: readonly string[]) =>
      zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array([1])])));
    const said = async (name: string, content: Uint8Array) =>
      detectFormat(await scratchFile(name, content)).catch(
        ({ message, nextStep }: Error & { nextStep: string }) => [message.replace(/^"[^"]*"/, ''), nextStep],
      );
    expect(await said('letter.docx', zipped(['[Content_Types].xml', 'word/document.xml']))).toEqual([
      ' is a Word document.',
      expect.stringContaining('plain text'),
    ]);
    expect(await said('tickets.xlsb', zipped(['xl/workbook.bin']))).toEqual([
      ' is an Excel binary workbook (.xlsb).',
      'Open it in Excel, save it as .xlsx, and import that.',
    ]);
    expect(await said('locked.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual([
      expect.stringContaining('locked with a password'),
      expect.stringContaining('save it without a password as .xlsx'),
    ]);
    expect(await said('cut.xlsx', zipped(['a.txt']).subarray(0, 40))).toEqual([
      ' is a ZIP archive or a workbook that has nothing to read.',
      'It may be damaged. Export or download it again.',
    ]);
    expect(sheetsOf(await scratchFile('cut.xlsx', zipped(['xl/workbook.xml']).subarray(0, 60)))).toBeNull();
    expect(filesInZip(await scratchFile('tickets.zip', zipped(['a.csv'])))).toHaveLength(1);
    expect(sheetsOf(scratchFolder())).toBeNull();
  });
});

it('writes numbers and dates as a person sees them', () => {
  expect(
    ['42', '-7', '4.2000000000000002', '1.23456789012345E+17', '-2e3', '1E-3', 'x'].map(numberText),
  ).toEqual(['42', '-7', '4.2', '123456789012345000', '-2000', '0.001', 'x']);
  expect(
    [
      '2024-02-29T00:00:00Z',
      '2024-02-29T13:05:09Z',
      '2024-02-29T13:05:09.250Z',
      '2024-02-29T07:59:59.999Z',
      '1899-12-30T08:15:00Z',
    ].map((at) => dateText(new Date(at))),
  ).toEqual([
    '2024-02-29',
    '2024-02-29T13:05:09',
    '2024-02-29T13:05:09.250',
    '2024-02-29T08:00:00',
    '08:15:00',
  ]);
});
