import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ProjectCounts, readSums } from './page-sums.ts';

export interface Backup {
  readonly path: string;
  readonly bytes: number;
  readonly at: string;
  readonly held: ProjectCounts | null;
}

export const backupFolder = (project: string): string => `${project}-backups`;

export function backupsOf(project: string): Backup[] {
  const folder = dirname(project);
  const updates = filesIn(
    folder,
    (name) => name.startsWith(`${basename(project)}.before-v`) && name.endsWith('.bak'),
  );
  const own = filesIn(backupFolder(project), (name) => name.endsWith('.dialogram'));
  return [...updates, ...own].sort((a, b) => (a.at < b.at ? 1 : -1));
}

export const copiesOf = (project: string): Backup[] => [
  ...backupsOf(project),
  ...filesIn(dirname(project), (name) => name.startsWith(`${basename(project)}.damaged-`)),
];

function filesIn(folder: string, isOne: (name: string) => boolean): Backup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(isOne)
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat?.isFile()) return [];
      return [{ path, bytes: stat.size, at: stat.mtime.toISOString(), held: readSums(path)?.held ?? null }];
    });
}
