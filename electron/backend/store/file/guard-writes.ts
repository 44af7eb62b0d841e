import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { DialogramError } from '#shared/contract/errors.ts';
import { keepPromise } from './durable.ts';
import { identityOf } from './lock.ts';

export interface Place {
  /** Returns true if the open file is at its path. Asks the file system each time, because a file may be put back. */
  isKept(): boolean;
  /** The reason why writes are refused. Set if the open file is no longer the project. */
  refusal: DialogramError | null;
  /** Damage found while the project is open stops all writes, and closing does not mark the file as undamaged. */
  damage: DialogramError | null;
  onLost: (() => void) | null;
}

export function emptyLog(database: Database.Database): void {
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // Another process is reading it. This is tried again when the project closes.
  }
}

/**
 * Refuses writes after the file was moved, deleted or replaced, because SQLite would continue writing to the old file.
 */
export function guardWrites(database: Database.Database, path: string): Place {
  const opened = identityOf(path);
  const place: Place = {
    isKept: () => identityOf(path) === opened,
    refusal: null,
    damage: null,
    onLost: null,
  };
  // Stored here, because asking SQLite for each row would take a tenth of an import's time.
  let isWithin = false;
  const check = (): void => {
    if (isWithin || database.inTransaction) return;
    if (place.damage) throw place.damage;
    if (place.refusal) throw place.refusal;
    if (place.isKept()) return;
    emptyLog(database);
    place.onLost?.();
    throw new DialogramError(
      'PROJECT_MOVED',
      `${basename(path)} was moved, deleted or replaced while it was open. Changes are no longer saved.`,
      { place: path, nextStep: 'Put the file back, or save the open project under another name.' },
    );
  };
  const checked =
    <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
    (...given: Given): Result => {
      check();
      return work(...given);
    };
  const kept =
    <Given extends unknown[], Result>(transaction: (...given: Given) => Result) =>
    (...given: Given): Result => {
      check();
      return keepPromise(database, () => transaction(...given));
    };
  const within =
    <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
    (...given: Given): Result => {
      const wasWithin = isWithin;
      isWithin = true;
      try {
        return work(...given);
      } finally {
        isWithin = wasWithin;
      }
    };
  const { prepare, transaction, exec } = database;
  Object.assign(database, {
    exec: checked(exec.bind(database)),
    transaction: <Given extends unknown[], Result>(work: (...given: Given) => Result) => {
      const begin: Database.Transaction<typeof work> = transaction.call(database, within(work));
      const { deferred, immediate, exclusive } = begin;
      return Object.assign(kept(begin), {
        deferred: kept(deferred),
        immediate: kept(immediate),
        exclusive: kept(exclusive),
      });
    },
    prepare: (sql: string) => {
      const statement = prepare.call(database, sql);
      if (statement.readonly) return statement;
      const { run, get, all, iterate } = statement;
      return Object.assign(statement, {
        run: checked(run.bind(statement)),
        get: checked(get.bind(statement)),
        all: checked(all.bind(statement)),
        iterate: checked(iterate.bind(statement)),
      });
    },
  });
  return place;
}
