import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesInZip } from '../../formats/bytes/zip.ts';

/** A file to import. */
interface NamedFile {
  readonly path: string;
  /** The folder or archive that was named in place of it; null where the file was. */
  readonly folder: string | null;
}

/** The files that were named, and those of the folders and ZIP archives that were; each once. */
export function filesOfFolders(paths: readonly string[]): NamedFile[] {
  const files = new Map<string, NamedFile>();
  for (const path of paths) {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const inside = isFolder ? filesIn(path) : filesInZip(path);
    const named = inside?.map((file) => ({ path: file, folder: path })) ?? [{ path, folder: null }];
    for (const file of named) files.set(file.path, file);
  }
  return [...files.values()];
}

/** All files of a folder and the folders in it, in order of their names; hidden ones are nobody's transcripts. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return entry.isFile() ? (filesInZip(path) ?? [path]) : [];
    });
}
