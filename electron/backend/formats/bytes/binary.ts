import { basename, extname } from 'node:path';

const UNPACK = 'Unpack the archive and import the files in it.';
const CHOOSE = 'Choose a file with dialogues, such as CSV or JSON Lines. It can be compressed as .gz.';

/** The beginnings of common files that are not text, as hexadecimal bytes, and what to do with each. */
const SIGNATURES: readonly (readonly [bytes: string, name: string, nextStep: string])[] = [
  [
    'd0cf11e0',
    'an older Office document (.xls, .doc), or an Office document locked with a password',
    'Open it in Excel or LibreOffice, save it without a password as .xlsx, and import that.',
  ],
  [
    '53514c697465',
    'an SQLite database',
    'If it is a Dialogram project, open it instead of importing it. Otherwise, export its table as CSV.',
  ],
  ['25504446', 'a PDF', 'Ask for the dialogues as a CSV or JSON file.'],
  ['50415231', 'a packed Parquet file', 'Unpack it, and import the .parquet file itself.'],
  ['28b52ffd', 'a Zstandard archive', UNPACK],
  ['425a68', 'a bzip2 archive', UNPACK],
  ['fd377a585a', 'an xz archive', UNPACK],
  ['377abcaf', 'a 7-Zip archive', UNPACK],
  ['52617221', 'a RAR archive', UNPACK],
  ['89504e47', 'a PNG picture', CHOOSE],
  ['ffd8ff', 'a JPEG picture', CHOOSE],
];

/** Kinds of ZIP archives, by a name or text near the start, then by the ending. The last kind matches every archive. */
const ZIP_KINDS: readonly (readonly [part: RegExp, name: string, nextStep: string])[] = [
  [/word\//, 'a Word document', 'Save it as plain text (.txt), or paste the dialogues into a table.'],
  [/ppt\//, 'a PowerPoint presentation', CHOOSE],
  [
    /xl\/workbook\.bin/,
    'an Excel binary workbook (.xlsb)',
    'Open it in Excel, save it as .xlsx, and import that.',
  ],
  [
    /xl\//,
    'an Excel workbook that has no sheets to read',
    'Open it in Excel, save it as .xlsx, and import that.',
  ],
  [
    /opendocument\.spreadsheet/,
    'an OpenDocument spreadsheet that has no sheets to read',
    'Open it in LibreOffice, save it as .ods or .xlsx, and import that.',
  ],
  [/opendocument\./, 'an OpenDocument text or drawing', 'Save its table as .ods or .xlsx, and import that.'],
  [
    /\.(?:zip|xlsx|xlsm|ods)$/i,
    'a ZIP archive or a workbook that has nothing to read',
    'It may be damaged. Export or download it again.',
  ],
  [
    /(?:)/,
    'a ZIP archive or an Office document without the usual ending',
    'Rename the file so that it ends in .zip, .xlsx or .ods, and import it again.',
  ],
];

/** The share of control characters from which a file is binary. Binary data have about one in ten bytes. */
const CONTROL_SHARE = 0.05;
const FEW_CONTROLS = 10;
const SURE_SHARE = 0.3;
const TAR_MAGIC_OFFSET = 257;

export function binaryKind(head: Buffer, path: string): { name: string; nextStep: string } | null {
  for (const [bytes, name, nextStep] of SIGNATURES)
    if (head.toString('hex', 0, bytes.length / 2) === bytes) return { name, nextStep };
  if (head.toString('hex', 0, 4) === '504b0304') {
    const text = `${head.toString('latin1')}${basename(path)}`;
    const [, name = '', nextStep = ''] = ZIP_KINDS.find(([part]) => part.test(text)) ?? [];
    return { name, nextStep };
  }
  if (head.toString('latin1', TAR_MAGIC_OFFSET, TAR_MAGIC_OFFSET + 5) === 'ustar') {
    return { name: 'a tar archive', nextStep: UNPACK };
  }
  let controls = 0;
  for (const byte of head) {
    if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b) controls++;
  }
  const share = controls / head.length;
  // A few stray NULs in a short file are a small fault, and the file is still text.
  if (share <= CONTROL_SHARE || (controls < FEW_CONTROLS && share < SURE_SHARE)) return null;
  const extension = extname(path);
  return {
    name: extension ? `binary data, not text (${extension})` : 'binary data, not text',
    nextStep: CHOOSE,
  };
}
