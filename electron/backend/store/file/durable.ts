import type Database from 'better-sqlite3';

/** Connections with an open transaction that must survive a loss of power. */
const owing = new WeakSet<Database.Database>();

/** Makes writes and all earlier ones survive a loss of power, once the transaction is committed. */
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
 * Runs a transaction for which `durably` was called. A second, synced commit follows, because SQLite cannot change its
 * syncing within a transaction.
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
