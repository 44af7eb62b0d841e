import { statSync } from 'node:fs';

/** Which file a path leads to, however it is called: its device and inode; null where there is none to be seen. */
export function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}-${ino}`;
  } catch {
    return null;
  }
}
