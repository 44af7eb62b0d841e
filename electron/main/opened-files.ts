import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files that the system asks to be opened with the app, until the page takes them. */
export interface OpenedFiles {
  offer(path: string | null): void;
  /** The one asked for last; null if none is waiting. */
  take(): string | null;
}

export function createOpenedFiles(): OpenedFiles {
  let waiting: string | null = null;
  return {
    offer(path) {
      if (path !== null) waiting = path;
    },
    take() {
      const path = waiting;
      waiting = null;
      return path;
    },
  };
}

/** The files that the app can open: a project or a file of transcripts. */
const OPENABLE = /\.(dialogram|jsonl|ndjson|json|csv|tsv)(\.gz)?$/i;

/**
 * The file that a command line names: what a double-click starts the app with on Windows and Linux. Chromium's own
 * switches stand among the arguments.
 * @param own how many arguments come before those of the person: the program, and its script where it is not packaged
 */
export function fileOfArguments(argv: readonly string[], own: number, folder: string): string | null {
  const named = argv.slice(own).findLast((argument) => !argument.startsWith('-') && OPENABLE.test(argument));
  return named === undefined ? null : pathOf(named, folder);
}

/** Desktops on Linux name a file by its URL; one that names no file of this machine is none to open. */
function pathOf(argument: string, folder: string): string | null {
  if (!/^file:/i.test(argument)) return resolve(folder, argument);
  try {
    return fileURLToPath(argument);
  } catch {
    return null;
  }
}
