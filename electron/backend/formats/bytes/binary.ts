import { extname } from 'node:path';

/** The beginnings of common files that are not text, and what to do with each. */
const SIGNATURES: readonly {
  readonly bytes: readonly number[];
  readonly name: string;
  readonly nextStep: string;
}[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    name: 'a ZIP archive or an Office document',
    nextStep: 'Call an archive .zip; of an Office document save the sheet as CSV (UTF-8), and import that.',
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    name: 'an old Office document',
    nextStep: 'Save the sheet as CSV (UTF-8) and import that.',
  },
  {
    bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
    name: 'an SQLite database',
    nextStep:
      'If it is a project of this app, open it instead of importing it; otherwise export its table as CSV.',
  },
  { bytes: [0x25, 0x50, 0x44, 0x46], name: 'a PDF', nextStep: 'Ask for the conversations as CSV or JSON.' },
  {
    bytes: [0x50, 0x41, 0x52, 0x31],
    name: 'a Parquet file',
    nextStep: 'Convert it to CSV or JSON Lines and import that.',
  },
  {
    bytes: [0x28, 0xb5, 0x2f, 0xfd],
    name: 'a Zstandard archive',
    nextStep: 'Unpack it and import what is inside.',
  },
  { bytes: [0x42, 0x5a, 0x68], name: 'a bzip2 archive', nextStep: 'Unpack it and import what is inside.' },
  {
    bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    name: 'an xz archive',
    nextStep: 'Unpack it and import what is inside.',
  },
  {
    bytes: [0x37, 0x7a, 0xbc, 0xaf],
    name: 'a 7-Zip archive',
    nextStep: 'Unpack it and import what is inside.',
  },
  {
    bytes: [0x52, 0x61, 0x72, 0x21],
    name: 'a RAR archive',
    nextStep: 'Unpack it and import what is inside.',
  },
  {
    bytes: [0x89, 0x50, 0x4e, 0x47],
    name: 'a PNG picture',
    nextStep: 'Choose a file of conversations: CSV or JSON Lines, also as .gz.',
  },
  {
    bytes: [0xff, 0xd8, 0xff],
    name: 'a JPEG picture',
    nextStep: 'Choose a file of conversations: CSV or JSON Lines, also as .gz.',
  },
];

/** Text holds hardly any control characters; a machine's bytes about one in ten. */
const CONTROL_SHARE = 0.05;
const FEW_CONTROLS = 10;
const SURE_SHARE = 0.3;
const TAR_MAGIC_OFFSET = 257;

/** Says what kind of binary file the first bytes (after gunzip) are, or null when they look like text. */
export function binaryKind(head: Buffer, path: string): { name: string; nextStep: string } | null {
  for (const { bytes, name, nextStep } of SIGNATURES) {
    if (bytes.every((byte, index) => head[index] === byte)) return { name, nextStep };
  }
  if (head.toString('latin1', TAR_MAGIC_OFFSET, TAR_MAGIC_OFFSET + 5) === 'ustar') {
    return { name: 'a tar archive', nextStep: 'Unpack it and import what is inside.' };
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
    nextStep: 'Choose a file of conversations: CSV or JSON Lines, also as .gz.',
  };
}
