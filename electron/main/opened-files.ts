import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files that the system asked to open, until the page takes them. */
export type OpenedFiles = ReturnType<typeof createOpenedFiles>;

export function createOpenedFiles() {
  let waiting: string | null = null;
  return {
    offer(path: string | null) {
      if (path !== null) waiting = path;
    },
    take() {
      const path = waiting;
      waiting = null;
      return path;
    },
  };
}

/** Files that the app can open: a project or transcripts. */
const OPENABLE = /\.(dialogram|jsonl|ndjson|json|csv|tsv)(\.gz)?$/i;

/**
 * Returns the file in a command line, past Chromium's switches. `own` is the number of arguments before the person's.
 */
export function fileOfArguments(argv: readonly string[], own: number, folder: string): string | null {
  const named = argv.slice(own).findLast((argument) => !argument.startsWith('-') && OPENABLE.test(argument));
  return named === undefined ? null : pathOf(named, folder);
}

/** Linux desktops give a URL; URLs that are not of a local file are ignored. */
function pathOf(argument: string, folder: string): string | null {
  if (!/^file:/i.test(argument)) return resolve(folder, argument);
  try {
    return fileURLToPath(argument);
  } catch {
    return null;
  }
}
