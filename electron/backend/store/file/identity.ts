import { statSync } from 'node:fs';

/** Returns the identity of the file at a path, independent of its name: its device and inode; null if there is none. */
export function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}-${ino}`;
  } catch {
    return null;
  }
}
