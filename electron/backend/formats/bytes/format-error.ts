/// <reference lib="es2024.string" />
const EXCERPT_CHARACTERS = 200;

export function excerptOf(text: string): string {
  if (text.length <= EXCERPT_CHARACTERS) return text.toWellFormed();
  // A character has at most two code units, so 400 units always contain 200 characters.
  return Array.from(text.slice(0, EXCERPT_CHARACTERS * 2))
    .slice(0, EXCERPT_CHARACTERS)
    .join('')
    .toWellFormed();
}

export function excerptOfValue(value: unknown): string {
  return excerptOf(jsonText(value));
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return '…';
  }
}

/** Returns a value for a message: quoted, on one line, at most 60 characters. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  const characters = Array.from(text.slice(0, 200));
  const cut = characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text;
  return `"${cut.replaceAll(/\s+/g, ' ').toWellFormed()}"`;
}

/** Faults of a whole file. A single bad row becomes a reject instead. */
type FormatErrorCode =
  | 'CANNOT_READ'
  | 'FILE_CHANGED'
  | 'EMPTY_FILE'
  | 'EMPTY_LINES'
  | 'BINARY_FILE'
  | 'UNKNOWN_FORMAT'
  | 'WRONG_FORMAT'
  | 'MISSING_COLUMNS'
  | 'UNKNOWN_BRAND'
  | 'UNKNOWN_ENCODING'
  | 'TOO_SLOW';

/** The error for a file that cannot be imported: `message` is the problem, `nextStep` what to do. */
export class FormatError extends Error {
  readonly code: FormatErrorCode;
  readonly path: string;
  readonly nextStep: string;

  constructor(code: FormatErrorCode, path: string, message: string, nextStep: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FormatError';
    this.code = code;
    this.path = path;
    this.nextStep = nextStep;
  }
}

/** Returns an error about a derived file, reworded to be about the file that the person chose. */
export function namedAs(error: unknown, made: string, title: string, path: string): unknown {
  if (!(error instanceof FormatError)) return error;
  const message = error.message.replaceAll(`"${made}"`, title);
  return new FormatError(error.code, path, message, error.nextStep, error);
}

/** Converts an error of the file system to a FormatError with the file and the next step. */
export function readFailure(path: string, error: unknown): FormatError {
  if (error instanceof FormatError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new FormatError(
        'CANNOT_READ',
        path,
        `There is no file "${path}".`,
        'Check the path and try again.',
        error,
      );
    case 'EISDIR':
      return folderFailure(path);
    case 'EACCES':
    case 'EPERM':
      return new FormatError(
        'CANNOT_READ',
        path,
        `"${path}" cannot be read: you do not have permission.`,
        'Change the permissions of the file, or copy it to a folder of your own.',
        error,
      );
    default:
      return new FormatError(
        'CANNOT_READ',
        path,
        `"${path}" cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
        'Check the disk or network drive with the file and try again.',
        error,
      );
  }
}

export function folderFailure(path: string): FormatError {
  return new FormatError(
    'CANNOT_READ',
    path,
    `"${path}" is a folder, not a file.`,
    'Choose the files in the folder.',
  );
}
