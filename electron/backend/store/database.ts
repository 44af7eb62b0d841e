import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../errors.ts';
import { APPLICATION_ID, checkProjectFile, newerProject } from './file/file-header.ts';
import { emptyLog, guardWrites, type Place } from './file/guard-writes.ts';
import { makePrivateFile } from './file/lock.ts';
import { migrate, SCHEMA_VERSION, schemaVersionOf } from './file/migrate.ts';

/** A connection that may write: the backend thread's, or that of a worker which the backend thread lets write. */
export type WriteDatabase = Database.Database & { readonly access: 'write'; readonly place: Place };
/** A connection for reading. In a worker, SQLite itself refuses to write through it. */
export type ReadDatabase = Database.Database;

export interface OpenedDatabase {
  readonly database: WriteDatabase;
  readonly migratedFrom: number | null;
  readonly backup: string | null;
}

function configure(database: Database.Database, path: string): WriteDatabase {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -65536');
  return Object.assign(database, { access: 'write' as const, place: guardWrites(database, path) });
}

export function alreadyExists(path: string): DialogramError {
  return new DialogramError('ALREADY_EXISTS', `There is already a file at ${path}.`, {
    place: path,
    nextStep: 'Choose another name, or open the file.',
  });
}

/** The maximum bytes of a file name on common file systems, without the suffix that SQLite adds temporarily. */
const LONGEST_NAME_BYTES = 255 - '-journal'.length;

/** @throws ALREADY_EXISTS, NOT_FOUND if the folder is missing, or INVALID if the name is too long */
export function checkPathIsFree(path: string): void {
  if (Buffer.byteLength(basename(path)) > LONGEST_NAME_BYTES) {
    throw new DialogramError('INVALID', `The project name ${basename(path)} is too long.`, {
      place: path,
      nextStep: 'Choose a shorter name.',
    });
  }
  if (existsSync(path)) throw alreadyExists(path);
  const folder = dirname(path);
  if (existsSync(folder)) return;
  throw new DialogramError('NOT_FOUND', `There is no folder ${folder}.`, {
    place: path,
    value: folder,
    nextStep: 'Create the folder first, or choose another place.',
  });
}

/** Makes an empty project under another name first, so that a crash leaves nothing half made at `path`. */
export function createDatabase(path: string, version = SCHEMA_VERSION): WriteDatabase {
  checkPathIsFree(path);
  const unfinished = `${path}-new`;
  let made = unfinished;
  let database: Database.Database | null = null;
  try {
    removeFile(unfinished);
    makePrivateFile(unfinished);
    database = new Database(unfinished);
    database.pragma('journal_mode = MEMORY');
    database.pragma(`application_id = ${APPLICATION_ID}`);
    migrate(database, version);
    database.pragma('journal_mode = WAL');
    database.close();
    if (existsSync(path)) throw alreadyExists(path);
    renameSync(unfinished, path);
    made = path;
    database = new Database(path);
    return configure(database, path);
  } catch (error) {
    database?.close();
    removeFile(made);
    throw translateError(error, path);
  }
}

function removeFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/** Opens a project file. An older file is first backed up and migrated. @throws as `checkProjectFile` */
export async function openDatabase(path: string): Promise<OpenedDatabase> {
  checkProjectFile(path);
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { fileMustExist: true });
    const version = schemaVersionOf(database);
    // After a crash, the write-ahead log may be newer than the header.
    if (version > SCHEMA_VERSION) throw newerProject(path, version);
    let backup: string | null = null;
    if (version < SCHEMA_VERSION) {
      backup = await backupBefore(database, path, version);
    }
    const configured = configure(database, path);
    migrate(database);
    return { database: configured, migratedFrom: backup === null ? null : version, backup };
  } catch (error) {
    database?.close();
    throw translateError(error, path);
  }
}

async function backupBefore(database: Database.Database, path: string, version: number): Promise<string> {
  const stamp = new Date().toISOString().replace(/[-:]/g, '').slice(0, 15);
  const backup = `${path}.before-v${version + 1}-${stamp}.bak`;
  try {
    makePrivateFile(backup);
    await database.backup(backup);
    return backup;
  } catch (error) {
    rmSync(backup, { force: true });
    throw error;
  }
}

/**
 * Closes a project. If its file has disappeared, deletes only the companion files. Returns true if the file is complete
 * and no longer in WAL mode (see `page-sums.ts`).
 */
export function closeDatabase(database: WriteDatabase, path: string): boolean {
  const isKept = database.place.isKept();
  if (!isKept) emptyLog(database);
  const isWhole = isKept && leaveLog(database);
  database.close();
  if (!isKept && !existsSync(path)) removeCompanions(path);
  return isWhole;
}

/** Ends the WAL mode of a file. Returns false if another connection is still reading; then the log stays. */
function leaveLog(database: Database.Database): boolean {
  try {
    database.pragma('busy_timeout = 0');
    // Nobody else has the file open, so a random number identifies it. Only the unsafe mode of the library allows
    // writing that number.
    database.unsafeMode(true);
    database.pragma(`schema_version = ${randomInt(2 ** 31)}`);
    return database.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
  } catch {
    return false;
  }
}

function removeCompanions(path: string): void {
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/**
 * Writes a project to another file, completely or not at all. @throws ALREADY_EXISTS, NOT_FOUND, or an error of the
 * file system
 */
export async function saveCopy(database: WriteDatabase, path: string): Promise<void> {
  checkPathIsFree(path);
  const temporary = join(dirname(path), `.${randomUUID().slice(0, 8)}.part`);
  try {
    makePrivateFile(temporary);
    await database.backup(temporary);
    const copy = new Database(temporary);
    leaveLog(copy);
    copy.close();
    checkPathIsFree(path);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw translateError(error, path);
  }
}

/** Returns an empty project in memory with a given version of the schema, whose tables can be inspected. */
export function emptyProject(version: number): ReadDatabase {
  const database = new Database(':memory:');
  migrate(database, version);
  return database;
}

/** Opens the connection of a worker that may write while the backend thread does not (see `whileOnlyReading`). */
export function openForWriting(path: string): WriteDatabase {
  return configure(new Database(path, { fileMustExist: true }), path);
}

/** Lets another connection write. Meanwhile, writes through this one fail at once instead of blocking the thread. */
export async function whileOnlyReading<Result>(
  database: WriteDatabase,
  work: () => Promise<Result>,
): Promise<Result> {
  database.pragma('query_only = ON');
  try {
    return await work();
  } finally {
    database.pragma('query_only = OFF');
  }
}

export const isOnlyReading = (database: WriteDatabase): boolean =>
  database.pragma('query_only', { simple: true }) === 1;

/** Opens a connection for a worker. It sees committed data and cannot write. */
export function openForReading(path: string): ReadDatabase {
  return new Database(path, { readonly: true, fileMustExist: true });
}

/** Returns the first kind of content that the project has; null if the project is empty. */
export const contentOf = (database: ReadDatabase): string | null =>
  ['dialogues', 'runs', 'edits', 'prompts'].find(
    (table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined,
  ) ?? null;

export function sqliteVersion(): string {
  const database = new Database(':memory:');
  try {
    return database.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  } finally {
    database.close();
  }
}
