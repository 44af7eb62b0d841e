import { extname } from 'node:path';

const UNPACK = 'Unpack it and import what is inside.';
const CHOOSE = 'Choose a file of conversations: CSV or JSON Lines, also as .gz.';

/** The beginnings of common files that are not text, as hexadecimal bytes, and what to do with each. */
const SIGNATURES: readonly (readonly [bytes: string, name: string, nextStep: string])[] = [
  [
    '504b0304',
    'a ZIP archive or an Office document',
    'Call an archive .zip; of an Office document save the sheet as CSV (UTF-8), and import that.',
  ],
  ['d0cf11e0', 'an old Office document', 'Save the sheet as CSV (UTF-8) and import that.'],
  [
    '53514c697465',
    'an SQLite database',
    'If it is a project of this app, open it instead of importing it; otherwise export its table as CSV.',
  ],
  ['25504446', 'a PDF', 'Ask for the conversations as CSV or JSON.'],
  ['50415231', 'a Parquet file', 'Convert it to CSV or JSON Lines and import that.'],
  ['28b52ffd', 'a Zstandard archive', UNPACK],
  ['425a68', 'a bzip2 archive', UNPACK],
  ['fd377a585a', 'an xz archive', UNPACK],
  ['377abcaf', 'a 7-Zip archive', UNPACK],
  ['52617221', 'a RAR archive', UNPACK],
  ['89504e47', 'a PNG picture', CHOOSE],
  ['ffd8ff', 'a JPEG picture', CHOOSE],
];

/** Text holds hardly any control characters; a machine's bytes about one in ten. */
const CONTROL_SHARE = 0.05;
const FEW_CONTROLS = 10;
const SURE_SHARE = 0.3;
const TAR_MAGIC_OFFSET = 257;

/** Says what kind of binary file the first bytes (after gunzip) are, or null when they look like text. */
export function binaryKind(head: Buffer, path: string): { name: string; nextStep: string } | null {
  for (const [bytes, name, nextStep] of SIGNATURES)
    if (head.toString('hex', 0, bytes.length / 2) === bytes) return { name, nextStep };
  if (head.toString('latin1', TAR_MAGIC_OFFSET, TAR_MAGIC_OFFSET + 5) === 'ustar') {
    return { name: 'a tar archive', nextStep: UNPACK };
  }
  let controls = 0;
  for (const byte of head) {
    if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b) controls++;
  }
  const share = controls / head.length;
  // In a file of a few lines a handful of stray NULs is a small fault of a text.
  if (share <= CONTROL_SHARE || (controls < FEW_CONTROLS && share < SURE_SHARE)) return null;
  const extension = extname(path);
  return {
    name: extension ? `binary data, not text (${extension})` : 'binary data, not text',
    nextStep: CHOOSE,
  };
}
