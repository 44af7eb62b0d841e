import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Returns the prefix of a temporary folder for rows that a query chose, or records that do not fit into memory: next to
 * the project, so that opening it finds the leftovers of a crash. For a masked project these are not masked yet.
 */
export const scratchOf = (project: string): string => `${project}.query-`;

/** Deletes a crash's leftovers; call only while holding the project. */
export function removeScratch(project: string): void {
  const [folder, start] = [dirname(project), basename(scratchOf(project))];
  for (const name of readdirSync(folder))
    if (name.startsWith(start)) rmSync(join(folder, name), { recursive: true, force: true });
}
