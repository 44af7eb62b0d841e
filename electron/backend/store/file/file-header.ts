import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../../errors.ts';
import { backupsOf } from './backup-list.ts';
import { damaged } from './damaged.ts';
import { isHeld, isHeldFile } from './lock.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import { HEADER_BYTES, hasSums, readHeader, readSums } from './page-sums.ts';

/** "DIAL" in the file's header, which distinguishes projects from other SQLite files. */
export const APPLICATION_ID = 0x4449414c;

// The layout of an SQLite file's first 100 bytes: https://www.sqlite.org/fileformat.html, section 1.3.
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

const isOurs = (header: Buffer): boolean =>
  header.length === HEADER_BYTES &&
  header.subarray(0, MAGIC.length).equals(MAGIC) &&
  header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID;

export function newerProject(path: string, version: number): DialogramError {
  return new DialogramError(
    'PROJECT_NEWER',
    `${basename(path)} was saved by a newer version of Dialogram (schema ${version}; this version supports up to ${SCHEMA_VERSION}). The file is unchanged.`,
    { place: path, value: String(version), nextStep: 'Update Dialogram to open it.' },
  );
}

/**
 * Reads only the first bytes, because SQLite would create files or finish a write. @throws NOT_FOUND, NOT_A_PROJECT,
 * PROJECT_DAMAGED, PROJECT_NEWER or CANNOT_WRITE
 */
export function checkProjectFile(path: string): void {
  if (!existsSync(path)) {
    throw new DialogramError('NOT_FOUND', `There is no file at ${path}.`, {
      place: path,
      nextStep: 'Check the path, or create a new project.',
    });
  }
  if (statSync(path).isDirectory()) {
    throw new DialogramError('NOT_A_PROJECT', `${path} is a folder.`, {
      place: path,
      nextStep: 'Choose a .dialogram file in this folder.',
    });
  }
  let header: Buffer;
  try {
    header = readHeader(path);
  } catch (error) {
    throw translateError(error, path);
  }
  if (!isOurs(header) && wasProject(path, header))
    throw damaged(path, ['its first page is not as Dialogram saved it']);
  if (!isOurs(header)) {
    throw new DialogramError('NOT_A_PROJECT', `${basename(path)} is not a Dialogram project.`, {
      place: path,
      nextStep: 'Choose a .dialogram file. To use transcripts, import them into a project.',
    });
  }
  const version = header.readUInt32BE(USER_VERSION_AT);
  // If the checksums belong to this file, only the version number is damaged.
  if (version > SCHEMA_VERSION && !hasSums(path)) throw newerProject(path, version);
}

/** Returns true if a file was a project: half of its mark is left, or companion files are next to it. */
const wasProject = (path: string, header: Buffer): boolean =>
  (header.length === HEADER_BYTES && header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID) ||
  readSums(path) !== null ||
  (ENDING.test(path) && backupsOf(path).length > 0);

/** The start of SQLite's write-ahead log, without its last bit: https://www.sqlite.org/fileformat.html, section 4.1. */
const LOG_MAGIC = 0x377f0682;
const ENDING = /\.dialogram$/i;
const COMPANION = /-(?:wal|shm|lock|journal|sums|new)$/i;

function firstBytes(path: string): Buffer {
  try {
    return statSync(path).isFile() ? readHeader(path) : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Returns which part of a project a path is; null if it is none. Recognizes projects by their content. */
export function partOfProject(path: string): string | null {
  const isProject = (place: string): boolean =>
    (ENDING.test(place) && existsSync(place)) ||
    isHeld(place) ||
    (!isHeldFile(place) && isOurs(firstBytes(place)));
  const project = path.replace(COMPANION, '');
  const isCompanion = isHeldFile(path) || (project !== path && (ENDING.test(project) || isProject(project)));
  if (isProject(path)) return 'a project';
  const header = isCompanion ? Buffer.alloc(0) : firstBytes(path);
  const isLog = header.length >= 4 && (header.readUInt32BE(0) & ~1) === LOG_MAGIC;
  return isCompanion || isLog ? 'a file that a project needs' : null;
}
