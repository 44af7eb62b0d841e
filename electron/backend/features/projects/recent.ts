import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { RecentProject } from '#shared/contract/projects.ts';

const MOST = 12;
const fileSchema = z.array(z.object({ path: z.string(), openedAt: z.string() }));

export interface RecentProjects {
  list(): RecentProject[];
  add(path: string): void;
  forget(path: string): void;
}

export const projectNameOf = (path: string): string => basename(path).replace(/\.dialogram$/i, '');

/** The projects opened last, newest first, kept in a small file of the person's settings. */
export function createRecentProjects(folder: string | null): RecentProjects {
  const file = folder === null ? null : join(folder, 'recent.json');
  const read = (): z.infer<typeof fileSchema> => {
    if (file === null) return [];
    try {
      return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      // Missing or damaged: the list is a convenience and starts anew.
      return [];
    }
  };
  const write = (entries: z.infer<typeof fileSchema>): void => {
    if (file === null || folder === null) return;
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(entries.slice(0, MOST), null, 2));
      renameSync(`${file}.new`, file);
    } catch (error) {
      console.warn(`The list of recent projects could not be saved in ${folder}: ${String(error)}`);
    }
  };
  return {
    list: () =>
      read().map((entry) => ({ ...entry, name: projectNameOf(entry.path), exists: existsSync(entry.path) })),
    add(path) {
      write([{ path, openedAt: new Date().toISOString() }, ...read().filter((entry) => entry.path !== path)]);
    },
    forget(path) {
      write(read().filter((entry) => entry.path !== path));
    },
  };
}
