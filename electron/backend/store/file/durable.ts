import type Database from 'better-sqlite3';

/** Connections whose open transaction must survive a power loss. */
const owing = new WeakSet<Database.Database>();

/**
 * Makes writes, and all earlier ones, survive a loss of power. Within a transaction, this holds once it is committed.
 */
export function durably<Result>(database: Database.Database, work: () => Result): Result {
  if (database.inTransaction) {
    owing.add(database);
    return work();
  }
  return synced(database, work);
}

function synced<Result>(database: Database.Database, work: () => Result): Result {
  database.pragma('synchronous = FULL');
  try {
    return work();
  } finally {
    database.pragma('synchronous = NORMAL');
  }
}

/**
 * Runs a transaction and keeps the promise of `durably`: another commit follows, because SQLite cannot change its
 * syncing within a transaction, and one synced commit syncs all before it.
 */
export function keepPromise<Result>(database: Database.Database, transaction: () => Result): Result {
  if (database.inTransaction) return transaction();
  owing.delete(database);
  const result = transaction();
  if (owing.delete(database))
    synced(database, () =>
      database.pragma(`user_version = ${database.pragma('user_version', { simple: true })}`),
    );
  return result;
}
