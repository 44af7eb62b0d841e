import { createHmac, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { maskDialogue } from '#shared/algorithms/privacy/mask-dialogue.ts';
import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { FormatError } from '../../formats/bytes/format-error.ts';
import { filesInZip, pathInside } from '../../formats/bytes/zip.ts';
import type { ImportEvent } from '../../formats/reading/reading.ts';
import { sheetsOf } from '../../formats/spreadsheet/sheet-names.ts';
import { projectService } from '../../project.ts';
import { corpusCounts } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { readMeta, writeMeta } from '../../store/file/meta-table.ts';

interface NamedFile {
  readonly path: string;
  /** The folder, archive or workbook that contains the file; null if a person chose the file itself. */
  readonly folder: string | null;
}

/** Expands folders, archives and workbooks to their files. @param sheet null for all */
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

const SINCE = 'masked_since';
const KEY = 'masked_key';

/** The time since which the project has contained only masked dialogues; null if it is not masked. */
export const maskedSince = (database: ReadDatabase): string | null => readMeta(database, SINCE);

export function requireMaskable(database: ReadDatabase): void {
  const { sources, rejected } = corpusCounts(database);
  if (maskedSince(database) !== null || sources + rejected === 0) return;
  throw new DialogramError('INVALID', 'This project already has unmasked dialogues.', {
    nextStep: 'Create a new project. When you first import into it, choose to mask personal data.',
  });
}

/** Masks all later imports. Cannot be turned off. */
export function beginMasking(database: WriteDatabase): void {
  if (maskedSince(database) !== null) return;
  requireMaskable(database);
  writeMeta(database, SINCE, new Date().toISOString());
  writeMeta(database, KEY, randomBytes(32).toString('hex'));
}

/**
 * Masks the events of an import, and leaves out the text of unreadable records.
 * @param keepSpeakers for a preview in which a person assigns the speakers
 */
export async function* maskEvents(
  events: AsyncIterable<ImportEvent>,
  key: string,
  keepSpeakers = false,
): AsyncGenerator<ImportEvent, void, undefined> {
  const pseudonym = (id: string): string =>
    `masked-${createHmac('sha256', key).update(id).digest('hex').slice(0, 12)}`;
  try {
    for await (const event of events) {
      if (event.kind === 'dialogue')
        yield { ...event, dialogue: maskDialogue(event.dialogue, { pseudonym, keepSpeakers }) };
      else if (event.kind === 'reject')
        yield { ...event, reason: withoutQuoted(event.reason), excerpt: NO_EXCERPT };
      else if (event.kind === 'ignored') yield { ...event, reason: withoutQuoted(event.reason) };
      else if (event.kind === 'warning') yield { ...event, message: withoutQuoted(event.message) };
      else yield event;
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError(error.code, error.path, withoutQuoted(error.message), error.nextStep);
  }
}

export const maskingKey = (database: ReadDatabase | undefined): string =>
  (database && readMeta(database, KEY)) ?? '';

const NO_EXCERPT = '(not kept: the project masks personal data)';

/** Hides the text of the file that error messages quote. */
const withoutQuoted = (message: string): string => message.replace(/"[^"]*"|“[^”]*”/g, '"…"');

/** Roles by the names of speakers. If names are masked, the roles exist only during the import and are never stored. */
export const unkeptRoles = projectService(() => new Map<JobId, ColumnMapInput['roles']>());
