import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * How the path of a folder begins in which rows that a query chose, or records that do not fit into memory, lie until
 * they are read: beside the project, where its opening finds what a crash left. Of a masked project they are as they were before masking.
 */
export const scratchOf = (project: string): string => `${project}.query-`;

/** Removes what a crash left; to be called by who holds the project. */
export function removeScratch(project: string): void {
  const [folder, start] = [dirname(project), basename(scratchOf(project))];
  for (const name of readdirSync(folder))
    if (name.startsWith(start)) rmSync(join(folder, name), { recursive: true, force: true });
}
