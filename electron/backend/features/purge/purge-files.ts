import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isUpload } from '../../files.ts';

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
}

const sizeOf = (path: string): number | null => {
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat.size : null;
  } catch {
    return null;
  }
};

const found = (path: string): FoundFile[] => {
  const bytes = sizeOf(path);
  return bytes === null ? [] : [{ path, bytes }];
};

/** Copies of the whole project that opening it with a newer version left beside it. */
export function backupsOf(project: string): FoundFile[] {
  const start = `${basename(project)}.before-v`;
  const folder = dirname(project);
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith('.bak'))
    .sort()
    .flatMap((name) => found(join(folder, name)));
}

/** Of the files that sources were imported from: uploads are copies of ours, the others are the person's. */
export function divideOriginals(
  paths: readonly string[],
  workspace: string,
): { readonly uploads: FoundFile[]; readonly originals: string[] } {
  return {
    uploads: paths.filter((path) => isUpload(path, workspace)).flatMap(found),
    originals: paths.filter((path) => !isUpload(path, workspace) && sizeOf(path) !== null),
  };
}

/** Removes files; answers those that are still there. */
export function removeFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    try {
      rmSync(path, { force: true });
      return false;
    } catch {
      return true;
    }
  });
}
