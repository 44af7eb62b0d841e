import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { change, oneValue } from '../statements.ts';

/**
 * `run_tags_version` changes when decisions on moves change tags; `words_version`, when the text of dialogues changes.
 */
type VersionKey = 'corpus_version' | 'edit_version' | 'run_tags_version' | 'words_version';

export function readMeta(database: ReadDatabase, key: string): string | null {
  return oneValue<string>(database)`SELECT value FROM meta WHERE key = ${key}` ?? null;
}

export function writeMeta(database: WriteDatabase, key: string, value: string): void {
  change(database)`INSERT INTO meta (key, value) VALUES (${key}, ${value})
    ON CONFLICT (key)
    DO UPDATE SET value = excluded.value`;
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
  change(database)`DELETE FROM meta WHERE key = ${key}`;
}
