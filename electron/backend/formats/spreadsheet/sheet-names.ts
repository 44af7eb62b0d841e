import { decodeEntities } from '#shared/algorithms/text/html-entities.ts';
import { isCalledWorkbook, pathInside, readEntry, zipEntries } from '../bytes/zip.ts';

const EXCEL_LIST = 'xl/workbook.xml';
export const OPEN_DOCUMENT_CONTENT = 'content.xml';
/** The size limits of these files. OpenDocument lists the sheets in the file with all content. */
const LONGEST_EXCEL_LIST = 16 * 1024 * 1024;
export const LONGEST_CONTENT = 512 * 1024 * 1024;

type WorkbookKind = 'excel' | 'open-document';

/** Returns the kind of a workbook by its content; null for other files. The name must end in .xlsx, .xlsm or .ods. */
export function workbookKind(path: string): WorkbookKind | null {
  if (!isCalledWorkbook(path)) return null;
  const names = new Set(zipEntries(path)?.map(({ name }) => name));
  if (names.has(EXCEL_LIST)) return 'excel';
  return names.has(OPEN_DOCUMENT_CONTENT) ? 'open-document' : null;
}

export function sheetNames(path: string): string[] | null {
  const kind = workbookKind(path);
  if (kind === null) return null;
  const part = kind === 'excel' ? EXCEL_LIST : OPEN_DOCUMENT_CONTENT;
  const entry = zipEntries(path)?.find(({ name }) => name === part);
  if (!entry) return null;
  try {
    const text = readEntry(path, entry, kind === 'excel' ? LONGEST_EXCEL_LIST : LONGEST_CONTENT).toString(
      'utf8',
    );
    const tags = text.match(kind === 'excel' ? /<(?:\w+:)?sheet\s[^>]*>/g : /<table:table\s[^>]*>/g) ?? [];
    const sheets = tags.flatMap((tag) => {
      const name = /\s(?:table:)?name=(?:"([^"]*)"|'([^']*)')/.exec(tag);
      const isHidden = /\sstate=["'](?:hidden|veryHidden)["']/.test(tag);
      return name ? [{ name: decodeEntities(name[1] ?? name[2] ?? ''), isHidden }] : [];
    });
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    const names = (visible.length > 0 ? visible : sheets).map(({ name }) => name);
    return names.length > 0 ? names : null;
  } catch {
    return null;
  }
}

/** Returns the paths of a workbook's sheets, which can be read like files; null if the file is not a workbook. */
export const sheetsOf = (path: string): string[] | null =>
  sheetNames(path)?.map((name) => pathInside(path, name)) ?? null;
