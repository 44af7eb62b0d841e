import { closeSync, openSync } from 'node:fs';

/** Makes an empty file that nobody else on this machine may read; SQLite gives the files beside it the same rights. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}
