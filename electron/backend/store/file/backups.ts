import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openForReading, saveCopy, type WriteDatabase } from '../database.ts';
import { allValues, sql } from '../statements.ts';
import { type Backup, backupFolder, backupsOf } from './backup-list.ts';
import { versionOf } from './meta-table.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import { removeSums, writeSums } from './page-sums.ts';
import { countContents } from './project-counts.ts';

const MOST_KEPT = 5;

/** Copies an open project to its backups and removes surplus backups. @returns null if there was a purge meanwhile */
export async function makeBackup(database: WriteDatabase, project: string): Promise<Backup | null> {
  const folder = backupFolder(project);
  const version = versionOf(database, 'corpus_version');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = freePath(folder);
  await saveCopy(database, path);
  if (versionOf(database, 'corpus_version') !== version) {
    rmSync(path, { force: true });
    return null;
  }
  await writeSums(path, SCHEMA_VERSION, countContents(database));
  const backups = backupsOf(project);
  const own = backups.filter((backup) => dirname(backup.path) === folder);
  for (const { path: old } of tooMany(own)) {
    rmSync(old, { force: true });
    removeSums(old);
  }
  return backups.find((backup) => backup.path === path) ?? null;
}

/** The path has no colons, because Windows refuses them. */
function freePath(folder: string): string {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  for (let copy = 1; ; copy++) {
    const path = join(folder, `${stamp}${copy === 1 ? '' : ` ${copy}`}.dialogram`);
    if (!existsSync(path)) return path;
  }
}

/**
 * Returns surplus backups; `backups` are newest first. The newest and the oldest stay, and older backups are further
 * apart.
 */
export function tooMany<Made extends Pick<Backup, 'at'>>(backups: readonly Made[], now = Date.now()): Made[] {
  const kept = [...backups];
  const gone: Made[] = [];
  const ageOf = (backup: Made | undefined): number => now - Date.parse(backup?.at ?? '') + 1000;
  while (kept.length > MOST_KEPT) {
    let closest = 1;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 1; at < kept.length - 1; at++) {
      const gap = (ageOf(kept[at + 1]) - ageOf(kept[at - 1])) / ageOf(kept[at]);
      if (gap >= least) continue;
      least = gap;
      closest = at;
    }
    gone.push(...kept.splice(closest, 1));
  }
  return gone;
}

/** Restores a backup of a locked, closed project. Returns the new path of the old file; null if there was none. */
export function putBack(project: string, backup: string): string | null {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const kept = `${project}.damaged-${stamp}`;
  const temporary = `${project}.restoring`;
  copyFileSync(backup, temporary);
  const had = existsSync(project);
  for (const suffix of ['-wal', '-journal', ''])
    if (existsSync(project + suffix)) renameSync(project + suffix, kept + suffix);
  for (const suffix of ['-shm', '-sums']) rmSync(project + suffix, { force: true });
  if (existsSync(`${backup}-sums`)) copyFileSync(`${backup}-sums`, `${project}-sums`);
  renameSync(temporary, project);
  return had ? kept : null;
}

export function idsIn(backup: string): { dialogues: Set<number>; edits: Set<number> } {
  const database = openForReading(backup);
  try {
    const idsOf = (table: string): Set<number> =>
      new Set(allValues<number>(database)`SELECT id FROM ${sql(table)}`);
    return { dialogues: idsOf('dialogues'), edits: idsOf('edits') };
  } finally {
    database.close();
  }
}
