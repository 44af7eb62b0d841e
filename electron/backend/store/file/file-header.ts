import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../../errors.ts';
import { SCHEMA_VERSION } from './migrate.ts';

/** "DIAL" in the file's header, so that a project is told from any other SQLite file. */
export const APPLICATION_ID = 0x4449414c;

// The layout of an SQLite file's first 100 bytes: https://www.sqlite.org/fileformat.html, section 1.3.
const HEADER_BYTES = 100;
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

export function newerProject(path: string, version: number): DialogramError {
  return new DialogramError(
    'PROJECT_NEWER',
    `${basename(path)} was written by a newer Dialogram (schema ${version}; this one knows ${SCHEMA_VERSION}). It was left as it is.`,
    { place: path, value: String(version), nextStep: 'Update Dialogram to open it.' },
  );
}

/**
 * Refuses what is no project of ours, or a newer one's, by its first bytes. SQLite is not asked: it would put
 * files beside the one that is refused, or write into it what a crash left undone.
 * @throws NOT_FOUND, NOT_A_PROJECT, PROJECT_NEWER or CANNOT_WRITE
 */
export function checkProjectFile(path: string): void {
  if (!existsSync(path)) {
    throw new DialogramError('NOT_FOUND', `There is no file at ${path}.`, {
      place: path,
      nextStep: 'Check the path, or make a new project.',
    });
  }
  if (statSync(path).isDirectory()) {
    throw new DialogramError('NOT_A_PROJECT', `${path} is a folder.`, {
      place: path,
      nextStep: 'Choose a .dialogram file in it.',
    });
  }
  let header: Buffer;
  try {
    header = readHeader(path);
  } catch (error) {
    throw translateError(error, path);
  }
  const isOurs =
    header.length === HEADER_BYTES &&
    header.subarray(0, MAGIC.length).equals(MAGIC) &&
    header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID;
  if (!isOurs) {
    throw new DialogramError('NOT_A_PROJECT', `${basename(path)} is not a Dialogram project.`, {
      place: path,
      nextStep: 'Choose a .dialogram file; transcripts are imported into a project.',
    });
  }
  const version = header.readUInt32BE(USER_VERSION_AT);
  if (version > SCHEMA_VERSION) throw newerProject(path, version);
}
