import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesInZip, pathInside } from '../../formats/bytes/zip.ts';
import { sheetsOf } from '../../formats/spreadsheet/sheet-names.ts';

/** A file to import, or a sheet of a workbook. */
interface NamedFile {
  readonly path: string;
  /**
   * The folder, archive or workbook that was named instead; null if the file itself was named, or its only
   * sheet.
   */
  readonly folder: string | null;
}

/** Returns the named files, and those in named folders, archives and workbooks. @param sheet null for all sheets */
export function filesOfFolders(paths: readonly string[], sheet: string | null = null): NamedFile[] {
  const files = new Map<string, NamedFile>();
  for (const path of paths) {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const inside = isFolder ? filesIn(path, sheet) : (filesInZip(path) ?? chosenSheets(path, sheet));
    const isOnlySheet = !isFolder && inside?.length === 1 && sheetsOf(path) !== null;
    const folder = isOnlySheet ? null : path;
    const named = inside?.map((file) => ({ path: file, folder })) ?? [{ path, folder: null }];
    for (const file of named) files.set(file.path, file);
  }
  return [...files.values()];
}

/** The sheets of a workbook, or the chosen one even if it is missing; null if the file is not a workbook. */
function chosenSheets(path: string, sheet: string | null): string[] | null {
  const sheets = sheetsOf(path);
  return sheets !== null && sheet !== null ? [pathInside(path, sheet)] : sheets;
}

/** Returns all files of a folder and its subfolders, by name, without hidden ones. */
function filesIn(folder: string, sheet: string | null): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path, sheet);
      return entry.isFile() ? (filesInZip(path) ?? chosenSheets(path, sheet) ?? [path]) : [];
    });
}
