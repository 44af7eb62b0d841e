import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The purpose of a temporary folder. All of them may contain people's text. */
type Purpose = 'reading' | 'query' | 'votes' | 'demo';

const OURS = /^dialogram-(?:reading|query|votes|demo)-(\d+)-/;

export const temporaryPrefix = (purpose: Purpose): string =>
  join(tmpdir(), `dialogram-${purpose}-${process.pid}-`);

export const makeTemporaryFolder = (purpose: Purpose): string => mkdtempSync(temporaryPrefix(purpose));

/** Deletes the temporary folders that ended processes of this person left. */
export function sweepTemporaryFolders(): void {
  for (const name of namesIn(tmpdir())) {
    const process = OURS.exec(name)?.[1];
    if (process === undefined) continue;
    const folder = join(tmpdir(), name);
    if (isAlive(Number(process)) || !isOwn(folder)) continue;
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It is tried again at the next start.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** True if a process is alive. If signaling is refused, it is alive and belongs to another person. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}

function isOwn(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && (process.getuid === undefined || stat.uid === process.getuid());
}
