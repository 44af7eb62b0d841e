import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { RecentProject } from '#shared/contract/projects.ts';
import { settingsFile } from '../../machine/settings.ts';
import { appService, projectNameOf } from '../../project.ts';

const MOST = 12;
const fileSchema = z.array(z.object({ path: z.string(), openedAt: z.string() }));

interface RecentProjects {
  list(): RecentProject[];
  add(path: string): void;
  forget(path: string): void;
}

/** The recently opened projects, newest first. A damaged list is replaced by an empty one. */
export function createRecentProjects(folder: string | null): RecentProjects {
  const file = settingsFile(folder, 'recent.json', fileSchema, []);
  const others = (path: string) => file.read().filter((entry) => entry.path !== path);
  return {
    list: () =>
      file
        .read()
        .map((entry) => ({ ...entry, name: projectNameOf(entry.path), exists: existsSync(entry.path) })),
    add(path) {
      file.write([{ path, openedAt: new Date().toISOString() }, ...others(path)].slice(0, MOST));
    },
    forget(path) {
      file.write(others(path));
    },
  };
}

export const recentProjects = appService(({ options }) => createRecentProjects(options.settingsFolder));
