import type { ReadDatabase, WriteDatabase } from '../database.ts';

/** Counters that say whether something learned is still what would be learned now. */
type VersionKey = 'corpus_version' | 'edit_version';

export function readMeta(database: ReadDatabase, key: string): string | null {
  return database.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck().get(key) ?? null;
}

export function writeMeta(database: WriteDatabase, key: string, value: string): void {
  database
    .prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    .run(key, value);
}

export function versionOf(database: ReadDatabase, key: VersionKey): number {
  return Number(readMeta(database, key) ?? 0);
}

export function bumpVersion(database: WriteDatabase, key: VersionKey): number {
  const version = versionOf(database, key) + 1;
  writeMeta(database, key, String(version));
  return version;
}

export function removeMeta(database: WriteDatabase, key: string): void {
  database.prepare('DELETE FROM meta WHERE key = ?').run(key);
}
