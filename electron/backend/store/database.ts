import { existsSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../errors.ts';
import { migrate, SCHEMA_VERSION, schemaVersionOf } from './migrate.ts';

/** "DIAL" in the file's header, so that a project is told from any other SQLite file. */
const APPLICATION_ID = 0x4449414c;

/** The one connection that writes; only the backend thread has it. */
export type WriteDatabase = Database.Database & { readonly access: 'write' };
/** A connection of a worker; SQLite itself refuses its writes. */
export type ReadDatabase = Database.Database;

export interface OpenedDatabase {
  readonly database: WriteDatabase;
  /** The version before migrating, or null where nothing had to be migrated. */
  readonly migratedFrom: number | null;
  /** Where the copy from before the migration is. */
  readonly backup: string | null;
}

function configure(database: Database.Database): WriteDatabase {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -65536');
  return Object.assign(database, { access: 'write' as const });
}

/** Makes a new project file; on any failure nothing of it stays behind. */
export function createDatabase(path: string): WriteDatabase {
  if (existsSync(path)) {
    throw new DialogramError('ALREADY_EXISTS', `There is a file at ${path} already.`, {
      place: path,
      nextStep: 'Choose another name, or open the file.',
    });
  }
  let database: Database.Database | null = null;
  try {
    database = new Database(path);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    const configured = configure(database);
    migrate(database);
    return configured;
  } catch (error) {
    database?.close();
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
    throw translateError(error, path);
  }
}

/** Opens a project file, migrating it after a backup; refuses what is not ours or is newer. */
export async function openDatabase(path: string): Promise<OpenedDatabase> {
  let database: Database.Database | null = null;
  try {
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
    database = new Database(path);
    const applicationId = database.pragma('application_id', { simple: true });
    if (applicationId !== APPLICATION_ID) {
      throw new DialogramError('NOT_A_PROJECT', `${basename(path)} is not a Dialogram project.`, {
        place: path,
        nextStep: 'Choose a .dialogram file; transcripts are imported into a project.',
      });
    }
    const version = schemaVersionOf(database);
    if (version > SCHEMA_VERSION) {
      throw new DialogramError(
        'PROJECT_NEWER',
        `${basename(path)} was written by a newer Dialogram (schema ${version}; this one knows ${SCHEMA_VERSION}). It was left as it is.`,
        { place: path, value: String(version), nextStep: 'Update Dialogram to open it.' },
      );
    }
    let backup: string | null = null;
    if (version < SCHEMA_VERSION) {
      backup = await backupBefore(database, path, version);
    }
    const configured = configure(database);
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
  await database.backup(backup);
  return backup;
}

/** A connection for a worker: sees what is committed, writes nothing. */
export function openForReading(path: string): ReadDatabase {
  return new Database(path, { readonly: true, fileMustExist: true });
}
