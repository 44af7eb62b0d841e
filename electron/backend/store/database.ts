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

/** A writing connection: of the backend thread, or of a worker that it lets write. */
export type WriteDatabase = Database.Database & { readonly access: 'write'; readonly place: Place };
/** A connection of a worker; SQLite itself refuses its writes. */
export type ReadDatabase = Database.Database;

export interface OpenedDatabase {
  readonly database: WriteDatabase;
  readonly migratedFrom: number | null;
  /** Path of the copy made before the migration. */
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

/** The longest file name of common file systems, in bytes, minus the suffix that SQLite adds for a while. */
const LONGEST_NAME_BYTES = 255 - '-journal'.length;

/** @throws ALREADY_EXISTS, NOT_FOUND if the folder is missing, or INVALID for a too long name */
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

export function createDatabase(path: string, version = SCHEMA_VERSION): WriteDatabase {
  checkPathIsFree(path);
  let database: Database.Database | null = null;
  try {
    makePrivateFile(path);
    database = new Database(path);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    const configured = configure(database, path);
    migrate(database, version);
    return configured;
  } catch (error) {
    database?.close();
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
    throw translateError(error, path);
  }
}

/** Opens a project file, migrating it after a backup; see `checkProjectFile` for refusals. */
export async function openDatabase(path: string): Promise<OpenedDatabase> {
  checkProjectFile(path);
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { fileMustExist: true });
    const version = schemaVersionOf(database);
    // The header may be older than a crash's write-ahead log.
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
 * Closes a project's file. If it has disappeared, deletes only its companion files.
 * @returns whether the file is complete and no longer in WAL mode (see `page-sums.ts`)
 */
export function closeDatabase(database: WriteDatabase, path: string): boolean {
  const isKept = database.place.isKept();
  if (!isKept) emptyLog(database);
  const isWhole = isKept && leaveLog(database);
  database.close();
  if (!isKept && !existsSync(path)) removeCompanions(path);
  return isWhole;
}

/** Takes a file out of WAL mode. False if another connection still reads; then the log stays. */
function leaveLog(database: Database.Database): boolean {
  try {
    database.pragma('busy_timeout = 0');
    // Nobody else has it open, so a random number identifies it. The library keeps it.
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
 * Writes an open project to another file, completely or not at all. @throws ALREADY_EXISTS, NOT_FOUND, or a file error
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

/** An empty project in memory with a given schema version, to inspect its tables. */
export function emptyProject(version: number): ReadDatabase {
  const database = new Database(':memory:');
  migrate(database, version);
  return database;
}

/** The connection of a worker that writes while the backend thread does not (see `whileOnlyReading`). */
export function openForWriting(path: string): WriteDatabase {
  return configure(new Database(path, { fileMustExist: true }), path);
}

/** Lets another connection write. Own writes fail at once instead of blocking the thread. */
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

/** True while another connection does the writing. */
export const isOnlyReading = (database: WriteDatabase): boolean =>
  database.pragma('query_only', { simple: true }) === 1;

/** Returns a worker's connection, which sees committed data and writes nothing. */
export function openForReading(path: string): ReadDatabase {
  return new Database(path, { readonly: true, fileMustExist: true });
}

/** Returns a kind of content that somebody would miss; null if the project is empty. */
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
