import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import { FormatError } from './formats/bytes/format-error.ts';
import { JobStop } from './jobs/job.ts';
import { damaged, isDamage } from './store/file/damaged.ts';

interface CodedError extends Error {
  readonly code: string;
}

const isCoded = (error: unknown): error is CodedError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'string';

/** Returns true for a cancellation, which is no failure and is not reported. */
export const isCancellation = (error: unknown): boolean =>
  error instanceof JobStop ||
  (error instanceof DialogramError && error.code === 'CANCELLED') ||
  (error instanceof Error && error.name === 'AbortError');

/** Converts errors of SQLite, files and importers. Unknown errors are returned unchanged and become INTERNAL later. */
export function translateError(error: unknown, place: string): unknown {
  if (error instanceof DialogramError) return error;
  if (error instanceof FormatError) {
    return new DialogramError(error.code === 'CANNOT_READ' ? 'CANNOT_READ' : 'BAD_FILE', error.message, {
      place: error.path,
      value: error.code,
      nextStep: error.nextStep,
    });
  }
  if (!isCoded(error)) return error;
  const folder = dirname(place);
  // SQLite's shared memory is also a file. If it cannot grow, the disk is full as well.
  if (['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'].includes(error.code)) {
    return new DialogramError('DISK_FULL', `The disk that holds ${place} is full.`, {
      place,
      nextStep: 'Free some space and try again. Everything saved before is still there.',
    });
  }
  if (
    error.code.startsWith('SQLITE_READONLY') ||
    error.code === 'EACCES' ||
    error.code === 'EROFS' ||
    error.code === 'EPERM'
  ) {
    return new DialogramError(
      'CANNOT_WRITE',
      `${place} cannot be changed, because it or its folder is read-only.`,
      {
        place,
        nextStep: `Copy the project to a folder you can write to, or change the permissions of ${folder}.`,
      },
    );
  }
  if (error.code.startsWith('SQLITE_CANTOPEN')) {
    return new DialogramError('CANNOT_WRITE', `${place} cannot be opened or created.`, {
      place,
      nextStep: `Check that the folder ${folder} exists and that you can write to it.`,
    });
  }
  if (error.code.startsWith('SQLITE_IOERR')) {
    return new DialogramError(
      'CANNOT_WRITE',
      `The disk that holds ${place} reported an error: ${error.message}.`,
      {
        place,
        value: error.code,
        nextStep:
          'Check the disk or the network drive, then open the project again. Everything saved before is still there.',
      },
    );
  }
  if (isDamage(error)) {
    return damaged(place, ['its tables cannot be read']);
  }
  if (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED')) {
    return new DialogramError('PROJECT_IN_USE', `Another program is writing to ${place}.`, {
      place,
      nextStep: 'Close the other program and try again.',
    });
  }
  if (error.code === 'ENOENT' && !existsSync(folder)) {
    return new DialogramError(
      'NOT_FOUND',
      `There is nothing at ${place}, because the folder ${folder} does not exist.`,
      {
        place,
        value: folder,
        nextStep: 'Create the folder first, or choose another place.',
      },
    );
  }
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return new DialogramError('NOT_FOUND', `There is nothing at ${place}.`, {
      place,
      nextStep: 'Check the path.',
    });
  }
  if (error.code === 'ENAMETOOLONG') {
    return new DialogramError('INVALID', `The name ${place} is too long for this file system.`, {
      place,
      nextStep: 'Choose a shorter name.',
    });
  }
  if (error.code === 'EISDIR') {
    return new DialogramError('CANNOT_READ', `${place} is a folder.`, {
      place,
      nextStep: 'Choose a file in this folder.',
    });
  }
  return error;
}

/** @throws DialogramError NOT_FOUND if there is none */
export function inProject<Found>(
  found: Found | null | undefined,
  what: string,
  id: number | string,
  nextStep: string | null = null,
): Found {
  if (found != null) return found;
  const detail = { value: String(id), nextStep };
  throw new DialogramError('NOT_FOUND', `There is no ${what} ${id} in this project.`, detail);
}
