import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

type LogEntry =
  | { readonly event: 'started'; readonly version: string; readonly shell: string; readonly node: string }
  | { readonly event: 'stopped' }
  | { readonly event: 'project-opened'; readonly bytes: number; readonly ms: number }
  | { readonly event: 'project-closed' }
  | {
      readonly event: 'job-ended';
      readonly kind: string;
      readonly state: string;
      readonly ms: number;
      readonly error: LoggedError | null;
    }
  | { readonly event: 'call-failed'; readonly method: string; readonly error: LoggedError }
  | { readonly event: 'backup-failed'; readonly error: LoggedError }
  | { readonly event: 'backend-ended'; readonly restarted: boolean; readonly error: LoggedError }
  | { readonly event: 'page-ended'; readonly reason: string };

/** An error without its message, which may quote a customer or name a file. */
interface LoggedError {
  readonly code: string | null;
  readonly type: string;
  /** Places in our code, innermost first, such as `import-job.ts:120:7`. */
  readonly at: readonly string[];
}

export interface Log {
  readonly folder: string | null;
  write(entry: LogEntry): void;
  tail(most: number): string[];
}

const FILE = 'dialogram.log';
export const LOG_FILES = [FILE, `${FILE}.1`, `${FILE}.2`] as const;
const MOST_BYTES = 256 * 1024;
const MOST_LINES_IN_MEMORY = 200;
const MOST_FRAMES = 8;
const FRAME = /^\s*at .*?([\w.-]+\.[cm]?[jt]sx?)(?:\?[^:\s]*)?(:\d+:\d+)\)?$/;
/** Matches the class and the code before an error's message. */
const HEAD = /^[\w$.]+(?: \[[\w-]+\])?(?:: )?/;
const WORD = /^[\w.:-]{1,60}$/;

/** Returns the parts of an error that may be logged: code, class and places in the code. */
export function loggedError(error: unknown): LoggedError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const type = error instanceof Error ? error.name : typeof error;
  return {
    code: WORD.test(code) ? code : null,
    type: WORD.test(type) ? type : 'Error',
    at: error instanceof Error ? framesOf(error) : [],
  };
}

/** Returns the stack after the message. The message may itself look like a stack. */
function framesOf({ message, stack = '' }: Error): string[] {
  const [head = ''] = HEAD.exec(stack) ?? [];
  if (!stack.startsWith(message, head.length)) return [];
  return stack
    .slice(head.length + message.length)
    .split('\n')
    .flatMap((line) => {
      const [, file, place] = FRAME.exec(line) ?? [];
      return file && place ? [file + place] : [];
    })
    .slice(0, MOST_FRAMES);
}

/**
 * Opens the log: JSON lines in up to three private files of 256 KB. Writing never fails. A null folder keeps lines in
 * memory.
 */
export function openLog(folder: string | null, mostBytes: number = MOST_BYTES): Log {
  const recent: string[] = [];
  const file = (nth: number): string => join(folder ?? '', LOG_FILES[nth] ?? '');

  const rotate = (): void => {
    for (let nth = LOG_FILES.length - 2; nth >= 0; nth--)
      if (bytesOf(file(nth)) > 0) renameSync(file(nth), file(nth + 1));
  };

  return {
    folder,
    write(entry) {
      const line = JSON.stringify({ at: new Date().toISOString(), ...entry });
      recent.push(line);
      if (recent.length > MOST_LINES_IN_MEMORY) recent.shift();
      if (folder === null) return;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (bytesOf(file(0)) + line.length >= mostBytes) rotate();
        appendFileSync(file(0), `${line}\n`, { mode: 0o600 });
      } catch {
        // If the disk is full or the folder is read-only, the newest lines stay in memory.
      }
    },
    tail(most) {
      if (folder === null) return recent.slice(-most);
      const lines = LOG_FILES.toReversed().flatMap((name) => linesOf(join(folder, name)));
      return (lines.length > 0 ? lines : recent).slice(-most);
    },
  };
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
