import { createHmac, randomBytes } from 'node:crypto';
import { maskDialogue } from '#shared/algorithms/privacy/mask-dialogue.ts';
import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { FormatError } from '../../formats/bytes/format-error.ts';
import type { ImportEvent } from '../../formats/reading/import-event.ts';
import { projectService } from '../../project.ts';
import { corpusCounts } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { readMeta, writeMeta } from '../../store/file/meta-table.ts';

const SINCE = 'masked_since';
const KEY = 'masked_key';

/** The time since when the project holds only masked dialogues; null if it is not masked. */
export const maskedSince = (database: ReadDatabase): string | null => readMeta(database, SINCE);

/** @throws INVALID if the project holds unmasked text */
export function requireMaskable(database: ReadDatabase): void {
  const { sources, rejected } = corpusCounts(database);
  if (maskedSince(database) !== null || sources + rejected === 0) return;
  throw new DialogramError('INVALID', 'This project already holds unmasked dialogues.', {
    nextStep: 'Create a new project, and choose to mask personal data at its first import.',
  });
}

/** Starts masking everything that is imported; it cannot be turned off. */
export function beginMasking(database: WriteDatabase): void {
  if (maskedSince(database) !== null) return;
  requireMaskable(database);
  writeMeta(database, SINCE, new Date().toISOString());
  writeMeta(database, KEY, randomBytes(32).toString('hex'));
}

/**
 * Yields the events of a reading without personal data. Unreadable records may contain personal data, so none
 * of their text is kept.
 * @param keepSpeakers for a preview in which a person assigns the speakers; it is not stored
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

/** Returns the key for pseudonyms: the project's own, if it is masked. */
export const maskingKey = (database: ReadDatabase | undefined): string =>
  (database && readMeta(database, KEY)) ?? '';

const NO_EXCERPT = '(not kept: the project masks personal data)';

/** Reasons quote text of the file. */
const withoutQuoted = (message: string): string => message.replace(/"[^"]*"|“[^”]*”/g, '"…"');

/** Roles in a file, by name: known during its import, and not stored if personal data are masked. */
export const unkeptRoles = projectService(() => new Map<JobId, ColumnMapInput['roles']>());
