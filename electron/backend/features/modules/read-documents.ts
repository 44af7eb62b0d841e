import { constants, promises as files } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { parse } from 'csv-parse/sync';
import { htmlText } from '#shared/algorithms/passages/html-text.ts';
import { cutPassages } from '#shared/algorithms/passages/passage-index.ts';
import type { ModulePassage } from '#shared/contract/modules.ts';
import { binaryKind } from '../../formats/bytes/binary.ts';
import { detectEncoding } from '../../formats/bytes/encoding.ts';

/** Limits for a folder. Everything beyond is left out and reported. */
const FOLDER_LIMITS = {
  files: 2000,
  fileBytes: 4 * 2 ** 20,
  totalBytes: 32 * 2 ** 20,
  passages: 20_000,
  depth: 12,
} as const;
type FolderLimits = { readonly [Name in keyof typeof FOLDER_LIMITS]: number };

const READ = ['.txt', '.md', '.html', '.htm', '.csv'];

interface DocumentFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly changedAtMs: number;
}

export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

interface FolderListing {
  /** The folder's path after resolving links. */
  readonly root: string;
  readonly files: readonly DocumentFile[];
  readonly leftOut: readonly LeftOut[];
  /** A fingerprint that changes if any of the files changes. */
  readonly fingerprint: string;
}

/** Lists the documents of a folder by name. Leaves out links, hidden files, and files of other types. */
export async function listDocuments(
  folder: string,
  limits: FolderLimits = FOLDER_LIMITS,
): Promise<FolderListing> {
  const root = await files.realpath(folder);
  const found: DocumentFile[] = [];
  const leftOut: LeftOut[] = [];
  let total = 0;
  let seen = 0;
  const walk = async (place: string, depth: number): Promise<void> => {
    const entries = await files.readdir(place, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue;
      const path = join(place, entry.name);
      const name = relative(root, path).split(sep).join('/');
      if (entry.isSymbolicLink()) leftOut.push({ name, why: 'is a link; links are not followed' });
      else if (entry.isDirectory()) {
        if (depth >= limits.depth) leftOut.push({ name, why: `is more than ${limits.depth} folders deep` });
        else await walk(path, depth + 1);
      } else if (entry.isFile() && READ.includes(extname(name).toLowerCase())) {
        seen++;
        const { size, mtimeMs } = await files.lstat(path);
        if (seen > limits.files) leftOut.push({ name, why: `is beyond the first ${limits.files} files` });
        else if (size > limits.fileBytes)
          leftOut.push({ name, why: `is larger than ${megabytes(limits.fileBytes)}` });
        else if (total + size > limits.totalBytes)
          leftOut.push({ name, why: `is beyond the first ${megabytes(limits.totalBytes)}` });
        else {
          total += size;
          found.push({ name, path, bytes: size, changedAtMs: mtimeMs });
        }
      }
    }
  };
  await walk(root, 1);
  const fingerprint = JSON.stringify([
    found.map(({ name, bytes, changedAtMs }) => [name, bytes, changedAtMs]),
    leftOut,
  ]);
  return { root, files: found, leftOut, fingerprint };
}

export async function readPassages(
  { root, files: documents, leftOut }: FolderListing,
  limits: FolderLimits = FOLDER_LIMITS,
): Promise<{ passages: ModulePassage[]; leftOut: LeftOut[] }> {
  const passages: ModulePassage[] = [];
  const without = [...leftOut];
  for (const { name, path } of documents) {
    try {
      const bytes = await readInside(root, path, limits.fileBytes);
      const { text, why } = decodedText(bytes, name);
      if (text === null) without.push({ name, why });
      else {
        for (const passage of passagesOf(name, text)) {
          if (passages.length >= limits.passages) {
            without.push({ name, why: `exceeds the limit of ${limits.passages} passages` });
            break;
          }
          passages.push(passage);
        }
      }
    } catch (error) {
      without.push({
        name,
        why: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'it changed while it was being read'})`,
      });
    }
  }
  return { passages, leftOut: without };
}

/** Reads a file only if it is still inside the folder and not a link. */
async function readInside(root: string, path: string, most: number): Promise<Buffer> {
  const real = await files.realpath(path);
  if (real !== path || !real.startsWith(root + sep)) throw new Error('The file was replaced by a link.');
  const file = await files.open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = await file.stat();
    if (size > most) throw new Error('The file has grown.');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const HEAD_BYTES = 64 * 1024;

function decodedText(bytes: Buffer, name: string): { text: string; why: '' } | { text: null; why: string } {
  const head = bytes.subarray(0, HEAD_BYTES);
  const encoding = detectEncoding(head);
  const binary = encoding.startsWith('utf-16') ? null : binaryKind(head, name);
  if (binary) return { text: null, why: `is ${binary.name}` };
  return { text: new TextDecoder(encoding).decode(bytes), why: '' };
}

function passagesOf(name: string, text: string): ModulePassage[] {
  const kind = extname(name).toLowerCase();
  if (kind === '.csv')
    return rowsOf(text).flatMap(({ row, line }) =>
      cut(row).map((own) => ({ text: own.text, place: `${name}, row ${line}` })),
    );
  if (kind === '.txt' || kind === '.md') {
    const lines = lineCounter(text);
    return cut(text).map(({ text: own, start }) => ({
      text: own,
      place: `${name}, from line ${lines(start)}`,
    }));
  }
  return cut(htmlText(text)).map(({ text: own }, at) => ({ text: own, place: `${name}, part ${at + 1}` }));
}

const cut = (text: string) => cutPassages(text).filter(({ text: own }) => /[\p{L}\p{N}]/u.test(own));

/** Returns a function that gives the line number, from 1, of each position. Positions must ascend. */
function lineCounter(text: string): (place: number) => number {
  let line = 1;
  let at = 0;
  return (place) => {
    for (; at < place; at++) if (text.charCodeAt(at) === 10) line++;
    return line;
  };
}

/** Returns rows as "header: cell" lines; none if there is no second row. */
function rowsOf(text: string): { row: string; line: number }[] {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t', '|'].reduce((best, other) =>
    first.split(other).length > first.split(best).length ? other : best,
  );
  const records = parse(text, {
    bom: true,
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  }) as string[][];
  const [header = [], ...rows] = records;
  return rows.map((cells, at) => ({
    line: at + 2,
    row: cells
      .map((cell, column) => [header[column]?.trim() ?? '', cell.trim()])
      .filter(([, cell]) => cell !== '')
      .map(([name, cell]) => (name === '' ? cell : `${name}: ${cell}`))
      .join('\n'),
  }));
}

const megabytes = (bytes: number): string => `${Math.round((bytes / 2 ** 20) * 10) / 10} MB`;
