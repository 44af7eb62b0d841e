import { rmSync, statSync } from 'node:fs';
import { isUpload } from '../../files.ts';
import { removeSums } from '../../store/file/page-sums.ts';

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

/** Divides the files that sources were imported from: uploads are our copies, the others are the person's files. */
export function divideOriginals(
  paths: readonly string[],
  workspace: string,
): { readonly uploads: FoundFile[]; readonly originals: string[] } {
  return {
    uploads: paths.filter((path) => isUpload(path, workspace)).flatMap(found),
    originals: paths.filter((path) => !isUpload(path, workspace) && sizeOf(path) !== null),
  };
}

/** Deletes files, and backups' companions; returns those that are still there. */
export function removeFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    try {
      rmSync(path, { force: true });
      removeSums(path);
      return false;
    } catch {
      return true;
    }
  });
}
