import { closeSync, openSync } from 'node:fs';

/** Creates an empty file that only this person may read; SQLite gives companion files the same rights. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}
